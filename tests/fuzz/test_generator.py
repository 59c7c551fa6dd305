"""The generator: always the same for a seed, valid, ending, well defined, and with something in it for every pass."""

from __future__ import annotations

import re
from random import Random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

import opencicc
from opencicc.check import check
from opencicc.check.coverage import Coverage, leaves, measure, tables
from opencicc.check.fuzz import Settings, pipelines_of, run_round
from opencicc.check.generate import EVERY_MODE, generate
from opencicc.check.generate.order import rearranged
from opencicc.check.pipelines import BITWISE_OPTIONS, DEFAULT_ARCH, LEVELS, O0, runnable_passes
from opencicc.check.strategy import kernels
from opencicc.check.turned import turn_blocks
from opencicc.llvm.ir import Context

SMOKE_SEEDS = range(7000, 7000 + len(EVERY_MODE))  # one of every mode


def test_a_seed_always_gives_the_same_kernel() -> None:
    first, second = generate(12), generate(12)
    assert first.ir == second.ir
    assert all(np.array_equal(a, b) for a, b in zip(first.args, second.args, strict=True))
    assert generate(13).ir != first.ir


@pytest.mark.parametrize("mode", EVERY_MODE)
def test_every_mode_makes_valid_kernels_that_end(mode: str) -> None:
    for seed in range(3):
        case = generate(seed, mode)
        with Context() as context:
            assert not context.parse(str(case.ir).encode()).verify()
        outcome = case.execute(O0.build(case.ir).ptx)
        assert not outcome.error
        assert all(mask is None for mask in outcome.undefined), "an undefined value reached the results"


@pytest.mark.parametrize("seed", SMOKE_SEEDS)
def test_all_levels_agree(seed: int) -> None:
    done = run_round(seed, Settings())
    assert not done.failures, done.failures


@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(case=kernels("mixed"))
def test_the_hypothesis_strategy_gives_cases(case) -> None:
    levels = [level.with_options(BITWISE_OPTIONS) for level in (O0, LEVELS[2])]
    report = check(case, levels)
    assert report.agrees, report.text


@pytest.mark.parametrize(
    ("mode", "pattern"),
    [
        ("inline", r"call .*@device"),
        ("unroll", r"phi i\d+ \[ -?\d+, %"),
        ("memspace", r"addrspacecast"),
        ("barrier", r"barrier\.cta"),
        ("math", r"@__nv_"),
        ("iv", r"phi i64 \[ -?\d+, %"),
        ("sinking", r"switch |join"),
        ("struct", r"insertvalue|llvm\.memcpy"),
        ("spaces", r"= load ptr, ptr"),
        ("restrict", r"ptr noalias %b"),
        ("calls", r"call i32 @pointed"),
        ("licm", r"br label %loop"),
        ("remat", r"fmul|mul"),
        ("nests", r"br label %nest\d+, !llvm.loop"),
        ("halves", r"zext i16 %\w+ to i64"),
        ("units", r"getelementptr inbounds \(i32, ptr addrspace\(3\) @shared\d+, i64 \d+\)"),
        ("units", r"ptr addrspace\(1\) @cut\d+"),
        ("lengths", r"i64 %\w+, i1 (true|false)\)"),
        ("lengths", r"call i64 @border\d+"),
        ("elements", r"or disjoint i32 %\w+, [123]"),
        ("walks", r"br label %column\d+"),
        ("walks", r"load volatile i(16|32|64), ptr %"),
        ("others", r"icmp (eq|ne) i(32|64) %j\d+, %"),
        ("gathers", r"call { i32, i1 } @llvm\.nvvm\.shfl\.sync\.\w+\.i32p"),
        ("gathers", r"phi i32 \[ %\w+, %\w+ \], \[ %\w+, %loop\d+ \]"),
    ],
)
def test_a_mode_has_what_its_pass_works_on(mode: str, pattern: str) -> None:
    found = sum(bool(re.search(pattern, str(generate(seed, mode).ir))) for seed in range(10))
    assert found >= 8


@pytest.mark.parametrize(
    ("mode", "remark"),
    [
        ("units", "WholeLoad"),
        ("order", "WholeLoad"),
        ("order", "Joined"),
        ("lengths", "CopiedByCase"),
        ("gathers", "MadWide"),
        ("division", "Summed"),
        ("struct", "RepeatedCalls"),
        ("others", "PairLoads"),
        ("elements", "NearSum"),
        ("walks", "ColumnWalk"),
        ("walks", "RepeatComparisons"),
    ],
)
def test_a_mode_gives_its_pass_work(mode: str, remark: str) -> None:
    made = [opencicc.compile(str(generate(seed, mode).ir), DEFAULT_ARCH, options={"fma": False}) for seed in range(20)]
    assert sum(any(each.name == remark for each in result.trace.remarks) for result in made) >= 3


