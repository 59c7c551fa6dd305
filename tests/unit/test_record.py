"""@record behaves as a frozen dataclass does, without importing dataclasses."""

from __future__ import annotations

import copy
import pickle

import pytest

from opencicc.record import as_dict, once, record, replace


@record
class Point:
    x: int
    y: int = 2

    @property
    def total(self) -> int:
        return self.x + self.y


@record
class Named(Point):
    name: str = "p"


@record
class Checked:
    size: int

    def __post_init__(self) -> None:
        if self.size < 0:
            raise ValueError("negative")


def test_fields_by_position_by_name_and_by_default() -> None:
    assert Point(1) == Point(1, 2) == Point(y=2, x=1)
    assert Point(1).total == 3


def test_missing_and_unknown_fields() -> None:
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Point(1, z=3)  # type: ignore[call-arg]


def test_frozen() -> None:
    point = Point(1)
    with pytest.raises(AttributeError, match=r"Point\.x can't be changed: records are frozen"):
        point.x = 5  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del point.x
    assert point.x == 1


def test_equality_asks_for_the_same_class() -> None:
    assert Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != (1, 2)
    assert Named(1, 2) != Point(1, 2)


def test_hash_goes_with_equality() -> None:
    assert len({Point(1), Point(1, 2), Point(3)}) == 2


def test_repr() -> None:
    assert repr(Named(1, name="q")) == "Named(x=1, y=2, name='q')"


def test_inheritance_appends_fields() -> None:
    named = Named(1, 5, "n")
    assert as_dict(named) == {"x": 1, "y": 5, "name": "n"}
    assert named.total == 6


def test_replace_makes_a_changed_copy() -> None:
    before = Named(1)
    assert replace(before, y=7) == Named(1, 7)
    assert before.y == 2
    with pytest.raises(TypeError):
        replace(before, z=1)


def test_post_init() -> None:
    assert Checked(1).size == 1
    with pytest.raises(ValueError, match="negative"):
        Checked(-1)


def test_pickle_and_copy() -> None:
    named = Named(1, 2, "n")
    assert pickle.loads(pickle.dumps(named)) == named
    assert copy.deepcopy(named) == named
    assert isinstance(pickle.loads(pickle.dumps(named)), Named)


def test_a_copy_keeps_no_more_than_the_fields() -> None:
    before = Named(1, 2)
    before.__dict__["_kept"] = "worked out for these values"
    assert "_kept" not in replace(before, y=7).__dict__


def test_a_copy_is_made_by_the_records_own_way_where_it_has_one() -> None:
    @record
    class Doubled:
        x: int

        def __post_init__(self) -> None:
            self.__dict__["twice"] = 2 * self.x

    assert replace(Doubled(2), x=5).twice == 10  # type: ignore[attr-defined]


@record
class Counted:
    x: int

    @once
    def asked(self) -> list[int]:
        return [self.x]


def test_what_is_worked_out_once_is_kept_and_no_part_of_the_record() -> None:
    one = Counted(3)
    assert one.asked is one.asked
    assert one == Counted(3) and hash(one) == hash(Counted(3))
    assert replace(one, x=4).asked == [4]
    assert pickle.loads(pickle.dumps(one)).asked == [3]
