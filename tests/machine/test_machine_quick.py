"""The quick look at PTX text never says "no" where the parsed form has more registers alive."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from opencicc.compiler.settings import resolve
from opencicc.machine import compute_liveness, parse, print_function, print_module
from opencicc.machine.pressure import PointPressure
from opencicc.options.read import gather, read_mapping
from opencicc.pipeline.run import machine
from opencicc.pipeline.run.crowded import _first_step, crowded_bodies, longest_overlap
from opencicc.ptx_text import bodies_of, declared_units
from opencicc.target import RegisterBounds, Target, register_limit, register_target
from opencicc.trace import Trace

FILES = sorted((Path(__file__).parent / "data").glob("*.ptx"))
SM90 = Target(90)
HEAD = ".version 8.8\n.target sm_90\n.address_size 64\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_compiler_output(path: Path) -> None:
    text = path.read_text()
    most = 0
    for function in parse(text).functions:
        if not function.is_declaration:
            body = print_function(function)
            exact = PointPressure(compute_liveness(function)).most
            assert longest_overlap(body) >= exact, function.name
            assert declared_units(body, 0, len(body)) >= exact, function.name
            most = max(most, exact)
    stated = [function for function in parse(text).functions if function.limits]
    assert stated or crowded_bodies(text, most - 1, SM90)


def random_kernel(seed: int) -> str:
    """Blocks in any order, loops inside loops, registers written anywhere."""
    rng = random.Random(seed)
    count = rng.randint(2, 8)
    lines = [f"\tmov.b32 %r{number}, 1;\n\tmov.b64 %rd{number}, 1;" for number in range(rng.randint(0, 8))]
    written = len(lines)  # the others may only be written in one block, and read behind that in it
    for block in range(count):
        lines.append(f"$L{block}:")
        for _ in range(rng.randint(0, 4)):
            if rng.random() < 0.3:
                lines.append(f"\tmov.b32 %s{block}, 3;\n\tst.global.b32 [%rd8], %s{block};")
            if not written:
                continue
            a, b, c = (rng.randrange(written) for _ in range(3))
            kind = rng.choice(
                ["add.s32 %r{}, %r{}, %r{};", "st.global.b32 [%rd{}+4], %r{}; // {}", "mov.b32 %r{}, 5; // {} {}"]
            )
            guard = "@%p1 " if rng.random() < 0.2 else ""
            lines.append("\t" + guard + kind.format(a, b, c))
        guard = f"@%p{rng.randint(0, 1)} " if rng.random() < 0.7 else ""
        lines.append(f"\t{guard}bra $L{rng.randrange(count)};")
    body = "\n".join([*lines, "\tret;"])
    registers = "\t.reg .pred %p<2>;\n\t.reg .b32 %r<8>, %s<8>;\n\t.reg .b64 %rd<9>;"
    return f"{HEAD}.visible .entry k()\n{{\n{registers}\n{body}\n}}\n"


def test_random_graphs() -> None:
    for seed in range(400):
        text = random_kernel(seed)
        exact = PointPressure(compute_liveness(parse(text).functions[0])).most
        assert exact == 0 or crowded_bodies(text, exact - 1, SM90), f"seed {seed}"


def test_kernels_below_the_limit_are_not_crowded() -> None:
    text = random_kernel(1)
    assert not crowded_bodies(text, 34, SM90)  # all that is declared
    assert not crowded_bodies(text.replace("k()\n", "k()\n.maxnreg 34\n"), 1, SM90)
    assert crowded_bodies(text.replace("k()\n", "k()\n.maxnreg 2\n"), 34, SM90)
    assert not crowded_bodies(text.replace("k()\n", "k()\n.maxntid 128\n.minnctapersm 2\n"), 1, SM90)


# What NVIDIA's half headers write: a brace at the start of a line, which ends no function, and names without a percent sign.
ASSEMBLY = "\t{fma.rn.f16x2 %r0,%r1,%r2,%r0;\n}\n\t{.reg.b16 low,high;\n  mov.b32 {low,high}, %r1;\n  mov.b32 %r3, {high,low};}\n"


def test_a_brace_of_inline_assembly_ends_no_function() -> None:
    kernel = random_kernel(1).replace("\tret;", "\tret;\n" + ASSEMBLY.split("\t{.reg")[0] + CROWD)
    exact = PointPressure(compute_liveness(parse(kernel).functions[0])).most
    assert exact > 20 and crowded_bodies(kernel, exact - 1, SM90)
    assert crowded_bodies(kernel + kernel.partition(HEAD)[2].replace("entry k", "entry other"), exact - 1, SM90)


CROWD = "\n".join(
    [f"\tld.global.b32 %c{n}, [%rd0+{4 * n}];" for n in range(24)]
    + [f"\tst.global.b32 [%rd0], %c{n};" for n in range(24)]
).join(("\t.reg .b32 %c<24>;\n", "\n\tret;\n"))


def test_names_of_inline_assembly_count() -> None:
    kernel = f"{HEAD}.visible .entry k()\n{{\n\t.reg .b32 %r<4>;\n\tmov.b32 %r1, 7;\n{ASSEMBLY}\tret;\n}}\n"
    exact = PointPressure(compute_liveness(parse(kernel).functions[0])).most
    assert longest_overlap(kernel) >= exact
    assert declared_units(kernel, 0, len(kernel)) == 6


def test_bodies_that_stay_text() -> None:
    """What is left out prints back, counts as defined, and the others are read as ever."""
    text = random_kernel(1) + random_kernel(2).partition(HEAD)[2].replace("entry k", "entry other")
    first, other = bodies_of(text)
    module = parse(text, unread={first.opening + 1})
    assert print_module(module) == text
    unread, read = module.functions
    assert unread.is_unread and not unread.blocks and not unread.is_declaration
    assert (
        print_function(read) == print_function(parse(text).functions[1]) and read.line == parse(text).functions[1].line
    )
    assert not read.is_unread and other.units > 0


def test_kernels_below_their_targets_are_not_read() -> None:
    """Only where a function can't hold assembly by hand, and never one that is called."""
    crowd = f"\t.reg .b64 %rd<9>;\n{CROWD}"
    kernels = {
        "crowded": f".visible .entry crowded()\n.maxnreg 16\n{{\n{crowd}}}\n",
        "small": ".visible .entry small()\n.maxnreg 16\n{\n\tret;\n}\n",
        "by_hand": ".visible .entry by_hand()\n{\n\t// begin inline asm\n\tbar.sync 0;\n\t// end inline asm\n\tret;\n}\n",
    }
    text = HEAD + "".join(kernels.values())
    for given, unread in ({}, ["small"]), ({"strict-passes": True}, []), ({"start-from": "mach"}, []):
        settings = resolve(gather(read_mapping({"arch": "sm_90", **given}), {}))
        code = machine.Code(text, settings, Trace(), "<ptx>")
        assert code.choose_bodies() and code.module is not None
        assert [one.name for one in code.module.functions if one.is_unread] == unread


@pytest.mark.parametrize("shared", [0, 9000, 40000, 100000])
def test_below_the_first_step_is_nothing_to_aim_at(shared: int) -> None:
    """Whatever shared memory a kernel has, which the quick look does not know."""
    for threads in range(32, 1025, 96):
        bounds = RegisterBounds(threads, shared_bytes=shared)
        most = min(_first_step(SM90, threads, 96), register_limit(SM90, bounds))
        assert most >= min(96, register_limit(SM90, bounds))
        assert not any(register_target(SM90, bounds, alive, 0, 96).registers for alive in range(1, most + 1)), threads


def test_steps_are_kernels_with_a_block_only() -> None:
    text = random_kernel(1).replace("k()\n", "k()\n.maxntid 512\n")
    assert crowded_bodies(text, 1, SM90) and crowded_bodies(text, 1, SM90, is_step=True) == []
    assert crowded_bodies(text.replace("entry k", "func k"), 1, SM90, is_step=True)
