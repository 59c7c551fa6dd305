"""Link user modules into one: validate each, link, compare symbol sizes.

The phases of cicc's LNK stage, in order: bytes to modules (A), triples (B), NVVM IR versions (C),
data layouts, one module needs no linking (D), sizes of what several show each other (G), and those
are linked into the first (E). Builtins (F) are in `builtins.py` and `libdevice.py`.
"""

from __future__ import annotations

from opencicc.errors import InputError, LinkError, VersionMismatchError
from opencicc.link import layout, version
from opencicc.link.unit import Buffer
from opencicc.llvm import edit_module, recovery
from opencicc.llvm.ir import is_bitcode
from opencicc.llvm.services import services
from opencicc.target import DATA_LAYOUT, TRIPLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from opencicc.link.settings import LinkSettings
    from opencicc.link.symbols import Symbol
    from opencicc.llvm.ir import Context, Module
    from opencicc.trace import Trace

TRIPLE_PREFIX = "nvptx64-"
NO_TRIPLE = "Module does not contain a triple, should be 'nvptx64-'"
MULTIPLY_DEFINED = "symbol multiply defined"  # libLLVM's words
BITCODE_SUFFIX = ".bc"
INCOMPATIBLE = "error: incompatible IR detected. Possible mix of compiler/IR from different releases."
_TEXT_SAMPLE_BYTES = 4096
_TEXT_STARTS = frozenset(bytes([byte]) for byte in (*b"\t\n\v\f\r", *range(0x20, 0x7F))) | {b""}


def link_modules(context: Context, inputs: list[tuple[str, bytes]], settings: LinkSettings, trace: Trace) -> Module:
    """The user modules, given as (name, text or bitcode), as one module; no builtins yet."""
    module = link_user(context, [Buffer(data, name) for name, data in inputs], settings)
    if len(inputs) > 1:
        trace.note(f"linked {len(inputs)} modules into {module.name}")
    return module


def link_user(context: Context, buffers: list[Buffer], settings: LinkSettings) -> Module:
    """Modules that are linked whole, as one."""
    if not buffers:
        raise LinkError("there is no module to link", fix="give at least one input")
    modules = [(buffer.name, parse_module(context, buffer)) for buffer in buffers]
    if settings.require_version:  # libNVVM asks for it before the triple
        check_versions(modules, settings)
    for name, module in modules:
        if module.triple or settings.require_data_layout:
            check_triple(name, module)
        else:
            edit_module.set_triple(module, TRIPLE)  # it says nothing about a target: -arch does
    if not settings.require_version:
        check_versions(modules, settings)
    settle_data_layout(modules, settings)
    for buffer, (_, module) in zip(buffers, modules, strict=True):
        if may_mean_orders(buffer.data, settings.atomic_order):
            from opencicc.link import atomic_order

            atomic_order.keep(module, settings.atomic_order)
    if len(modules) == 1:
        return modules[0][1]
    shown = [symbol for name, module in modules for symbol in visible_symbols(name, module)]
    check_sizes(shown)
    (_, primary), *others = modules
    for name, secondary in others:
        _link_into(primary, secondary, name, shown)
    return primary


def may_mean_orders(data: bytes, policy: str) -> bool:
    """May the module have atomics whose order counts? By its bytes, text or bitcode: those who write such sign so."""
    return policy == "kept" or (policy == "auto" and any(mark in data for mark in _ORDER_MARKS))


_ORDER_MARKS = (b"rustc version", b"julia_", b"DW_LANG_Julia", b"gpu_report_exception")


def check_sizes(shown: list[Symbol]) -> None:
    """What several modules show each other must have one size."""
    from opencicc.link import symbols

    mismatches = symbols.find_size_mismatches(shown)
    if mismatches:
        fix = "declare the symbol with the type of its definition in every module"
        raise LinkError(mismatches[0], fix=fix, detail="\n".join(mismatches[1:]))


def parse_module(context: Context, buffer: Buffer) -> Module:
    """Text IR or bitcode, decided by content; nothing else is let near the reader."""
    if buffer.name.endswith(BITCODE_SUFFIX) and not is_bitcode(buffer.data):
        raise bad_magic(buffer.name)
    if not is_bitcode(buffer.data) and not may_be_text(buffer.data):
        raise LinkError(
            f"{buffer.name}: not an LLVM module: neither bitcode nor text IR",
            at=buffer.name,
            fix="give LLVM bitcode (.bc) or LLVM IR text (.ll)",
        )
    try:
        return context.parse(buffer.data, buffer.name)
    except InputError as error:
        repaired = _typed(buffer.data)
        if repaired is not None:
            return context.parse(repaired, buffer.name)
        from opencicc.link.other_languages import find_language

        language = find_language(buffer.data)
        if language is None:
            raise
        what = f"the input is {language.name}, not LLVM IR"
        raise InputError(what, at=buffer.name, fix=language.fix, detail=error.what) from None


