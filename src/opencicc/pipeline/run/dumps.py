"""Dumps: at which steps the IR is printed, from the driver's --print-... options and the dump knobs of the passes.

`print-module` steps stand in every pipeline and are silent unless `dump-nvvmir` asks for them (slots 157 and 53 take
them out altogether). The knobs that print the IR around one pass act on its steps whether or not its body is built.
"""

from __future__ import annotations

from opencicc.options import driver as options
from opencicc.options.option import Option
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from opencicc.options.values import OptionValues
    from opencicc.pipeline.step import Step

DUMP_NVVMIR = Option(
    "dump-nvvmir",
    False,
    "Let every print step write the module to the error stream.",
    source="our choice: the sources give no default",
)
DUMP_BEFORE_CSSA = Option("dump-before-cssa", False, "Print the IR before cssa.", source="cicc v13.0 knob inventory")
DUMP_BEFORE_SPACES = Option(
    "dump-ir-before-memory-space-opt",
    False,
    "Print the IR before memory-space-opt.",
    source="cicc v13.0 knob inventory",
)
DUMP_AFTER_SPACES = Option(
    "dump-ir-after-memory-space-opt",
    False,
    "Print the IR after memory-space-opt.",
    source="cicc v13.0 knob inventory",
)
DUMP_KNOBS = (DUMP_NVVMIR, DUMP_BEFORE_CSSA, DUMP_BEFORE_SPACES, DUMP_AFTER_SPACES)
PRINT_STEP = "print-module"
PRINT_STEPS_KNOB = DUMP_NVVMIR.name
# Knob -> the pass whose steps it prints the IR in front of, or behind.
BEFORE_KNOBS = {DUMP_BEFORE_CSSA.name: "cssa", DUMP_BEFORE_SPACES.name: "memory-space-opt"}
AFTER_KNOBS = {DUMP_AFTER_SPACES.name: "memory-space-opt"}
KNOBS = tuple(knob.name for knob in DUMP_KNOBS)


@record
class Dumps:
    """The passes to print around; the `all` flags stand for every step that runs."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    is_before_all: bool
    is_after_all: bool
    has_print_steps: bool

    def is_before(self, step: Step) -> bool:
        return self._is_chosen(step, self.is_before_all, self.before)

    def is_after(self, step: Step) -> bool:
        return self._is_chosen(step, self.is_after_all, self.after)

    def _is_chosen(self, step: Step, is_all: bool, names: tuple[str, ...]) -> bool:
        if not step.is_active:
            return step.name in names
        return is_all or any(leaf.name in names for leaf in step.leaves)


def has_dump_knob(values: OptionValues) -> bool:
    """Does a knob ask for IR on the error stream? Asked on every compile, so it looks at set names only."""
    return any(name in values.settings and bool(values.settings[name].value) for name in KNOBS)


def wanted_dumps(values: OptionValues) -> Dumps:
    """What to print; names of passes that do not exist are usage errors."""
    return Dumps(
        (*_pass_names(values, options.PRINT_BEFORE), *_asked_for(values, BEFORE_KNOBS)),
        (*_pass_names(values, options.PRINT_AFTER), *_asked_for(values, AFTER_KNOBS)),
        values[options.PRINT_BEFORE_ALL],
        values[options.PRINT_AFTER_ALL],
        any(_asked_for(values, {PRINT_STEPS_KNOB: PRINT_STEP})),
    )


def _pass_names(values: OptionValues, option: Option[Any]) -> list[str]:
    from opencicc.passes.registry import find_pass

    return [find_pass(name, values.origin(option)).name for name in values[option]]


def _asked_for(values: OptionValues, knobs: dict[str, str]) -> list[str]:
    return [name for knob, name in knobs.items() if knob in values.settings and values.settings[knob].value]
