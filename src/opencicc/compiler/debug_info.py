"""How much debugging the PTX carries: nothing, line directives (-lineinfo), or all that the IR has (-g).

ptxas optimises a text whose target line says `debug` less than any other, so the mark has to be the
user's wish and never a leftover of what a front end wrote. libLLVM sets it for every unit with more
than line directives and has no switch for it; with -lineinfo the mark, the debug sections and the
labels that only those name are taken out of the text again. `.loc` and `.file` stay.

Of a module with several units libLLVM writes some sections once for each, and ptxas dies of the second: they become one.
"""

from __future__ import annotations

from opencicc.llvm import edit_module, native
from opencicc.llvm.ir import Module
from opencicc.llvm.native import TargetMachine

WARNING = (
    "the PTX is marked debug, and ptxas optimises such code less: for full speed leave out -g (-lineinfo keeps lines)"
)
_MARK = ", debug"
_SECTION = "\t.section\t.debug_"
_SECTION_END = "\t}\n"
_PER_UNIT = ("pubnames", "pubtypes")  # those that libLLVM begins anew for each unit
_DEBUG_LABELS = ("$L__tmp", "$L__func_begin", "$L__func_end")


def reduce_module(module: Module, machine: TargetMachine, *, keeps_all: bool, keeps_lines: bool) -> None:
    """Take out of the module what the PTX shall not have. Just before code generation: remarks name source lines."""
    units = [unit.text for unit in module.metadata_rows("llvm.dbg.cu")]
    if not units:
        return
    if not keeps_all and not keeps_lines:
        edit_module.strip_debug_info(module)
        return
    has_full = any("emissionKind: FullDebug" in unit for unit in units)
    # libLLVM crashes on a variable of a unit that says to have lines only.
    has_lines = any("emissionKind: LineTablesOnly" in unit for unit in units)
    if (has_lines and not has_full) or (has_full and not keeps_all):
        native.run_passes(module, "strip-nonlinetable-debuginfo", machine)


def keep_lines_only(ptx: str) -> str:
    """The text without debug mark, sections and labels; nothing to do where there are no sections."""
    if _SECTION not in ptx:
        return ptx
    kept: list[str] = []
    is_inside = False
    for line in ptx.splitlines(keepends=True):
        if is_inside:
            is_inside = line != _SECTION_END
        elif line.startswith(_SECTION):
            is_inside = not line.rstrip().endswith("}")  # an empty section is one line
        elif line.startswith(".target "):
            kept.append(line.replace(_MARK, ""))
        elif not line.startswith(_DEBUG_LABELS):
            kept.append(line)
    return "".join(kept)


def unite_sections(ptx: str) -> str:
    """The text with each debug section once: what a later one of the same name has stands behind what the first has."""
    if not any(ptx.count(f"{_SECTION}{name}\n") > 1 for name in _PER_UNIT):
        return ptx
    before, *sections = ptx.split(_SECTION)
    contents: dict[str, str] = {}
    for section in sections:
        name, _, body = section.partition("\n")
        if name not in contents:
            contents[name] = body
        else:
            inside = body.partition("{\n")[2]
            end = contents[name].rindex(_SECTION_END)
            contents[name] = contents[name][:end] + inside
    return before + "".join(f"{_SECTION}{name}\n{body}" for name, body in contents.items())


def says_debug(ptx: str) -> bool:
    """Does the target line ask ptxas for debuggable code?"""
    for line in ptx.splitlines():
        words = line.split()
        if words and words[0] == ".target":
            return "debug" in line.split("//")[0].replace(",", " ").split()
    return False
