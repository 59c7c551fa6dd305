"""The codegen dispatch: which lowering steps follow the pipeline, ordered by what they depend on.

Slot 9 is the level, and that of libLLVM's code generation where it is set. At level 0 only the steps run that others
can't do without. At level 2 and above every step already in the list is looked at: one that a codegen step depends on gets the
barrier bit, and the codegen steps come out in an order that respects all dependencies, the transitive ones too. Below
that the table's own order is used. Steps stay in table order where no dependency decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class CodegenStep:
    """A lowering step and the passes that have to come before it; level 0 has those only that must be there."""

    text: str
    after: tuple[str, ...]
    why: str
    is_required: bool = False


CODEGEN = (
    CodegenStep("lower-struct-args<opt-byval>", (), "byval arguments become copies that can be split", True),
    CodegenStep("lower-aggr-copies", ("lower-struct-args",), "aggregate copies become loads, stores and loops", True),
    CodegenStep("normalize-gep", (), "one form of subscripts for the address passes"),
    CodegenStep("scev-cgp", ("memory-space-opt", "normalize-gep"), "shared and global addresses have other widths"),
    CodegenStep("common-base-elim", ("scev-cgp",), "works on the bases that scev-cgp chose"),
    CodegenStep("base-address-sr", ("common-base-elim",), "works on the bases that are left"),
    CodegenStep("cssa", ("remat", "base-address-sr", "lower-aggr-copies"), "phi copies go in last"),
)


def order(after: Mapping[str, Sequence[str]]) -> list[str]:
    """The keys in an order where everything in `after[key]` comes before `key`; ties keep the given order."""
    done: list[str] = []
    open_names: list[str] = []

    def visit(name: str) -> None:
        if name in open_names:
            raise ValueError(f"codegen steps depend on each other: {' -> '.join((*open_names, name))}")
        if name in done or name not in after:
            return
        open_names.append(name)
        for before in after[name]:
            visit(before)
        open_names.pop()
        done.append(name)

    for name in after:
        visit(name)
    return done


def dispatch(steps: Sequence[CodegenStep], codegen_level: int) -> tuple[CodegenStep, ...]:
    """The codegen steps in the order of this level."""
    if codegen_level <= 1:
        return tuple(step for step in steps if codegen_level == 1 or step.is_required)
    by_name = {step.text.split("<")[0]: step for step in steps}
    return tuple(by_name[name] for name in order({name: step.after for name, step in by_name.items()}))


def has_codegen_user(pass_name: str, steps: Sequence[CodegenStep]) -> bool:
    """Does a codegen step depend on this pass?"""
    return any(pass_name in step.after for step in steps)
