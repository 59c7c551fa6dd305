"""Programs, good and bad, that libNVVM's interface is asked about: name to modules and options.

A module is (text, is_lazy); texts are in the dialect of LLVM 7 unless the options ask for the current one. What NVIDIA's
library answered is in answers.json, written by record_answers.py.
"""

from __future__ import annotations

LAYOUT = (
    'target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-'
    'v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"\n'
)
TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
HEAD = LAYOUT + TRIPLE
LATEST = ["-nvvm-version=nvvm-latest"]

Program = tuple[list[tuple[str, bool]], list[str]]


def version(*numbers: int) -> str:
    return "\n!nvvmir.version = !{!99}\n!99 = !{" + ", ".join(f"i32 {number}" for number in numbers) + "}\n"


OK = version(2, 0, 3, 2)
STORE = (
    "define void @k(i32* %p) { store i32 1, i32* %p\n ret void }\n"
    '!nvvm.annotations = !{!0}\n!0 = !{void (i32*)* @k, !"kernel", i32 1}\n'
)
PLAIN = "define void @k() { ret void }\n"
DEBUG = """define void @k(i32* %p) !dbg !5 { store i32 1, i32* %p, !dbg !8
 ret void, !dbg !8 }
!llvm.dbg.cu = !{!1}
!llvm.module.flags = !{!3}
!1 = distinct !DICompileUnit(language: DW_LANG_C99, file: !2, producer: "x", isOptimized: false, runtimeVersion: 0, emissionKind: FullDebug)
!2 = !DIFile(filename: "a.c", directory: "/tmp")
!3 = !{i32 2, !"Debug Info Version", i32 3}
!5 = distinct !DISubprogram(name: "k", file: !2, line: 1, type: !6, isLocal: false, isDefinition: true, scopeLine: 1, unit: !1)
!6 = !DISubroutineType(types: !7)
!7 = !{null}
!8 = !DILocation(line: 2, scope: !5)
"""
PROGRAMS: dict[str, Program] = {}


def program(name: str, *modules: str, options: list[str] | None = None, lazy: tuple[str, ...] = ()) -> None:
    PROGRAMS[name] = ([(text, False) for text in modules] + [(text, True) for text in lazy], options or [])


GOOD = HEAD + STORE + OK
program("no module at all")
program("only lazy modules", lazy=(GOOD,))
program("a kernel", GOOD)
program("no options")
for _words in (
    "-g", "-g -opt=0", "-opt=0", "-opt=1", "-opt=3", "-opt=4", "-opt=", "-O3", "-arch=compute_75", "-arch=compute_90a",
    "-arch=compute_100", "-arch=compute_121f", "-arch=compute_70", "-arch=sm_90", "-arch=compute_101", "-arch=", "-arch",
    "-arch=compute_75 -arch=compute_80", "-ftz=1", "-ftz=2", "-ftz", "-ftz=1 -ftz=0", "-ftz=true", "-prec-sqrt=0",
    "-prec-sqrt=2", "-prec-div=0", "-prec-div=2", "-fma=0", "-fma=1 -fma=1", "-g -g", "--ftz=1", "ftz=1", "-lineinfo",
    "-generate-line-info", "-generate-line-info -generate-line-info", "-maxreg=32", "-maxreg=32 -maxreg=32", "-maxreg=x",
    "-split-compile=2", "-split-compile=2 -split-compile=3", "-split-compile=2 -split-compile-extended=2",
    "-Ofast-compile=0", "-Ofast-compile=foo", "-Ofast-compile=0 -Ofast-compile=0", "-Ofc=max", "-jump-table-density=10",
    "-jump-table-density=1 -jump-table-density=2", "-discard-value-names", "-discard-value-names=0",
    "-discard-value-names=0 -discard-value-names=0", "-ptx-version-target=90 -arch=compute_100",
    "-ptx-version-target=50 -arch=compute_100", "-ptx-version-target=x -arch=compute_100", "-ptx-version-target=90",
    "-numba-debug", "-nvvm-version=nvvm-latest", "-nvvm-version=foo", "-fast-math", "-unsafe-math", "-w", "-w -w", "-Werror",
    "-time-passes", "-restrict", "-Osize", "-Om", "-enable-mad", "-opt-fdiv=1", "-no-signed-zeros", "-disable-inlining",
    "-enable-opt-byval", "-enable-opt-byval -enable-opt-byval", "-passes=dce", "-do-licm=1", "-memory-space-opt=1",
    "-device-c", "--device-c", "-v", "-keep", "-dryrun", "-irversion", "-m64", "--emit-optix-ir", "-x", "-unknown=5", "foo",
    "-mcpu=sm_90", "-x -y", "-ftz=1 -x",
):  # fmt: skip
    program(f"options {_words}", GOOD, options=_words.split())
program("an empty option", GOOD, options=[""])
program("no version", HEAD + STORE)
for _numbers in ((2, 0), (1, 0), (1, 5), (2, 5), (3, 0), (2, 0, 3, 0), (2, 0, 3, 3), (2, 0, 2, 0), (2,), (2, 0, 3)):
    program(f"version {_numbers}", HEAD + STORE + version(*_numbers))
