"""`-inline-info`: the decisions of a compile as a table per caller, read from its remarks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.trace import Remark

PASSES = ("inline", "inline-advisor", "inliner-ml-advisor-release", "nv-early-inliner", "nv-inline-must")
COLUMNS = ("callee", "inlined", "model", "charge", "left", "reason")


def inline_table(remarks: Iterable[Remark]) -> list[str]:
    """Lines to print: callers in the order of their first decision, the last decision about each call."""
    callers: dict[str, dict[tuple[str, str], tuple[str, ...]]] = {}
    spent: dict[str, int] = {}
    for remark in remarks:
        fields = dict(remark.args)
        if remark.pass_name not in PASSES or "Callee" not in fields or not ("Site" in fields or is_llvms(remark)):
            continue
        caller, is_inlined = fields["Caller"], remark.remark == "passed"
        rows = callers.setdefault(caller, {})
        number = f"{fields.get('Site', '')}+{len(rows)}" if is_inlined else fields["Site"]
        rows[fields["Callee"], number] = _row(fields, is_inlined)
        if is_inlined:
            spent[caller] = spent.get(caller, 0) + int(fields.get("Charge", 0))
    lines: list[str] = []
    for caller, rows in callers.items():
        inlined = sum(row[1] == "yes" for row in rows.values())
        lines += [f"{caller}: {inlined} of {len(rows)} calls inlined, {spent.get(caller, 0)} units"]
        lines += _aligned([COLUMNS, *rows.values()])
    return lines


def is_llvms(remark: Remark) -> bool:
    """Did LLVM's always-inliner take it? Levels that do not optimise leave calls that must be inlined to it."""
    return remark.remark == "passed" and remark.name == "AlwaysInline"


def _row(fields: dict[str, str], is_inlined: bool) -> tuple[str, ...]:
    answer, reason = "yes" if is_inlined else "no", fields.get("Reason", "alwaysinline")
    return (
        fields["Callee"],
        answer,
        fields.get("Model", "-"),
        fields.get("Charge", "0"),
        fields.get("Left", "-"),
        reason,
    )


def _aligned(rows: list[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
