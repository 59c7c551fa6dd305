"""A libdevice that is damaged, of another target or release, or does not link: said, with its code, and no PTX."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.link.libdevice import find_library
from opencicc.llvm.ir import Context
from tests.shell import opencicc

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
USER = f"""{TRIPLE}declare float @__nv_sinf(float)
define ptx_kernel void @k(ptr %p) {{
  %x = load float, ptr %p
  %y = call float @__nv_sinf(float %x)
  store float %y, ptr %p
  ret void
}}
"""
LIBRARY = TRIPLE + "define float @__nv_sinf(float %x) { ret float %x }\n"
FLAG = '!llvm.module.flags = !{!9}\n!9 = !{i32 1, !"flavour", i32 %d}\n'


def bitcode(text: str) -> bytes:
    with Context() as context:
        return context.parse(text.encode()).bitcode()


def cut(count: int) -> bytes:
    return find_library().head(count)


@pytest.fixture(params=["-nvvmir-library", "OPENCICC_LIBDEVICE"])
def compiled(request, tmp_path, monkeypatch):
    """Compile a module against a library that one of the two doors names."""
    monkeypatch.chdir(tmp_path)

    def run(name: str, data: bytes, user: str = USER) -> tuple[int, str]:
        Path(name).write_bytes(data)
        words = ["-", "-arch=sm_90", "-o", "out.ptx"]
        if request.param.startswith("-"):
            words += [request.param, name]
        else:
            monkeypatch.setenv(request.param, name)
        outcome = opencicc(*words, stdin=user.encode())
        assert Path("out.ptx").exists() == (outcome.code == 0)
        return outcome.code, outcome.err

    return run


BAD_MAGIC = "error: {0}: invalid bitcode: it does not begin with bitcode's magic number\n  at:  {0}\n"
CUT = "error: malformed bitcode: "


@pytest.mark.parametrize(
    ("name", "data", "code", "said"),
    [
        ("junk.bc", b"no bitcode at all\n", 9, BAD_MAGIC),
        ("junk.bc", bytes(range(256)) * 20, 9, BAD_MAGIC),
        ("junk", b"no bitcode at all\n", 9, BAD_MAGIC),
        ("library.bc", LIBRARY.encode(), 9, BAD_MAGIC),
        ("junk.ll", b"no IR at all\n", 6, "error: expected top-level entity\n  at:  junk.ll:1:1\n"),
        ("cut.bc", cut(4_000), 6, CUT),
        ("cut.bc", cut(200_000), 6, CUT),
        ("cut.bc", b"BC\xc0\xde" + b"\x35" * 60, 6, CUT),
        (
            "host.bc",
            bitcode(LIBRARY.replace("nvptx64-nvidia-cuda", "x86_64-unknown-linux-gnu")),
            9,
            "error: host.bc: Module does not contain a triple, should be 'nvptx64-'\n",
        ),
        (
            "bare.bc",
            bitcode(LIBRARY.replace(TRIPLE, "")),
            9,
            "error: Module does not contain a triple, should be 'nvptx64-'\n",
        ),
        (
            "newer.bc",
            bitcode(LIBRARY + "!nvvmir.version = !{!0}\n!0 = !{i32 7, i32 9}\n"),
            3,
            "error: newer.bc: error: incompatible IR detected.",
        ),
    ],
)
def test_an_invalid_library_is_an_error(compiled, name: str, data: bytes, code: int, said: str) -> None:
    got, words = compiled(name, data)
    assert got == code
    assert words.startswith(said.format(name)), words


@pytest.mark.parametrize("name", ["library.bc", "library.ll", "library"])
def test_a_valid_library_is_taken(compiled, name: str) -> None:
    assert compiled(name, bitcode(LIBRARY) if name.endswith(".bc") else LIBRARY.encode()) == (0, "")


def test_a_library_that_does_not_link(compiled) -> None:
    library = LIBRARY.replace("(float %x) {", "(float %x) comdat($both) {") + "$both = comdat largest\n"
    user = USER + "$both = comdat any\n@variable = weak addrspace(1) global i32 0, comdat($both)\n"
    code, said = compiled("library.bc", bitcode(library), user)
    assert code == 9
    assert said == (
        "error: builtins: link error: Linking COMDATs named 'both': GlobalVariable required for data dependent selection!\n"
        "  at:  library.bc, for __nv_sinf\n  fix: the library is damaged or does not fit: install it again, "
        "or name another with -nvvmir-library PATH or OPENCICC_LIBDEVICE\n"
    )


def test_a_failure_after_which_nothing_is_missing_is_said_and_the_link_goes_on(compiled) -> None:
    code, said = compiled("library.bc", bitcode(LIBRARY + FLAG % 2), USER + FLAG % 1)
    assert (code, said) == (
        0,
        "error: builtins: link error: linking module flags 'flavour': IDs have conflicting values: "
        "'i32 2' from library.bc, and 'i32 1' from <stdin>\n",
    )


def test_a_module_that_needs_no_library_does_not_care(compiled) -> None:
    assert compiled("junk.bc", b"no bitcode at all\n", f"{TRIPLE}define ptx_kernel void @k() {{ ret void }}\n") == (
        0,
        "",
    )


def test_a_function_that_the_library_lacks_is_undefined(compiled) -> None:
    code, said = compiled("library.bc", bitcode(LIBRARY.replace("sinf", "cosf")))
    assert code == 9 and "error: undefined function: __nv_sinf\n  at:  __nv_sinf: called by @k\n" in said


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("text.bc", USER.encode(), 9),
        ("junk.bc", bytes(range(256)), 9),
        ("junk.ll", b"no IR at all\n", 6),
        ("junk", bytes(range(256)), 6),
    ],
)
def test_what_is_called_bitcode_has_its_magic(tmp_path: Path, name: str, data: bytes, code: int) -> None:
    source = tmp_path / name
    source.write_bytes(data)
    outcome = opencicc(str(source), "-arch=sm_90", "-o", str(tmp_path / "out.ptx"))
    assert outcome.code == code
    if code == 9:
        assert outcome.err.startswith(BAD_MAGIC.format(source))
