"""Modules of ours, good and bad by NVVM's rules: name to what stands between the header and the version."""

from __future__ import annotations

LAYOUT = (
    "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-"
    "v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
)
TRIPLE = "nvptx64-nvidia-cuda"
VERSION = "\n!nvvmir.version = !{!9999}\n!9999 = !{i32 2, i32 0, i32 3, i32 2}\n"
PLAIN = "define void @f() { ret void }"


def whole(body: str, layout: str = LAYOUT, triple: str = TRIPLE, version: str = VERSION) -> str:
    head = f'target datalayout = "{layout}"\n' if layout else ""
    return head + (f'target triple = "{triple}"\n' if triple else "") + body + version


def function(code: str, parameters: str = "", marks: str = "") -> str:
    return f"define void @f({parameters}) {marks} {{ {code}\n ret void }}"


def calling(signature: str, arguments: str, parameters: str = "") -> str:
    """A function that calls an intrinsic: 'i32 @llvm.ctpop.i32(i32)', 'i32 %a', 'i32 %a'."""
    result, _, rest = signature.partition(" @")
    assigned = "" if result == "void" else "%r = "
    return f"declare {signature}\n" + function(
        f"{assigned}call {result} @{rest.partition('(')[0]}({arguments})", parameters
    )


def annotated(*rows: str) -> str:
    listed = ", ".join(f"!{number}" for number in range(len(rows)))
    return f"\n!nvvm.annotations = !{{{listed}}}\n" + "\n".join(f"!{n} = !{{{row}}}" for n, row in enumerate(rows))


def space(number: int) -> str:
    return f"ptr addrspace({number})"


