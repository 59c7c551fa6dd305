"""Step: one entry of a pipeline, a pass with its parameters or a manager with steps inside.

What a step does is its name, parameters and children: two steps are equal when these are, and `text` says just
these. The rest is where it came from.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from opencicc.passes.info import Kind
from opencicc.passes.registry import DEFAULT_PARAMS, PassInfo, Status, analysis_level, find_pass
from opencicc.pipeline.run.conditions import CONDITION_JOINT
from opencicc.pipeline.spec.guards import ALWAYS, Guard

MANAGERS = {
    "module": "module(pass,...): passes over the whole module",
    "cgscc": "cgscc(pass,...): passes over the call graph, callees first",
    "function": "function(pass,...): passes over one function after the other",
    "loop": "loop(pass,...): passes over loops, inner ones first",
    "loop-mssa": "loop-mssa(pass,...): passes over loops that use memory SSA",
    "machine": "machine(pass,...): passes over the PTX of one function after the other",
    "devirt": "devirt<N>(pass,...): again, at most N times, while calls become direct ones",
    "repeat": "repeat<N>(pass,...): N times",
    "when": "when<CONDITION>(pass,...): only where the condition holds",
}
ANALYSIS_VERBS = ("require", "invalidate")

# Bits of the pass list's flags.
FUNCTION_FLAG = 1
BARRIER_FLAG = 2


@dataclass(frozen=True)
class Step:
    """One entry of a pipeline. `phase` is 1 or 2 once phases are assigned, 0 before."""

    name: str
    params: tuple[str, ...] = ()
    children: tuple[Step, ...] = ()
    factory: str = field(default="", compare=False)  # the spec's factory call, for steps that mirror one
    where: str = field(default="", compare=False)  # "tier 0 #5", "tier 0 #2, standard pipeline 1"
    guard: Guard = field(default=ALWAYS, compare=False)  # why it is in: what had to hold
    phase: int = field(default=0, compare=False)
    flags: int = field(default=FUNCTION_FLAG, compare=False)
    why: str = field(default="", compare=False)
    when: str = field(default="", compare=False)  # of a step taken out of `when<...>(...)`: the condition

    @property
    def text(self) -> str:
        """The step as pipeline text; the parser reads it back."""
        params = f"<{';'.join(self.params)}>" if self.params else ""
        inside = f"({','.join(child.text for child in self.children)})" if self.children else ""
        return f"{self.name}{params}{inside}"

    @property
    def is_manager(self) -> bool:
        return self.name in MANAGERS

    @property
    def info(self) -> PassInfo | None:
        """The registry's entry; managers and `require<...>` have none."""
        return None if self.is_manager or self.name in ANALYSIS_VERBS else find_pass(self.name)

    @property
    def kind(self) -> Kind:
        """The level it works on; a manager works on the level it is for."""
        if self.name in ANALYSIS_VERBS:
            return Kind(analysis_level(self.params[0]) or "module")
        if self.name in ("devirt", "repeat", "when"):
            return Kind.CGSCC if self.name == "devirt" else self.children[0].kind
        return Kind(self.name) if self.is_manager else find_pass(self.name).kind

    @property
    def status(self) -> Status:
        """Whether it does anything; a manager is native when all inside it is."""
        if self.name in ANALYSIS_VERBS:
            return Status.PROVIDED
        if self.info is not None:
            return self.info.status
        inside = {child.status for child in self.children}
        if self.name == "when":
            return Status.BUILT
        return Status.NATIVE if inside <= {Status.NATIVE, Status.PROVIDED} else Status.BUILT

    @property
    def is_active(self) -> bool:
        """Does it do anything to the module?"""
        return self.status in (Status.BUILT, Status.NATIVE, Status.STAND_IN)

    @property
    def is_read_only(self) -> bool:
        return self.status is Status.PROVIDED or (self.info is not None and self.info.is_read_only)

    @property
    def leaves(self) -> Iterator[Step]:
        """The steps inside that are passes; a pass is its own leaf."""
        if not self.is_manager:
            yield self
        for child in self.children:
            yield from child.leaves

    def __str__(self) -> str:
        return self.text


def native_text(step: Step) -> str:
    """What libLLVM gets to run this step: the pass under its manager. Only for native and stand-in steps."""
    info = step.info
    if info is not None and info.native:
        return _fill(info.native, step)
    return _wrap(_inner(step), step.kind)


def _fill(template: str, step: Step) -> str:
    """A stand-in's or special pass's text with this step's numbers in it."""
    params = step.params or DEFAULT_PARAMS.get(step.name, ())
    words = [word for word in params if not word.startswith(("threshold=", "count=", "late"))]
    return template.format(params=";".join(words)).replace("<>", "")


def _inner(step: Step) -> str:
    """The step's text inside a manager, with the parameters that libLLVM needs."""
    extra = tuple(word for word in DEFAULT_PARAMS.get(step.name, ()) if not _has_choice(step.params, word))
    words = (*step.params, *extra)
    params = f"<{';'.join(words)}>" if words else ""
    inside = f"({','.join(_inner(child) for child in step.children)})" if step.children else ""
    return f"{step.name}{params}{inside}"


def _has_choice(params: tuple[str, ...], word: str) -> bool:
    plain = word.removeprefix("no-")
    return plain in params or f"no-{plain}" in params


def _wrap(text: str, kind: Kind) -> str:
    """The managers that a pass of this level needs around it at top level."""
    is_manager_text = text.split("(")[0].split("<")[0] == kind.value
    if kind is Kind.MODULE:
        return text
    if kind is Kind.CGSCC or kind is Kind.FUNCTION:
        return text if is_manager_text else f"{kind.value}({text})"
    manager = "loop-mssa" if kind is Kind.LOOP_MSSA else "loop"
    return f"function({text})" if is_manager_text else f"function({manager}({text}))"


def linearize(step: Step) -> list[Step]:
    """The steps to run one after the other.

    A manager of native passes runs as a whole. One with a pass of ours inside is taken apart, because libLLVM cannot
    call back: its passes then run over the module one by one instead of function by function. What stands inside
    `when<...>` carries its condition.
    """
    if not step.is_manager or step.status is Status.NATIVE:
        return [step]
    rounds = int(step.params[0]) if step.name == "repeat" else 1
    parts = [leaf for _ in range(rounds) for child in step.children for leaf in linearize(child)]
    if step.name != "when":
        return parts
    condition = step.params[0]
    where = f"{step.where}, when {condition}" if step.where else f"when {condition}"
    return [replace(part, when=join_conditions(condition, part.when), where=where) for part in parts]


def join_conditions(*conditions: str) -> str:
    """Conditions that must all hold, as one."""
    return CONDITION_JOINT.join(condition for condition in conditions if condition)
