"""A quick look at PTX text: in which functions may more registers be alive somewhere than a limit? No parsing; "in none" is always right.

First what each function declares: fewer registers than the limit can't crowd it. Then the stretch of text between the
first and the last mention of each register, lengthened over the loops that it reaches into: a value is alive within it
at most, as long as every way to a use has gone through a definition. Labels and branches backwards are the loops.
"""

from __future__ import annotations

from functools import lru_cache

from opencicc.ptx_text import Body, bodies_of, declarations, declared_units
from opencicc.target import RegisterBounds, Target, register_cliffs, register_limit

# Opcodes whose first operand is no result.
_READ_FIRST = ("st", "red", "bar", "bra", "cp.", "prefetch", "ret", "call", "membar", "fence", "nanosleep")
READ, WRITTEN, AGAIN = range(3)


def crowded_bodies(
    ptx: str,
    limit: int,
    target: Target,
    unbounded: int | None = None,
    bodies: list[Body] | None = None,
    *,
    is_step: bool = False,
) -> list[Body]:
    """The functions that possibly have more 32-bit registers alive at once than `limit`, or than their own one.

    `unbounded` is the limit where a header says nothing about the launch: 0 for what a thread can have at all.
    `bodies`: the functions, where they are known already.
    `is_step`: of a kernel with a known block it is the least step of occupancy that counts, not a limit itself.
    """
    default = limit if unbounded is None else unbounded
    bodies = bodies_of(ptx) if bodies is None else bodies
    stated = [_stated_limit(_directives(ptx, body), limit, default, target) for body in bodies]
    lowest = min((most for _, most, _ in stated), default=0)  # what kernels call has to do with theirs
    found = []
    for body, (wanted, most, threads) in zip(bodies, stated, strict=True):
        own = min(wanted, lowest if body.is_called else most)
        if body.units > own and is_step and threads and not body.is_called:
            own = min(_first_step(target, threads, own), most)
        if body.units > own and is_crowded(ptx[body.opening : body.closing], own):
            found.append(body)
    return found


@lru_cache(maxsize=64)
def _first_step(target: Target, threads: int, least: int) -> int:
    """The least step of occupancy that is not below `least`: with no more registers alive there is none to aim at."""
    steps = (registers for registers, _ in register_cliffs(target, threads) if registers >= least)
    return min(steps, default=least)


def is_crowded(body: str, own: int) -> bool:
    if longest_overlap(body) <= own:
        return False
    closer = _native_count("most_alive", body)
    return closer is None or closer > own


def _directives(ptx: str, body: Body) -> str:
    """What a header says behind its parameters."""
    return ptx[max(ptx.rfind(")", body.start, body.opening), body.start) : body.opening]


@lru_cache(maxsize=256)  # most kernels say the same
def _stated_limit(header: str, limit: int, default: int, target: Target) -> tuple[int, int, int]:
    """What a header should need, and what it may: the same where it states its limit, else ours and the machine's, and its
    threads then."""
    threads = 1
    for extent in _numbers(header, ".reqntid") or _numbers(header, ".maxntid") or [0]:
        threads *= extent
    blocks, registers = _numbers(header, ".minnctapersm"), _numbers(header, ".maxnreg")
    bounds = RegisterBounds(threads, blocks[0] if blocks else 0, registers[0] if registers else 0)
    own = register_limit(target, bounds)
    if blocks or registers:
        return own, own, 0
    return (limit if threads else default) or own, own, threads


def _numbers(header: str, directive: str) -> list[int]:
    """[128, 2, 1] of `.maxntid 128, 2, 1`; nothing where it is not there."""
    found: list[int] = []
    at = header.find(directive)
    for word in header[at + len(directive) :].replace(",", " ").split() if at >= 0 else ():
        if not word.isdigit():
            break
        found.append(int(word))
    return found


def longest_overlap(body: str) -> int:
    """The most units of registers whose stretches of text overlap at one line."""
    most = _native_count("longest_overlap", body)
    if most is not None:
        return most
    if "brx" in body or "/*" in body:  # jumps through tables, comments that hide lines: no quick answer
        return declared_units(body, 0, len(body))
    return _overlap(body, _widths(body)) + _most_in_a_scope(body)


def _native_count(kind: str, body: str) -> int | None:
    """By the native helper, where libLLVM is open anyway; PTX alone needs neither."""
    from opencicc.llvm import library

    if not library.is_open():
        return None
    from opencicc.llvm.services import services

    counted: int | None = getattr(services(), kind)(body)
    return counted


