"""May a call be inlined at all? The early bail-outs, in the order of the published inliner, each with its reason."""

from __future__ import annotations

from opencicc.passes.inline.decision import OPTNONE, Site

LOAD_STORE_LIMIT = 100


def refusal(site: Site, is_limited: bool = True) -> str:
    """Why a call can't be inlined, or nothing. `is_limited` adds model A's limit on copied argument memory."""
    why = site.callee.refusal
    if site.is_forbidden and why in ("", OPTNONE):
        return "noinline at the call"
    if why:
        return why
    if site.mismatch:
        return f"caller and callee differ in {site.mismatch}"
    if is_limited and site.callee.accesses:  # most callees are never handed copied memory
        loads, stores = copied_accesses(site)
        if loads * stores > LOAD_STORE_LIMIT:
            return f"{loads} loads x {stores} stores of copied arguments exceed {LOAD_STORE_LIMIT}"
    return ""


def copied_accesses(site: Site) -> tuple[int, int]:
    """The callee's loads and stores of argument memory that is a copy."""
    copied = [
        counts for argument, counts in zip(site.arguments, site.callee.accesses, strict=False) if argument.is_copied
    ]
    return sum(loads for loads, _ in copied), sum(stores for _, stores in copied)


def is_must(site: Site) -> bool:
    """Was inlining asked for, whatever it costs?"""
    return site.callee.is_alwaysinline or site.is_forced
