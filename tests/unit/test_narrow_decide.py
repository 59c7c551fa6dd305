"""Which groups of 64-bit operations gain by 32 bits: extensions against what they save."""

from __future__ import annotations

from opencicc.passes.narrow.decide import Operation, worth_narrowing


def test_an_operation_pays_for_its_own_extension_and_no_more() -> None:
    assert not worth_narrowing({1: Operation(1, (), True)})
    assert worth_narrowing({1: Operation(2, (), True)}) == {1}
    assert worth_narrowing({1: Operation(1, (), False)}) == {1}


def test_operations_that_read_each_other_are_decided_together() -> None:
    chain = {1: Operation(1, (), True), 2: Operation(1, (1,), True), 3: Operation(1, (2,), False)}
    assert worth_narrowing(chain) == {1, 2, 3}
    assert not worth_narrowing({1: chain[1], 2: chain[2]})


def test_groups_apart_are_decided_apart() -> None:
    assert worth_narrowing({1: Operation(1, (), True), 2: Operation(30, (), True)}) == {2}


def test_a_counter_that_reads_itself_is_one_group() -> None:
    loop = {1: Operation(1, (2,), False), 2: Operation(1, (1,), True)}
    assert worth_narrowing(loop) == {1, 2}
