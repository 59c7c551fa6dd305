"""How the corpus tool finds programs and reads Makefiles, PTX names and ptxas's words."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.corpus import makefile, names, tree
from benchmarks.corpus.makefile import Unit, read_compile, read_recipe
from benchmarks.corpus.processes import BuildFailure, call
from benchmarks.corpus.versions import OURS, parse_against, parse_variant


def test_programs_of_a_tree(tree: Path) -> None:
    from benchmarks.corpus import tree as trees

    assert trees.program_names(tree) == ["broken", "hidden", "lonely", "permute"]
    assert trees.find_program(tree, "lonely").source == "lonely.cu"
    with pytest.raises(BuildFailure, match="no such program.*src/nothing-cuda"):
        trees.find_program(tree, "nothing")


def test_lists_of_names(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two  # both quick\n# three\nfour\n")
    (tmp_path / "b.txt").write_text("two five\n")
    assert tree.read_names([tmp_path / "a.txt", tmp_path / "b.txt"]) == ["one", "two", "four", "five"]


@pytest.mark.skipif(not shutil.which("git"), reason="git is not installed: no bare repository can be made")
def test_sources_come_out_of_a_bare_repository(tree: Path, tmp_path: Path) -> None:
    from benchmarks.corpus import tree as trees

    def git(*words: str) -> None:
        identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *words], cwd=tree, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "programs")
    subprocess.run(["git", "clone", "-q", "--bare", str(tree), str(tmp_path / "bare")], check=True, capture_output=True)
    opened = trees.open_tree(tmp_path / "bare", tmp_path / "copies")
    assert (opened / "permute" / "main.cu").read_text() == (tree / "permute" / "main.cu").read_text()
    assert (opened / "permute" / "Makefile").exists()
    assert not (opened / "notes").exists()
    assert trees.open_tree(tmp_path / "bare", tmp_path / "copies") == opened


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed: no Makefile can be read")
def test_makefile_says_flags_and_arguments(tree: Path) -> None:
    from benchmarks.corpus import tree as trees

    recipe = read_recipe(trees.find_program(tree, "permute"), "sm_90")
    flags = ("-DSIZE=8", "-Iinclude", "-std=c++17")
    assert recipe.units == [Unit("main.cu", "cuda", flags, fast_math=True)]
    assert recipe.arguments == ["--size", "8"]


def test_flags_of_a_compile_command() -> None:
    text = (
        "-O3 -I ../common -D N=4 -Xptxas -v,-dlcm=cg -maxrregcount=32 --extended-lambda -gencode x -o a a.cu b.cpp c.c"
    )
    first, second, third = read_compile("nvcc", text.split())
    assert (first.common, first.ptxas) == (("-I../common", "-DN=4"), ("-dlcm=cg",))
    assert (first.max_registers, first.nvcc_only) == ("32", ("--extended-lambda",))
    assert [unit.language for unit in (first, second, third)] == ["cuda", "c++", "c"]
    assert [unit.language for unit in read_compile("nvcc", ["-x", "cu", "main.cpp"])] == ["cuda"]
    assert makefile.read_commands("g++ -c util.c\n./program a 'b c'\n./program again\n").arguments == ["a", "b c"]


def test_separate_device_linking_is_refused(tree: Path) -> None:
    from benchmarks.corpus import tree as trees

    (tree / "hidden" / "Makefile").write_text("run:\n\tnvcc -dc main.cu\n")
    if not shutil.which("make"):
        pytest.skip("make is not installed: no Makefile can be read")
    with pytest.raises(BuildFailure, match="separate device linking"):
        read_recipe(trees.find_program(tree, "hidden"), "sm_90")


def test_names_are_adopted() -> None:
    nvcc = ".global .u32 calls;\n.entry _ZN35_GLOBAL__N__a8c2c66e_7_main_cu_main6hiddenEPfi(\n st [calls], 1;\n.entry _Z1kv("
    clang = ".visible .global .u32 _ZL5calls;\n.visible .entry _ZN12_GLOBAL__N_16hiddenEPfi(\n.visible .entry _ZL1kv("
    renamed = names.adopt_names(nvcc, clang)
    assert names.symbols(renamed, only_visible=False) == names.symbols(clang, only_visible=True)
    assert "st [_ZL5calls], 1" in renamed
    with pytest.raises(BuildFailure, match="lacks 1 names.*_Z5otherv"):
        names.adopt_names(nvcc, clang + "\n.visible .entry _Z5otherv(")


def test_a_tool_that_fails_or_hangs() -> None:
    with pytest.raises(BuildFailure, match="^sh: bad error here$"):
        call(["sh", "-c", "echo first; echo bad error here; exit 3"])
    with pytest.raises(BuildFailure, match="^sleep: not done after 0.2 s$"):
        call(["sleep", "60"], limit_s=0.2)


def test_variants() -> None:
    ours, other = parse_variant("ours=opencicc"), parse_variant("rolled=other-cicc --flag")
    assert ours.command == OURS and other.command == ("other-cicc", "--flag")
    against = parse_against("ours --unroll-decisions=llvm", [other, ours])
    assert (against.name, against.command) == ("ours_unroll_decisions_llvm", (*OURS, "--unroll-decisions=llvm"))
    assert parse_against("rolled", [other, ours]) is other
    with pytest.raises(BuildFailure, match="there are ours"):
        parse_against("theirs -O1", [ours])
    with pytest.raises(BuildFailure, match="NAME=COMMAND"):
        parse_variant("nvcc=nvcc")