def test_walks_have_assembly_of_one_thread_mostly() -> None:
    made = [str(generate(seed, "walks").ir) for seed in range(20)]
    assert sum(" asm " in ir and ") convergent nounwind" in ir for ir in made) >= 10


def test_a_shuffle_writes_the_index_that_a_product_has_read() -> None:
    made = [
        opencicc.compile(str(generate(seed, "gathers").ir), DEFAULT_ARCH, options={"fma": False}).ptx
        for seed in range(20)
    ]
    assert sum(bool(re.search(r"shfl\.sync\.\w+\.b32 \t(%r\d+)\|%p\d+, \1,", ptx)) for ptx in made) >= 3


def test_blocks_stand_in_an_odd_order() -> None:
    for seed in range(20):
        labels = re.findall(r"^(?!entry)(\w+?)(\d+):", str(generate(seed, "order").ir), re.MULTILINE)
        numbers = [int(number) for _, number in labels]
        assert len(numbers) < 3 or numbers != sorted(numbers)


def test_another_order_of_blocks_has_the_same_blocks() -> None:
    blocks = [[f"block{number}:", "  ret void"] for number in range(7)]
    orders = [rearranged(Random(seed), blocks) for seed in range(20)]
    assert all(order[0] == blocks[0] and sorted(order) == blocks for order in orders)
    assert blocks not in orders
    assert rearranged(Random(0), blocks[:1]) == blocks[:1]


def test_turned_ptx_jumps_where_it_ran_on() -> None:
    plain = opencicc.compile(
        str(generate(4, "order").ir), DEFAULT_ARCH, options={"stop-after": "llc", "fma": False}
    ).ptx
    turned = turn_blocks(plain)
    assert sorted(re.findall(r"^\$L__BB\w+:", turned, re.MULTILINE)) == sorted(
        re.findall(r"^\$L__BB\w+:", plain, re.MULTILINE)
    )
    assert set(plain.split("\n")) <= set(turned.split("\n"))
    assert turn_blocks(plain) == turned


def test_the_usual_rounds_have_turned_blocks_and_every_mode() -> None:
    assert "turned" in {pipeline.name for pipeline in pipelines_of(generate(0), 0, Settings())}
    modes = {generate(seed).name.rpartition("-")[0] for seed in range(len(EVERY_MODE))}
    assert {"units", "order", "lengths", "gathers"} <= modes == set(EVERY_MODE)


def test_overflow_flags_and_unroll_requests_appear() -> None:
    text = "".join(str(generate(seed).ir) for seed in range(48))
    for word in ("nuw nsw", "nneg", "llvm.loop.unroll", "byval", "noinline", "alwaysinline", "atomicrmw", "<4 x i32>"):
        assert word in text, word


def test_smooth_kernels_are_contracted_and_compared_in_ulps() -> None:
    case = generate(3, "smooth")
    reference, *others = pipelines_of(case, 3, Settings())
    assert case.tolerances[4].ulps
    assert reference.options["fma"] is False
    assert all("fma" not in pipeline.options for pipeline in others)


def test_single_passes_take_turns() -> None:
    seen = {p.name for seed in range(len(runnable_passes())) for p in pipelines_of(generate(0), seed, Settings())}
    assert {f"only:{name}" for name in runnable_passes()} <= seen


def test_coverage_counts_opcodes_and_passes() -> None:
    total = Coverage()
    for seed in (0, 1):
        case = generate(seed, "mixed")
        total.add(measure(check(case, (O0, LEVELS[2]))))
    assert total.kernels == 2
    assert total.opcodes["store"] == 2
    assert total.instructions["store"] > 10
    assert total.ran["codegen"] == 2
    assert "| `store` | 2 |" in tables(total)


def test_a_step_is_counted_under_its_pass() -> None:
    assert leaves("function(instcombine<no-verify-fixpoint>)") == ["instcombine"]
    assert leaves("cgscc(devirt<1>(inline))") == ["inline"]
    both = "function(loop-mssa(licm,loop-rotate))"
    assert leaves(both) == [both]


def test_kernels_run_in_more_than_one_order_of_warps() -> None:
    assert generate(5, "barrier").warp_orders == ("", "backward")
