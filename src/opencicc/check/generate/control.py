"""Branches: if with and without else, nested, switches dense and sparse, all joined by phis."""

from __future__ import annotations

from opencicc.check.generate import floats, integers
from opencicc.check.generate.values import FLOATS, INTEGERS, Value
from opencicc.check.generate.writer import Writer


def carried_types(w: Writer, most: int = 3) -> list[str]:
    return [w.pick_type() for _ in range(w.rng.randrange(1, most + 1))]


def exit_value(w: Writer, type_: str, since: int | None = None) -> Value:
    """A value to hand out of a scope, settled if it is a float; prefers what was made since a mark, or last."""
    made = w.values[-6:] if since is None else w.values[since:]
    recent = [value for value in made if value.type == type_]
    if recent and w.chance(0.8):
        value = w.rng.choice(recent)
    elif since is not None and type_ in INTEGERS and w.chance(0.8):
        value = converted(w, made, type_)
    else:
        value = w.pick(type_)
    return floats.settled(w, value) if type_ in FLOATS else value


def converted(w: Writer, made: list[Value], type_: str) -> Value:
    """An integer of the type from what was made, so that it is not for nothing."""
    sources = [value for value in made if value.type in INTEGERS]
    if not sources:
        return w.pick(type_)
    value = integers.resize(w, w.rng.choice(sources), type_)
    return w.define(type_, f"{w.rng.choice(('add', 'xor', 'sub'))} {value}, {w.pick(type_).text}")


def phi(w: Writer, type_: str, incoming: list[tuple[Value, str]]) -> Value:
    """The joined value; its bound is the largest that comes in."""
    text = ", ".join(f"[ {value.text}, %{block} ]" for value, block in incoming)
    return w.define(type_, f"phi {type_} {text}", max(value.bound for value, _ in incoming))


def uniform_condition(w: Writer) -> tuple[Value, bool]:
    """A condition and whether it is the same for all threads of the block."""
    if w.is_kernel and w.chance(0.3):
        limit = w.rng.randrange(1, 16)
        return w.define("i1", f"icmp {w.rng.choice(('slt', 'ugt', 'ne'))} i32 %n, {limit}", 1), True
    return integers.condition(w), False


def if_statement(w: Writer) -> None:
    """if (test) { ... } else { ... }, the second arm often empty; what the first made decides what is joined."""
    test, is_uniform = uniform_condition(w)
    sizes = (w.rng.randrange(1, 5), w.rng.randrange(1, 5) if w.chance(0.6) else 0)
    labels, join = (w.label("then"), w.label("else")), w.label("join")
    w.branch(test, *labels)
    types: list[str] = []
    arms = []
    for label, size in zip(labels, sizes, strict=True):
        w.start(label)
        mark = len(w.values)
        with w.scope(is_uniform=is_uniform):
            w.statements(size)
            types = types or joined_types(w, mark)
            arms.append(([exit_value(w, type_, mark) for type_ in types], w.block))
            w.jump(join)
    w.start(join)
    for position, type_ in enumerate(types):
        phi(w, type_, [(results[position], block) for results, block in arms])


def joined_types(w: Writer, mark: int) -> list[str]:
    """Types to join: mostly of what was made since the mark."""
    made = [value.type for value in w.values[mark:] if value.type not in ("i1", "half")]
    return w.rng.sample(made, min(len(made), w.rng.randrange(1, 4))) or carried_types(w)


def switch_statement(w: Writer) -> None:
    type_ = w.rng.choice(("i32", "i32", "i64", "i8"))
    source = w.pick(type_, constants=False)
    is_dense = w.chance(0.7)
    if is_dense:
        source = w.define(type_, f"and {source}, 7", min(source.bound, 7))
        keys = w.rng.sample(range(8), w.rng.randrange(2, 7))
    else:
        keys = w.rng.sample((0, 1, 2, 3, 10, 33, 64, 100, 127, -1, -5), w.rng.randrange(2, 6))
    types, join = carried_types(w, 2), w.label("join")
    labels = [w.label("case") for _ in keys]
    # Several keys may share one target.
    targets = [w.rng.choice(labels[: i + 1]) if w.chance(0.2) else labels[i] for i in range(len(keys))]
    default = w.label("default")
    rows = " ".join(f"{type_} {key}, label %{target}" for key, target in zip(keys, targets, strict=True))
    w.raw(f"switch {source}, label %{default} [ {rows} ]")
    arms = []
    for label in [each for each in labels if each in targets] + [default]:
        w.start(label)
        mark = len(w.values)
        with w.scope(is_uniform=False):
            w.statements(w.rng.randrange(0, 3))
            arms.append(([exit_value(w, each, mark) for each in types], w.block))
            w.jump(join)
    w.start(join)
    for position, each in enumerate(types):
        phi(w, each, [(results[position], block) for results, block in arms])
