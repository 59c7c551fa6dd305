"""May a call be inlined at all? The early bail-outs, in the order of the published inliner, each with its reason."""

from __future__ import annotations

from opencicc.passes.inline.decision import FunctionFacts, Site

# Another definition may take the place of these at link time; a body that may be replaced must not be copied.
INTERPOSABLE = ("weak", "linkonce", "common", "extern_weak", "appending")
LOAD_STORE_LIMIT = 100


def refusal(site: Site, is_limited: bool = True) -> str:
    """Why a call can't be inlined, or nothing. `is_limited` adds model A's limit on copied argument memory."""
    why = refusal_of(site.callee, is_forbidden=site.is_forbidden)
    if why:
        return why
    if site.mismatch:
        return f"caller and callee differ in {site.mismatch}"
    if is_limited:
        loads, stores = copied_accesses(site)
        if loads * stores > LOAD_STORE_LIMIT:
            return f"{loads} loads x {stores} stores of copied arguments exceed {LOAD_STORE_LIMIT}"
    return ""


def refusal_of(callee: FunctionFacts, *, is_forbidden: bool = False) -> str:
    """Why no call of this function can be inlined, or none that is forbidden itself."""
    if callee.is_intrinsic:
        return "the callee is an intrinsic"
    if callee.obstacle:
        return f"the callee's body can't be copied: {callee.obstacle}"
    if callee.linkage in INTERPOSABLE:
        return f"{callee.linkage} linkage: another definition may replace the callee"
    if callee.is_declaration:
        return "the callee has no body here"
    if callee.visibility == "protected":
        return "the callee has protected visibility"
    if callee.is_noinline or is_forbidden:
        return "noinline" if callee.is_noinline else "noinline at the call"
    return "the callee is optnone" if callee.is_optnone else ""


def copied_accesses(site: Site) -> tuple[int, int]:
    """The callee's loads and stores of argument memory that is a copy."""
    if not site.callee.accesses:  # most callees are never handed any
        return 0, 0
    copied = [
        counts for argument, counts in zip(site.arguments, site.callee.accesses, strict=False) if argument.is_copied
    ]
    return sum(loads for loads, _ in copied), sum(stores for _, stores in copied)


def is_must(site: Site) -> bool:
    """Was inlining asked for, whatever it costs?"""
    return site.callee.is_alwaysinline or site.is_forced


def is_never(callee: FunctionFacts) -> bool:
    """Can no call of this function be inlined, wherever it stands?"""
    return bool(refusal_of(callee))
