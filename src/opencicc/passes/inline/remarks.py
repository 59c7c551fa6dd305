"""One remark for every decision, once per compile for calls that stay."""

from __future__ import annotations

from opencicc.trace import Remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.passes.api import PassContext
    from opencicc.passes.inline.budget import Ledger
    from opencicc.passes.inline.decision import Decision
    from opencicc.passes.inline.recorded import Recorded


def report(
    ctx: PassContext, decisions: Sequence[Decision], locations: Sequence[str], ledger: Ledger, *, is_profuse: bool
) -> None:
    """`locations` are where the calls stand in the source, or nothing. What is new is found when somebody reads it."""
    if is_profuse:
        told = [number for number, decision in enumerate(decisions) if is_new(decision, ledger)]
        decisions, locations = (
            [decisions[number] for number in told],
            [locations[number] for number in told if locations],
        )
        for decision in decisions:
            print_profusely(decision)
    if decisions:
        ctx.remarks_later(remarks_of, decisions, locations, None if is_profuse else ledger)


def is_new(decision: Decision, ledger: Ledger) -> bool:
    """Calls that stay are said once."""
    site = decision.site
    key = (site.caller, site.callee.name, site.number, decision.reason)
    if decision.should_inline:
        return True
    if key in ledger.reported:
        return False
    ledger.reported.add(key)
    return True


def remarks_of(
    pass_name: str, decisions: Sequence[Decision], locations: Sequence[str], ledger: Ledger | None
) -> list[Remark]:
    return [
        remark_of(pass_name, decision, location)
        for decision, location in zip(decisions, locations or [""] * len(decisions), strict=True)
        if ledger is None or is_new(decision, ledger)
    ]


def remarks_of_recorded(pass_name: str, recorded: Recorded, ledger: Ledger) -> list[Remark]:
    """Of a run whose calls all fitted."""
    ledger.settle()
    made = recorded.decisions or []
    told = [*recorded.never, *(each for each in made if each.should_inline or not each.site.callee.refusal)]
    return remarks_of(pass_name, told, (), ledger)


def remark_of(pass_name: str, decision: Decision, location: str) -> Remark:
    kind = "passed" if decision.should_inline else "missed"
    caller, message = decision.site.caller, message_of(decision)
    return Remark(kind, pass_name, name_of(decision), caller, message, location, arguments_of(decision))


def message_of(decision: Decision) -> str:
    site = decision.site
    did = "inlined into" if decision.should_inline else "not inlined into"
    cost = "" if decision.is_must else f" (model {decision.model}: charge {decision.charge}, {decision.left} left)"
    return f"'{site.callee.name}' {did} '{site.caller}': {decision.reason}{cost}"


def name_of(decision: Decision) -> str:
    """LLVM's names for the same outcomes."""
    if decision.should_inline:
        return "AlwaysInline" if decision.is_must else "Inlined"
    if decision.site.callee.is_declaration:
        return "NoDefinition"
    return "NeverInline" if decision.is_must else "TooCostly"


def arguments_of(decision: Decision) -> tuple[tuple[str, str], ...]:
    site = decision.site
    args = (
        ("Callee", site.callee.name),
        ("Caller", site.caller),
        ("Site", str(site.number)),
        ("Model", decision.model),
        ("Charge", str(decision.charge)),
        ("Budget", str(decision.limit)),
        ("Left", str(decision.left)),
        ("Reason", decision.reason),
    )
    return (*args, ("Checks", " > ".join(decision.checks))) if decision.checks else args


def print_profusely(decision: Decision) -> None:
    """-profuseinline: plain text on standard error, as the decision is taken."""
    import sys

    site = decision.site
    print(f"inline: {site.caller} calls {site.callee.name} (call {site.number})", file=sys.stderr)
    for check in decision.checks:
        print(f"inline:   {check}", file=sys.stderr)
    answer = "inline" if decision.should_inline else "leave"
    print(f"inline:   {answer}: {decision.reason}", file=sys.stderr)