program("debug metadata", HEAD + DEBUG + OK)
program("debug metadata with -g", HEAD + DEBUG + OK, options=["-g", "-opt=0"])
program("debug metadata without its version", HEAD + DEBUG + version(2, 0))
program("debug metadata without its version, with -g", HEAD + DEBUG + version(2, 0), options=["-g", "-opt=0"])
program("no triple", LAYOUT + STORE + OK)
program("triple of a library", LAYOUT + TRIPLE.replace("cuda", "gpulibs") + STORE + OK)
program("triple of another vendor", LAYOUT + TRIPLE.replace("nvidia", "unknown") + STORE + OK)
program("no data layout", TRIPLE + STORE + OK)
program("big endian", LAYOUT.replace('"e-', '"E-') + TRIPLE + STORE + OK)
program("i64 aligned to 32 bits", LAYOUT.replace("i64:64:64", "i64:32:32") + TRIPLE + STORE + OK)
program("value in a void function", HEAD + "define void @k() { ret i32 %x }" + OK)
program("void in a value function", HEAD + "define i32 @k() { ret void }" + OK)
program("undeclared function", HEAD + "define void @k() { call void @g()\n ret void }" + OK)
program("undefined function", HEAD + "declare void @g()\ndefine void @k() { call void @g()\n ret void }" + OK)
program("undefined value", HEAD + "define i32 @k() { ret i32 %x }" + OK)
program("empty text", "")
program("blank text", "  \n")
program("not IR", "hello")
program("no terminator", HEAD + "define void @k() { %a = add i32 1, 2 }" + OK)
program("redefined function", HEAD + PLAIN + PLAIN + OK)
program("redefined value", HEAD + "define void @k() { %a = add i32 1, 2\n %a = add i32 1, 2\n ret void }" + OK)
program("unknown attribute", HEAD + "define void @k() blah { ret void }" + OK)
program("value before itself", HEAD + "define i32 @k() { %a = add i32 %a, 1\n ret i32 %a }" + OK)
program("wrong type of an operand", HEAD + "define i32 @k(i64 %a) { %b = add i32 %a, 1\n ret i32 %b }" + OK)
program("two modules", GOOD, HEAD + STORE.replace("@k", "@j") + OK)
program("a symbol twice", GOOD, GOOD)
program("second module without a version", GOOD, HEAD + STORE.replace("@k", "@j"))
program("second module without a data layout", GOOD, TRIPLE + STORE.replace("@k", "@j") + OK)
program("second module without a triple", GOOD, LAYOUT + STORE.replace("@k", "@j") + OK)
program("second module is no IR", GOOD, "hello")
program("lazy module", HEAD + "declare i32 @g()\ndefine i32 @k() { %a = call i32 @g()\n ret i32 %a }" + OK,
        lazy=(HEAD + "define i32 @g() { ret i32 5 }\ndefine i32 @unused() { ret i32 6 }" + OK,))  # fmt: skip
program("device function alone", HEAD + PLAIN + OK)
program(
    "kernel with a result",
    HEAD + 'define i32 @k() { ret i32 1 }\n!nvvm.annotations = !{!0}\n!0 = !{i32 ()* @k, !"kernel", i32 1}' + OK,
)
program("unknown annotation", HEAD + STORE.replace('"kernel"', '"kernl"') + OK)
program("kernel that is not to be inlined", HEAD + STORE.replace(") {", ") noinline {") + OK)
program("recursion", HEAD + "define void @k() { call void @k()\n ret void }" + OK)
program("untyped byval", HEAD + "%s = type {i32, i32}\ndefine void @k(%s* byval %x) { ret void }" + OK)
program("unknown intrinsic", HEAD + "declare void @llvm.nvvm.foo()\ndefine void @k() { call void @llvm.nvvm.foo()\n ret void }" + OK,
        options=LATEST)  # fmt: skip
program(
    "atomic load",
    HEAD + "define i32 @k(i32* %p) { %a = load atomic i32, i32* %p monotonic, align 4\n ret i32 %a }" + OK,
    options=LATEST,
)
program("initialised shared variable", HEAD + "@x = addrspace(3) global i32 5\n" + PLAIN + OK, options=LATEST)
program("section of a function", HEAD + 'define void @k() section "s" { ret void }' + OK, options=LATEST)
program("stack protector", HEAD + "define void @k() ssp { ret void }" + OK, options=LATEST)
program(
    "stack in local memory", HEAD + "define void @k() { %a = alloca i32, addrspace(5)\n ret void }" + OK, options=LATEST
)
program("cast between two spaces", HEAD + "define void @k(ptr addrspace(3) %p) { %q = addrspacecast ptr addrspace(3) %p to ptr addrspace(1)\n ret void }" + OK,
        options=LATEST)  # fmt: skip
program(
    "80-bit numbers", HEAD + "define void @k(x86_fp80 %x) { %r = fadd x86_fp80 %x, %x\n ret void }" + OK, options=LATEST
)
program(
    "weak reference",
    HEAD + "declare extern_weak void @g()\ndefine void @k() { call void @g()\n ret void }" + OK,
    options=LATEST,
)
program(
    "current dialect",
    HEAD + "define ptx_kernel void @k(ptr %p) { store i32 1, ptr %p\n ret void }" + OK,
    options=LATEST,
)
program("current dialect for compute_100", HEAD + "define ptx_kernel void @k(ptr %p) { store i32 1, ptr %p\n ret void }" + OK,
        options=["-arch=compute_100"])  # fmt: skip
program("shuffle with a mode", HEAD + "declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)\n"
        "define void @k(i32* %p) { %v = load i32, i32* %p\n %r = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 2, i32 %v, i32 1, i32 31)\n"
        "%x = extractvalue {i32, i1} %r, 0\n store i32 %x, i32* %p\n ret void }" + OK)  # fmt: skip
del PROGRAMS["no options"]
