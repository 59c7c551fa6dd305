"""Bit sets of numbers: packing, asking and unpacking agree with Python's own sets."""

import random

import pytest

from opencicc.bitsets import Members, pack, unpack


@pytest.mark.parametrize("numbers", [[], [0], [7], [8], [0, 1, 63, 64, 1000], list(range(40))])
def test_numbers_come_back(numbers):
    bits = pack(numbers)
    assert bits == sum(1 << number for number in numbers)
    assert unpack(bits) == numbers


def test_members_are_those_of_the_set():
    chosen = set(random.Random(5).sample(range(3000), 200))
    members = Members(pack(chosen))
    assert {number for number in range(5000) if number in members} == chosen
    assert 0 not in Members(0)
