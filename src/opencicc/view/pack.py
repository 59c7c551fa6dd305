"""A trace as the page's data: rows sorted by what they are, and the decisions among them."""

from __future__ import annotations

import json

from opencicc.errors import InputError
from opencicc.trace import SCHEMA, SCHEMA_VERSION
from opencicc.view.decisions import decisions_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

EVENTS = ("stage", "phase", "part", "pass", "left-out", "idle")
# Kinds whose rows the page gets as they are, and the name it knows them by.
LISTS = {"remark": "remarks", "diagnostic": "diagnostics", "note": "notes", "ir": "ir", "source": "sources"}
LISTS |= {"sass": "sass", "kernel": "kernels", "pressure": "pressure"}


def is_trace(data: bytes) -> bool:
    return data.startswith(b'{"schema": "' + SCHEMA.encode())


def pack(trace: str, name: str = "<trace>") -> dict[str, Any]:
    """The page's data of a trace file's text."""
    rows = _rows(trace, name)
    header = rows[0]
    packed: dict[str, Any] = {"header": header, "events": [], "texts": [], "ptx": "", "names": {}}
    packed |= {list_name: [] for list_name in LISTS.values()}
    for row in rows[1:]:
        kind = row.get("kind")
        if kind in EVENTS:
            packed["events"].append(row)
        elif kind in LISTS:
            packed[LISTS[kind]].append(row)
        elif kind == "text":
            packed["texts"] += row["lines"]
        elif kind == "ptx":
            packed["ptx"] = row["text"]
        elif kind == "names":
            packed["names"] |= row["names"]
    command = header.get("command") or [str(word) for word in header.get("inputs", ())]
    packed["decisions"] = decisions_of(packed["remarks"], command)
    return packed


def _rows(trace: str, name: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(trace.split("\n"), 1):
        if not line:
            continue
        try:
            rows.append(json.loads(line))
        except ValueError:
            fix = "the file may have been cut: write it again with --trace=FILE --trace-all"
            raise InputError("this line of the trace is not JSON", at=f"{name}:{number}", fix=fix) from None
    if not rows or rows[0].get("schema") != SCHEMA:
        raise InputError("this is no trace", at=name, fix="opencicc kernel.ll --trace=FILE --trace-all writes one")
    if rows[0].get("version", 0) > SCHEMA_VERSION:
        raise InputError(
            f"the trace has version {rows[0]['version']}, known here is {SCHEMA_VERSION}",
            at=name,
            fix="use the opencicc that wrote it, or a newer one",
        )
    return rows