def _typed(data: bytes) -> bytes | None:
    """The text with the types that `byval` and `sret` had no need of in LLVM 7; None where none is missing."""
    if is_bitcode(data) or not (b"byval" in data or b"sret" in data):
        return None
    from opencicc.link import old_text

    repaired = old_text.add_types(data.decode(errors="surrogateescape")).encode(errors="surrogateescape")
    return repaired if repaired != data else None


def bad_magic(name: str) -> LinkError:
    return LinkError(
        f"{name}: invalid bitcode: it does not begin with bitcode's magic number",
        at=name,
        fix=f"make the file again; text IR has a name without {BITCODE_SUFFIX}",
    )


def check_triple(name: str, module: Module) -> None:
    triple = module.triple
    fix = 'put this line into the module: target triple = "nvptx64-nvidia-cuda"'
    if not triple:
        raise LinkError(NO_TRIPLE, at=name, fix=fix)
    if not triple.startswith(TRIPLE_PREFIX):
        raise LinkError(f"{name}: {NO_TRIPLE}", at=name, fix=f"the module is for {triple}: build it for NVPTX")


def check_versions(modules: list[tuple[str, Module]], settings: LinkSettings) -> None:
    for name, module in modules:
        check_version(name, module, settings)


def check_version(name: str, module: Module, settings: LinkSettings) -> None:
    rows = module.metadata_rows(version.METADATA)
    if not (rows or settings.require_version) or not settings.checks_versions():
        return
    tuples = [tuple(number.integer or 0 for number in row.operands) for row in rows]
    needs_debug = settings.debug and bool(module.metadata_rows(version.DEBUG_METADATA))
    if settings.require_version:
        strict_reason = version.find_strict_mismatch(tuples, needs_debug=needs_debug)
        if strict_reason:
            fix = version.STRICT_FIX if version.NO_OTHER in strict_reason else ""
            raise VersionMismatchError(f"{name}: error: {strict_reason}", fix=fix)
        return
    reason = version.find_mismatch(tuples, needs_debug=needs_debug)
    if reason:
        raise VersionMismatchError(
            f"{name}: {INCOMPATIBLE}",
            at=f"{name}: {reason}",
            fix="rebuild the module with a front end of this release, or set NVVM_IR_VER_CHK=0 to link it all the same",
        )


def settle_data_layout(modules: list[tuple[str, Module]], settings: LinkSettings) -> None:
    """Give every module the first layout and triple that one of them has, after checking it."""
    name, chosen = next(((n, m) for n, m in modules if m.data_layout), modules[0])
    text = chosen.data_layout
    if not text and settings.require_data_layout:
        raise LinkError(
            layout.EMPTY, at=name, fix=f'put this line into the module: target datalayout = "{DATA_LAYOUT}"'
        )
    errors = layout.find_layout_errors(text)
    if errors:
        fix = f'NVPTX has one layout: target datalayout = "{DATA_LAYOUT}"'
        raise LinkError(errors[0], at=name, fix=fix, detail="\n".join(errors[1:]))
    triple = modules[0][1].triple
    for _, module in modules:
        edit_module.set_data_layout(module, text or DATA_LAYOUT)
        edit_module.set_triple(module, triple)


def visible_symbols(name: str, module: Module) -> Iterator[Symbol]:
    """What a module shows to the others, with sizes; LLVM's own names are no symbols."""
    from opencicc.link.builtins import symbol_bytes
    from opencicc.link.symbols import LOCAL_LINKAGES, Symbol

    for value in [*module.globals, *module.functions]:
        if value.linkage not in LOCAL_LINKAGES and not value.name.startswith("llvm."):
            yield Symbol(value.name, name, symbol_bytes(value), value.is_declaration)


def _link_into(primary: Module, secondary: Module, name: str, shown: list[Symbol]) -> None:
    context = primary.context
    try:
        services().link(context.ref, primary.ref, secondary.release())
    except recovery.LibraryFailure as failure:
        said = "; ".join(context.take_errors()) or failure.message or "libLLVM gave no reason"
        raise _link_error(name, said, shown) from None
    errors = context.take_errors()
    if errors:
        raise _link_error(name, "; ".join(errors), shown)


def _link_error(name: str, said: str, shown: list[Symbol]) -> LinkError:
    """libLLVM names the symbol; the files that define it are ours to name."""
    fix, at = "see the symbol named above", name
    quoted = said.split("'")[1] if MULTIPLY_DEFINED in said and said.count("'") >= 2 else ""
    owners = [symbol.module for symbol in shown if symbol.name == quoted and not symbol.is_declaration]
    if len(owners) > 1:
        at = " and ".join(owners[:2])
        fix = "give each file once" if owners[0] == owners[1] else f"rename one @{quoted}, or make it internal (static)"
    return LinkError(f"{name}: link error: {said}", at=at, fix=fix)


def may_be_text(data: bytes) -> bool:
    """Begins as text does and has no NUL; any other byte may stand in a comment or in quotes."""
    return data[:1] in _TEXT_STARTS and b"\0" not in data[:_TEXT_SAMPLE_BYTES]