MODULES: dict[str, str] = {
    "plain": PLAIN,
    "kernel by convention": "define ptx_kernel void @k(ptr %p) { ret void }",
    "kernel by annotation": "define void @k() { ret void }" + annotated('ptr @k, !"kernel", i32 1'),
    "kernel with a result": "define ptx_kernel i32 @k() { ret i32 0 }",
    "annotated kernel with a result": "define i32 @k() { ret i32 0 }" + annotated('ptr @k, !"kernel", i32 1'),
    "weak kernel": "define weak ptx_kernel void @k() { ret void }",
    "kernel that is only declared": "declare ptx_kernel void @k()",
    "kernel with launch bounds": 'define ptx_kernel void @k() "nvvm.maxntid"="128" { ret void }',
    "kernel with a cluster": 'define ptx_kernel void @k() "nvvm.cluster_dim"="2,1,1" { ret void }',
    "kernel with half a cluster": 'define ptx_kernel void @k() "nvvm.cluster_dim"="0,1,1" { ret void }',
    "calling an undefined function": "declare void @g()\n" + function("call void @g()"),
    "narrow parameter": "define i32 @f(i8 %x) { ret i32 0 }",
    "narrow result": "define i8 @f() { ret i8 0 }",
    "inreg": "define void @f(i32 inreg %x) { ret void }",
    "nest": "define void @f(ptr nest %x) { ret void }",
    "section of a function": function("", marks='section "s"'),
    "alignment of a function": function("", marks="align 16"),
    "prefix data": function("", marks="prefix i32 1"),
    "prologue data": function("", marks="prologue i8 1"),
    "garbage collector": function("", marks='gc "shadow-stack"'),
    "personality": "declare i32 @p(...)\n" + function("", marks="personality ptr @p"),
    "marked declaration that is called": "declare void @g() ssp\n" + function("call void @g()"),
    "marked declaration that is not": "declare void @g() ssp\n" + PLAIN,
    "extern_weak function": "declare extern_weak void @g()\n" + function("call void @g()"),
    "indirectbr": "define void @f(ptr %p) { indirectbr ptr %p, [label %a]\na: ret void }",
    "invoke": "declare i32 @p(...)\ndeclare void @g()\ndefine void @f() personality ptr @p {\n"
    "invoke void @g() to label %a unwind label %b\na: ret void\nb: %l = landingpad {ptr, i32} cleanup\n resume {ptr, i32} %l }",
    "atomic load": function("%r = load atomic i32, ptr %p monotonic, align 4", "ptr %p"),
    "atomic store": function("store atomic i32 1, ptr %p seq_cst, align 4", "ptr %p"),
    "volatile load": function("%r = load volatile i32, ptr %p", "ptr %p"),
    "fence": function("fence seq_cst"),
    "fence of a block": function('fence syncscope("block") acq_rel'),
    "stack object": function("%a = alloca i32"),
    "stack object in local memory": function("%a = alloca i32, addrspace(5)"),
    "stack object of 2^23": function("%a = alloca i8, align 8388608"),
    "stack object of 2^24": function("%a = alloca i8, align 16777216"),
    "stack object of a runtime size": function("%a = alloca i32, i32 %n", "i32 %n"),
    "load of tensor memory": function(f"%r = load i32, {space(6)} %p", f"{space(6)} %p"),
    "store to tensor memory": function(f"store i32 1, {space(6)} %p", f"{space(6)} %p"),
    "store to cluster memory": function(f"store i32 1, {space(7)} %p", f"{space(7)} %p"),
    "address of a block": "define ptr @f() { br label %a\na: ret ptr blockaddress(@f, %a) }",
    "stored address of a block": "define void @f(ptr %p) { br label %a\na: store ptr blockaddress(@f, %a), ptr %p\n ret void }",
    "pragma unroll": "define void @f(i1 zeroext %c) { br label %a\na: br i1 %c, label %a, label %b, !pragma !0\nb: ret void }\n"
    '!0 = !{!"unroll", i32 4}',
    "another pragma": "define void @f(i1 zeroext %c) { br label %a\na: br i1 %c, label %a, label %b, !pragma !0\nb: ret void }\n"
    '!0 = !{!"vectorize", i32 4}',
    "unroll count": "define void @f(i1 zeroext %c) { br label %a\na: br i1 %c, label %a, label %b, !llvm.loop !0\nb: ret void }\n"
    '!0 = distinct !{!0, !1}\n!1 = !{!"llvm.loop.unroll.count", i32 4}',
    "musttail": "define void @g() { ret void }\n" + function("musttail call void @g()"),
    "variadic function": "define void @f(i32 %a, ...) { ret void }",
    "freeze": function("%r = freeze i32 %x", "i32 %x"),
    "i128 division": function("%r = udiv i128 %x, %x", "i128 %x"),
    "i33": function("%r = add i33 %x, %x", "i33 %x"),
    "intel assembly": function('call void asm sideeffect inteldialect "", ""()'),
    "struct as operand of assembly": function('call void asm sideeffect "", "r"({i32, i32} %x)', "{i32, i32} %x"),
    "struct as result of assembly": function('%r = call {i32, i64} asm "", "=r,=l"()'),
    "half as result of assembly": function('%r = call half asm "", "=h"()'),
    "memory operand of assembly": function('call void asm sideeffect "", "*m"(ptr elementtype(i32) %p)', "ptr %p"),
    "unused fp128 parameter": function("", "fp128 %x"),
    "fp128 load": function("%r = load fp128, ptr %p", "ptr %p"),
    "fp128 stack object": function("%r = alloca {i32, fp128}"),
    "fp128 subscript": function("%r = getelementptr fp128, ptr %p, i64 1", "ptr %p"),
    "fp128 argument": "declare void @g(fp128)\n" + function("call void @g(fp128 %x)", "fp128 %x"),
    "fp128 vector": function("%r = load <2 x fp128>, ptr %p", "ptr %p"),
    "fp128 conversion": function("%r = fpext double %x to fp128", "double %x"),
    "x86_fp80": function("%r = fadd x86_fp80 %x, %x", "x86_fp80 %x"),
    "ppc_fp128": "define ppc_fp128 @f(ppc_fp128 %x) { ret ppc_fp128 %x }",
    "bfloat": function("%r = fadd bfloat %x, %x", "bfloat %x"),
    "vector of halves": function("%r = fadd <8 x half> %x, %x", "<8 x half> %x"),
    "convergence test": "declare i1 @llvm.nvvm.branch.if.all.convergent()\ndefine void @f() {\n"
    "%c = call i1 @llvm.nvvm.branch.if.all.convergent()\n br i1 %c, label %a, label %b\na: ret void\nb: ret void }",
    "convergence test as a value": "declare i1 @llvm.nvvm.branch.if.all.convergent()\ndefine i32 @f() {\n"
    "%c = call i1 @llvm.nvvm.branch.if.all.convergent()\n %z = zext i1 %c to i32\n ret i32 %z }",
    "convergence test of nobody": "declare i1 @llvm.nvvm.branch.if.all.convergent()\n"
    + function("%c = call i1 @llvm.nvvm.branch.if.all.convergent()"),
    "two faults": function("%r = load atomic i32, ptr %p monotonic, align 4", "ptr %p", "ssp"),
    "shuffle with a mode": "declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)\n"
    + function("%r = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 -1, i32 0, i32 %x, i32 1, i32 31)", "i32 %x"),
    "vote with a mode": "declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)\n"
    + function("%r = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %x)", "i1 zeroext %x"),
    "cluster barrier": calling("void @llvm.nvvm.cluster.barrier(i32)", "i32 0"),
    "block barrier": calling("void @llvm.nvvm.barrier0()", ""),
    "marked internal function that nobody calls": "define internal void @g() ssp { ret void }\n" + PLAIN,
    "marked internal function": "define internal void @g() ssp { ret void }\n" + function("call void @g()"),
    # variables
    "initialized shared variable": "@x = addrspace(3) global i32 5\n" + PLAIN,
    "zeroed shared variable": "@x = addrspace(3) global i32 zeroinitializer\n" + PLAIN,
    "undefined shared variable": "@x = internal addrspace(3) global i32 undef\n" + PLAIN,
    "poisonous shared variable": "@x = internal addrspace(3) global i32 poison\n" + PLAIN,
    "shared array of no length": f"@x = external addrspace(3) global [0 x i32]\ndefine {space(3)} @f() {{ ret {space(3)} @x }}",
    "section of a variable": '@x = addrspace(1) global i32 0, section "s"\n' + PLAIN,
    "appending variable": "@x = appending addrspace(1) global [1 x i32] [i32 1]\n" + PLAIN,
    "extern_weak variable": f"@x = extern_weak addrspace(1) global i32\ndefine {space(1)} @f() {{ ret {space(1)} @x }}",
    "common variable": "@x = common addrspace(1) global i32 0\n" + PLAIN,
    "constructors": "@llvm.global_ctors = appending global [1 x {i32, ptr, ptr}] [{i32, ptr, ptr} {i32 1, ptr @f, ptr null}]\n"
    + PLAIN,
    "used list": "@x = addrspace(1) global i32 0\n@llvm.used = appending global [1 x ptr] "
    '[ptr addrspacecast (ptr addrspace(1) @x to ptr)], section "llvm.metadata"\n' + PLAIN,
    "fp128 variable": "@x = addrspace(1) global [2 x fp128] zeroinitializer\n" + PLAIN,
    "i128 variable": "@x = addrspace(1) global i128 5\n" + PLAIN,
    "function's address in a variable": "@x = addrspace(1) global ptr @f\n" + PLAIN,
    "block's address in a variable": "@x = addrspace(1) global ptr blockaddress(@f, %a)\n"
    "define void @f() { br label %a\na: ret void }",
}
for _space in (0, 1, 2, 3, 4, 5, 7, 101):
    _variable = f"@x = internal addrspace({_space}) global i32 undef\n"
    MODULES[f"variable in space {_space}"] = _variable + f"define {space(_space)} @f() {{ ret {space(_space)} @x }}"
    MODULES[f"variable in space {_space} that nobody uses"] = _variable + PLAIN
