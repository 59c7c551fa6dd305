"""nvcc's and cicc's spellings on our command line: taken, mapped, or refused by name with what to use."""

from __future__ import annotations

from pathlib import Path

import pytest

from opencicc.cli.arguments import Arguments
from opencicc.errors import UsageError
from opencicc.options import foreign
from opencicc.options.read import gather
from tests.shell import opencicc

KERNEL = """\
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr addrspace(1) %p, float %x, float %y) {
  %s = fdiv float %x, 3.0
  %t = fadd float %s, 0.0
  store float %t, ptr addrspace(1) %p
  ret void
}
"""


def settings(*words: str) -> dict[str, object]:
    return {name: setting.value for name, setting in gather(Arguments(["k.ll", *words]).changes, {})}


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("-G", {"g": True}),
        ("-ptx", {"emit": "ptx"}),
        ("--cubin", {"emit": "cubin"}),
        ("-fatbin", {"emit": "fatbin"}),
        ("--gpu-architecture sm_90", {"arch": "sm_90"}),
        ("--gpu-architecture=compute_90", {"arch": "compute_90"}),
        ("-gencode arch=compute_90,code=sm_90", {"generate-code": ("arch=compute_90,code=sm_90",)}),
        ("--generate-code=arch=compute_90,code=[compute_90,sm_90]", {"generate-code": ("arch=compute_90,code=[compute_90,sm_90]",)}),
        ("-arch=compute_80 -code=sm_80,compute_80", {"arch": "compute_80", "gpu-code": ("sm_80", "compute_80")}),
        ("-Xptxas -v,-O2 -Xptxas=-warn-spills", {"ptxas-options": ("-v", "-O2", "-warn-spills")}),
        ("-res-usage", {"resource-usage": True}),
        ("-isystem inc -isystem=more", {"isystem": ("inc", "more")}),
        ("-include a.h", {"include": ("a.h",)}),
        ("-MD -MF k.d -MT k.ptx", {"MD": True, "MF": "k.d", "MT": ("k.ptx",)}),
        ("-x cu", {"x": "cu"}),
        ("-disable-allopts", {"opt-level": 0}),
        ("disable-llc-opts", {"codegen-opt-level": 0}),
        ("-Om", {"opt-level": 2}),
        ("-unsafe-math", {"fast-math": True, "no-signed-zeros": True}),
        ("-enable-mad", {"fma": True}),
        ("--promote_warnings", {"Werror": True}),
        ("--source-in-ptx", {"show-src": True}),
        ("-show-src", {"show-src": True}),
        ("-opt-fdiv=1", {"opt-fdiv": True}),
        ("-host-ref-ek=a,b", {"keep-symbols": ("a", "b")}),
        ("--Xlibnvvm -ftz=1", {"ftz": True}),
        ("-jump-table-density=10", {"jump-tables": True}),
        ("-jump-table-density 101", {"jump-tables": False}),
        ("--optimize 2", {"opt-level": 2}),
        ("-save-temps", {"keep": True}),
        # what says nothing to us
        ("-Xcompiler -fPIC -ccbin g++ -lcudart -L/usr/lib --expt-relaxed-constexpr -diag-suppress 177", {}),
        ("-discard-value-names=1 -enable-opt-byval --orig_src_file_name k.cu -nvvm-version=nvvm70", {}),
        ("-forward-unknown-to-host-compiler -Wall -fPIC", {}),
        ("-c -ptx", {"emit": "ptx"}),
    ],
)  # fmt: skip
def test_what_a_word_stands_for(words, found):
    assert settings(*words.split()) == found


REFUSED = [name for name, row in {**foreign.CICC, **foreign.NVCC}.items() if row.is_refused and name != "link"]


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_by_name_with_what_to_use(name):
    with pytest.raises(UsageError) as caught:
        settings(f"-{name}")
    assert caught.value.what == f"-{name} is an unsupported option"
    assert caught.value.fix == foreign.find(name).why


def test_an_object_file_is_refused_because_it_has_host_code():
    with pytest.raises(UsageError, match="-c is an unsupported option") as caught:
        settings("-c")
    assert "-fatbin" in caught.value.fix


@pytest.mark.parametrize("word", ["-linfo", "-lnkk", "-Lx", "-Wall", "-gencodes=1", "-arh=sm_90"])
def test_slips_of_the_pen_are_still_unknown(word):
    with pytest.raises(UsageError, match=f"{word} is an unsupported option"):
        settings(word)


def test_every_foreign_word_is_foreign():
    """A name that is declared as an option never gets to the table."""
    from opencicc.options import registry

    for name in (*foreign.CICC, *foreign.NVCC):
        if name not in ("link", "verbose"):
            with pytest.raises(UsageError, match="unknown option"):
                registry.find(name)


def test_an_options_file_of_nvcc_s_has_words(tmp_path):
    path = tmp_path / "includes.rsp"
    path.write_text('-I"/some where" -DX=1\n')
    for word in ("--options-file", "-optf"):
        assert settings(word, str(path)) == {"I": ("/some where",), "D": ("X=1",)}


def test_the_version_of_the_ir():
    assert opencicc("-irversion").stdout == b"200\n"


def compiled(tmp_path: Path, *words: str, text: str = KERNEL) -> str:
    (tmp_path / "k.ll").write_text(text)
    outcome = opencicc(str(tmp_path / "k.ll"), "-arch=sm_90", *words, "-o", "-")
    assert outcome.code == 0, outcome.stderr
    return outcome.stdout.decode()


def test_opt_fdiv_and_no_signed_zeros_change_the_code(tmp_path):
    plain = compiled(tmp_path)
    assert "div.rn.f32" in plain and "add.f32" in plain
    assert "div.rn.f32" not in compiled(tmp_path, "-opt-fdiv=1")
    assert "div.rn.f32" in compiled(tmp_path, "-opt-fdiv=0")
    assert "add.f32" not in compiled(tmp_path, "-no-signed-zeros")


def test_codes_must_fit_their_architecture():
    from opencicc.compiler.code_targets import parse_code

    assert parse_code("arch=compute_80,code=[sm_80,sm_86,compute_80]", "").cubins == ("sm_80", "sm_86")
    for text in ("compute_80", "arch=compute_80,code=", "arch=compute_80;code=sm_80"):
        with pytest.raises(UsageError, match="unsupported value for option: generate-code"):
            parse_code(text, "")
    with pytest.raises(UsageError, match="code=sm_75 is older than arch=compute_80"):
        parse_code("arch=compute_80,code=sm_75", "")