def _overlap(body: str, widths: dict[str, int]) -> int:
    import re

    find = re.compile(r"%[a-zA-Z_][\w$]*").findall
    first: dict[str, tuple[int, int]] = {}  # line of the first mention, and what is known of it: READ, WRITTEN, AGAIN
    last: dict[str, int] = {}
    labels: dict[str, int] = {}
    loops: list[tuple[int, int]] = []
    lines = body.split("\n")
    for number, line in enumerate(lines):
        if ":" in line:
            name, rest = _split_label(line)
            if name:
                labels[name] = number
                line = rest
        if "%" not in line and "bra" not in line:
            continue
        statement = line.partition("//")[0] if "//" in line else line
        names = find(statement)
        result = _result(statement)
        written = names[:1] if result[:1] == "%" and "|" not in result else find(result)
        for name in names:
            is_written = name in written
            if name not in first:
                first[name] = number, WRITTEN if is_written else READ
            elif is_written and first[name][1] == WRITTEN:
                first[name] = first[name][0], AGAIN
            last[name] = number
        if "bra" in statement:
            back = labels.get(statement.rstrip("; \t").split()[-1])
            if back is not None:
                loops.append((back, number))
    return _most_at_once(len(lines), first, last, widths, _loops_by_line(len(lines), loops))


def _most_in_a_scope(body: str) -> int:
    """Units of the names without a percent sign: those of inline assembly, alive in its braces at most."""
    at, most, now, closed = body.find(".reg"), 0, 0, -1
    while at >= 0:
        stop = body.find(";", at)
        if body.find("}", closed + 1, at) >= 0:
            closed, now = body.rfind("}", closed + 1, at), 0
        for width, names in declarations(body, at, stop):
            now += sum(width for name in names if name[:1] != "%")
        most = max(most, now)
        at = body.find(".reg", stop)
    return most


def _split_label(line: str) -> tuple[str, str]:
    """('$L1', rest) of `$L1: mov ...`; ('', line) where there is no label."""
    name, _, rest = line.partition(":")
    name = name.strip()
    is_label = bool(name) and not rest.startswith(":") and all(c.isalnum() or c in "$_%" for c in name)
    return (name, rest) if is_label else ("", line)


def _result(statement: str) -> str:
    """The first operand of an unguarded statement whose opcode writes one."""
    words = statement.split(None, 1)
    if len(words) < 2 or words[0][0] == "@" or words[0].startswith(_READ_FIRST):
        return ""
    return words[1].partition("}" if words[1][0] == "{" else ",")[0]


def _most_at_once(
    count: int,
    first: dict[str, tuple[int, int]],
    last: dict[str, int],
    widths: dict[str, int],
    around: list[tuple[tuple[int, int], ...]],
) -> int:
    changes = [0] * (count + 1)
    for name, (start, kind) in first.items():
        width = widths.get(name.rstrip("0123456789")) or widths.get(name, 0)
        if not width:
            continue
        end = last[name]
        if kind == READ:  # before anything writes it: alive from the start
            start = 0
        elif kind == AGAIN:  # it may come from the trip before
            start = min((head for head, _ in around[start]), default=start)
        reached = -1
        while reached != end:  # read inside a loop that it was not made in: alive on every trip
            reached = end
            end = max((tail for head, tail in around[end] if head > start or kind != WRITTEN), default=end)
        changes[start] += width
        changes[min(end + 1, count)] -= width
    most = now = 0
    for change in changes:
        now += change
        most = max(most, now)
    return most


def _loops_by_line(count: int, loops: list[tuple[int, int]]) -> list[tuple[tuple[int, int], ...]]:
    """For each line the stretches between a label and a branch back to it that hold the line."""
    opens: dict[int, list[tuple[int, int]]] = {}
    for loop in loops:
        opens.setdefault(loop[0], []).append(loop)
    around: list[tuple[tuple[int, int], ...]] = []
    now: tuple[tuple[int, int], ...] = ()
    for line in range(count):
        if line in opens or any(tail < line for _, tail in now):
            now = (*(loop for loop in now if loop[1] >= line), *opens.get(line, ()))
        around.append(now)
    return around


def _widths(body: str) -> dict[str, int]:
    """Units by the name of a register, or by what the names of a family start with."""
    found: dict[str, int] = {}
    for width, names in declarations(body, 0, len(body)):
        for name in names:
            found[name.partition("<")[0]] = max(width, found.get(name.partition("<")[0], 0))
    return found