for _mark in (
    "naked nobuiltin noimplicitfloat noredzone nonlazybind returns_twice safestack sanitize_address sanitize_memory "
    "sanitize_thread ssp sspreq sspstrong alignstack(16) uwtable minsize optsize noinline alwaysinline cold convergent hot "
    "noreturn nounwind strictfp nosync mustprogress willreturn nofree inlinehint noduplicate speculatable shadowcallstack "
    "sanitize_hwaddress noprofile nocf_check null_pointer_is_valid"
).split():
    MODULES[f"function marked {_mark}"] = f"define void @f() {_mark} {{ unreachable }}"
MODULES["jump table"] = "define void @f() unnamed_addr jumptable { ret void }"
for _source, _target in (
    (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (0, 101), (1, 0), (2, 0), (4, 0), (5, 0), (6, 0), (7, 0),
    (99, 0), (101, 0), (3, 1), (3, 5), (3, 7), (7, 3), (7, 1), (5, 7), (1, 3),
):  # fmt: skip
    _code = f"%q = addrspacecast {space(_source)} %p to {space(_target)}"
    MODULES[f"cast from {_source} to {_target}"] = function(_code, f"{space(_source)} %p")
for _type in ("i8", "i16", "i32", "i64", "i128", "ptr"):
    _zero = "null" if _type == "ptr" else "0"
    _code = f"%r = cmpxchg ptr %p, {_type} {_zero}, {_type} %v monotonic monotonic"
    MODULES[f"cmpxchg of {_type}"] = function(_code, f"ptr %p, {_type} %v")
for _space in (0, 1, 2, 3, 4, 5, 7, 101):
    _pointer = f"{space(_space)} %p"
    _code = f"%r = cmpxchg {_pointer}, i32 0, i32 1 seq_cst seq_cst"
    MODULES[f"cmpxchg in space {_space}"] = function(_code, _pointer)
    MODULES[f"atomicrmw in space {_space}"] = function(f"%r = atomicrmw add {_pointer}, i32 1 monotonic", _pointer)
for _operation, _type in (
    ("add", "i8"), ("add", "i16"), ("add", "i32"), ("add", "i64"), ("add", "i128"), ("xchg", "i8"), ("xchg", "i16"),
    ("xchg", "i32"), ("xchg", "i128"), ("xchg", "float"), ("xchg", "ptr"), ("xchg", "half"), ("nand", "i64"), ("or", "i128"),
    ("max", "i64"), ("fadd", "half"), ("fadd", "float"), ("fadd", "double"), ("fadd", "<2 x half>"), ("fadd", "bfloat"),
    ("fsub", "float"), ("fmax", "float"), ("fmin", "double"), ("fmaximum", "float"), ("fminimum", "float"),
    ("uinc_wrap", "i32"), ("udec_wrap", "i32"), ("usub_cond", "i32"), ("usub_sat", "i32"),
):  # fmt: skip
    _code = f"%r = atomicrmw {_operation} ptr %p, {_type} %v monotonic"
    MODULES[f"atomicrmw {_operation} of {_type}"] = function(_code, f"ptr %p, {_type} %v")
for _type in (
    "i1",
    "i8",
    "i16",
    "i24",
    "i32",
    "i64",
    "i128",
    "half",
    "bfloat",
    "float",
    "double",
    "ptr",
    "<2 x i32>",
    "fp128",
):
    _code = f'call void asm sideeffect "", "r"({_type} %x)'
    MODULES[f"{_type} as operand of assembly"] = function(_code, f"{_type} %x")
for _width in (8, 16, 24, 32, 48, 64, 128):
    _type = f"i{_width}"
    MODULES[f"ctpop of {_type}"] = calling(f"{_type} @llvm.ctpop.{_type}({_type})", f"{_type} %x", f"{_type} %x")
    MODULES[f"ctlz of {_type}"] = calling(
        f"{_type} @llvm.ctlz.{_type}({_type}, i1)", f"{_type} %x, i1 false", f"{_type} %x"
    )
    if _width % 16 == 0:
        MODULES[f"bswap of {_type}"] = calling(f"{_type} @llvm.bswap.{_type}({_type})", f"{_type} %x", f"{_type} %x")
    for _name in ("sadd", "umul"):
        _signature = f"{{{_type}, i1}} @llvm.{_name}.with.overflow.{_type}({_type}, {_type})"
        MODULES[f"{_name} of {_type}"] = calling(_signature, f"{_type} %x, {_type} %x", f"{_type} %x")
    for _name in ("smax", "uadd.sat"):
        _signature = f"{_type} @llvm.{_name}.{_type}({_type}, {_type})"
        MODULES[f"{_name} of {_type}"] = calling(_signature, f"{_type} %x, {_type} %x", f"{_type} %x")
MODULES["ctpop of a vector"] = calling("<2 x i32> @llvm.ctpop.v2i32(<2 x i32>)", "<2 x i32> %x", "<2 x i32> %x")
MODULES["bswap of a vector"] = calling("<2 x i32> @llvm.bswap.v2i32(<2 x i32>)", "<2 x i32> %x", "<2 x i32> %x")
for _name in (
    "sin cos exp exp2 exp10 log log2 log10 sqrt fabs floor ceil trunc rint nearbyint round roundeven tan tanh canonicalize"
).split():
    for _type, _word in (("half", "f16"), ("float", "f32"), ("double", "f64"), ("fp128", "f128")):
        MODULES[f"{_name} of {_type}"] = calling(
            f"{_type} @llvm.{_name}.{_word}({_type})", f"{_type} %x", f"{_type} %x"
        )
for _name in ("pow", "minnum", "maximum", "copysign"):
    MODULES[_name] = calling(f"float @llvm.{_name}.f32(float, float)", "float %x, float %x", "float %x")
MODULES |= {
    "powi": calling("float @llvm.powi.f32.i32(float, i32)", "float %x, i32 3", "float %x"),
    "fma": calling("float @llvm.fma.f32(float, float, float)", "float %x, float %x, float %x", "float %x"),
    "sin of a vector": calling("<2 x float> @llvm.sin.v2f32(<2 x float>)", "<2 x float> %x", "<2 x float> %x"),
    "sin that nobody calls": "declare float @llvm.sin.f32(float)\n" + PLAIN,
    "memcpy to constant memory": calling(
        "void @llvm.memcpy.p4.p0.i64(ptr addrspace(4), ptr, i64, i1)",
        "ptr addrspace(4) %a, ptr %b, i64 16, i1 false",
        "ptr addrspace(4) %a, ptr %b",
    ),
    "memcpy from constant memory": calling(
        "void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)",
        "ptr %b, ptr addrspace(4) %a, i64 16, i1 false",
        "ptr addrspace(4) %a, ptr %b",
    ),
    "memset of constant memory": calling(
        "void @llvm.memset.p4.i64(ptr addrspace(4), i8, i64, i1)",
        "ptr addrspace(4) %a, i8 0, i64 16, i1 false",
        "ptr addrspace(4) %a",
    ),
    "lifetime": "declare void @llvm.lifetime.start.p0(ptr)\n"
    + function("%x = alloca i32\n call void @llvm.lifetime.start.p0(ptr %x)"),
    "assume": calling("void @llvm.assume(i1)", "i1 %x", "i1 zeroext %x"),
    "trap": calling("void @llvm.trap()", ""),
    "debugtrap": calling("void @llvm.debugtrap()", ""),
    "expect": calling("i32 @llvm.expect.i32(i32, i32)", "i32 %x, i32 1", "i32 %x"),
    "objectsize": calling("i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)", "ptr %x, i1 0, i1 0, i1 0", "ptr %x"),
    "prefetch": calling("void @llvm.prefetch.p0(ptr, i32, i32, i32)", "ptr %x, i32 0, i32 0, i32 1", "ptr %x"),
    "readcyclecounter": calling("i64 @llvm.readcyclecounter()", ""),
    "readsteadycounter": calling("i64 @llvm.readsteadycounter()", ""),
    "returnaddress": calling("ptr @llvm.returnaddress(i32)", "i32 0"),
    "frameaddress": calling("ptr @llvm.frameaddress.p0(i32)", "i32 0"),
    "stacksave": calling("ptr @llvm.stacksave.p0()", ""),
    "stackrestore": calling("void @llvm.stackrestore.p0(ptr)", "ptr %x", "ptr %x"),
    "adjust.trampoline": calling("ptr @llvm.adjust.trampoline(ptr)", "ptr %x", "ptr %x"),
    "eh.typeid.for": calling("i32 @llvm.eh.typeid.for.p0(ptr)", "ptr null"),
    "va_start": calling("void @llvm.va_start.p0(ptr)", "ptr %x", "ptr %x, ..."),
    "vector.reduce": calling("i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)", "<4 x i32> %x", "<4 x i32> %x"),
    "fptosi.sat": calling("i32 @llvm.fptosi.sat.i32.f32(float)", "float %x", "float %x"),
}

# Whole modules, for what the header says.
HEADERS: dict[str, str] = {
    "the triple of another processor": whole(PLAIN, triple="x86_64-unknown-linux"),
    "OpenCL's triple": whole(PLAIN, triple="nvptx64-nvidia-nvcl"),
    "a triple of the architecture only": whole(PLAIN, triple="nvptx64"),
    "another vendor": whole(PLAIN, triple="nvptx64-unknown-cuda"),
    "no version": whole(PLAIN, version=""),
    "LLVM's own layout": whole(PLAIN, "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"),
    "libdevice's layout": whole(PLAIN, "e-i64:64-v16:16-v32:32-n16:32:64"),
    "big endian": whole(PLAIN, "E-i64:64-i128:128-v16:16-v32:32-n16:32:64"),
    "narrow i64": whole(PLAIN, "e-i64:32-i128:128-v16:16-v32:32-n16:32:64"),
}
EVERY = {**{name: whole(body) for name, body in MODULES.items()}, **HEADERS}
