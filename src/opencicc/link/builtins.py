"""Pull what is undefined out of a builtin module, and nothing else.

The module is parsed lazily: bodies of functions that nobody needs are never read. With the native
helper LLVM links only what is needed; without it every function of the builtin module is first
marked `linkonce_odr`, which LLVM's linker takes only where something refers to it. What came in
becomes internal: it is this module's own copy.

A module that is no valid builtin (magic, triple, version) is an error, as it is for a user's module. One
that fails in the linker is reported, and the link goes on: what it was to define stays undefined.
"""

from __future__ import annotations

from opencicc.errors import InputError, LinkError
from opencicc.link import linker, symbols
from opencicc.llvm import edit, edit_module, recovery
from opencicc.llvm.ir import Function, is_bitcode
from opencicc.llvm.memory import Memory, hold
from opencicc.llvm.services import services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencicc.link.settings import LinkSettings
    from opencicc.link.unit import Buffer
    from opencicc.llvm.ir import GlobalValue, Module
    from opencicc.trace import Trace

# Clang 3.8 wrote these on every libdevice function. NVPTX reads none of them, but inlining a
# function that says "false" takes the permission from a caller that says "true".
_OLD_ATTRIBUTES = (
    "disable-tail-calls", "frame-pointer", "less-precise-fpmad", "no-infs-fp-math", "no-nans-fp-math",
    "stack-protector-buffer-size", "unsafe-fp-math", "use-soft-float",
)  # fmt: skip
LINK_ERROR = "builtins: link error: "


class BuiltinFailure(Exception):
    """A builtin module can't be linked. No reason to stop: what it lacks stays undefined."""


def link_buffers(
    module: Module, buffers: Iterable[Buffer], settings: LinkSettings, trace: Trace, *, override: bool
) -> None:
    """Link modules that came as buffers; a failure is reported and the next one is tried.

    They fill what is undefined: libNVVM's lazy modules. With `override` their definitions win over the user's.
    """
    for buffer in buffers:
        try:
            pull(module, hold(buffer.data, buffer.name), settings=settings, override=override)
        except BuiltinFailure as failure:
            report(trace, failure)


def pull(
    module: Module,
    memory: Memory,
    user: dict[str, bool] | None = None,
    *,
    settings: LinkSettings | None = None,
    override: bool = False,
    is_clean: bool = False,
) -> list[GlobalValue]:
    """Fill what is undefined from a builtin module; what came in.

    `user` says which of the module's names are defined; the caller may have reason to offer only some. Without
    `settings` the builtin was found valid before; where it is clean, its old attributes are gone, and LLVM has verified it.
    """
    everything = visible_names(module)
    source = _parse(module, memory, is_own=is_clean)
    if settings is not None:
        linker.check_triple(memory.name, source)
        linker.check_version(memory.name, source, settings)
    choice = symbols.choose(
        user or everything, lambda name: not name.startswith("llvm.") and _is_defined(source, name), override=override
    )
    if not choice.names:
        source.dispose()
        return []
    _check_sizes(module, source, memory.name, choice.wanted)
    edit_module.set_target_like(source, module)
    module.is_verified = module.is_verified and is_clean
    failure = _link_needed(module, source, choice)
    arrived = []
    for value in [*module.functions, *module.globals]:
        name = value.name
        if name in choice.names or name not in everything:
            _make_own(value, is_clean)
            arrived.append(value)
    if failure:
        raise BuiltinFailure(failure)
    return arrived


def visible_names(module: Module) -> dict[str, bool]:
    """The module's functions and variables that others may define or use, and whether they are defined."""
    names = {f.name: not f.is_declaration for f in module.functions}
    names.update((v.name, not v.is_declaration) for v in module.globals)
    return names


def report(trace: Trace, failure: BuiltinFailure) -> None:
    trace.diagnostics.append(("error", f"{LINK_ERROR}{failure}"))


def _parse(module: Module, memory: Memory, *, is_own: bool) -> Module:
    """Bitcode, or text where it is called so or reads as such."""
    if is_bitcode(memory.head(4)):
        return module.context.parse_lazily(memory.address, memory.size, memory.name, is_own=is_own)
    data = memory.head(memory.size)
    if memory.name.endswith(linker.BITCODE_SUFFIX) or not linker.may_be_text(data):
        raise linker.bad_magic(memory.name)
    try:
        return module.context.parse(data, memory.name)
    except InputError:
        if memory.name.endswith(".ll"):
            raise
        raise linker.bad_magic(memory.name) from None


def _check_sizes(module: Module, source: Module, source_name: str, wanted: Iterable[str]) -> None:
    pairs = []
    for name in wanted:
        declared, defined = module.function(name), source.function(name)
        if declared is not None and defined is not None and declared.value_type == defined.value_type:
            continue
        if _differs_in_result_only(declared, defined):
            continue
        for holder, title in ((source, source_name), (module, module.name)):
            value = _find(holder, name)
            if value is not None:
                pairs.append(symbols.Symbol(name, title, symbol_bytes(value), value.is_declaration))
    mismatches = symbols.find_size_mismatches(pairs)
    if mismatches:
        fix = "declare the function as the library defines it"
        raise LinkError(mismatches[0], at=module.name, fix=fix, detail="\n".join(mismatches[1:]))


def _differs_in_result_only(declared: Function | None, defined: Function | None) -> bool:
    """Declared with another result that nobody looks at, as Numba declares __nv_sincos: the call is good all the same."""
    if declared is None or defined is None:
        return False
    said, real = declared.value_type, defined.value_type
    if [symbols.size_bytes(p) for p in said.params] != [symbols.size_bytes(p) for p in real.params]:
        return False
    return all(user.kind == "instruction" and not user.has_uses for user in declared.users)


def symbol_bytes(value: GlobalValue) -> int:
    type_ = value.value_type
    return symbols.signature_bytes(type_) if type_.kind == "function" else symbols.size_bytes(type_)


def _link_needed(module: Module, source: Module, choice: symbols.Choice) -> str:
    """Why libLLVM did not link, or ''. Some of it may have arrived all the same."""
    context, linking = module.context, services()
    only_needed = linking.links_only_needed and not choice.overridden
    if not only_needed:
        _offer(module, source, choice)
    try:
        linking.link(context.ref, module.ref, source.release(), only_needed=only_needed)
    except recovery.LibraryFailure as failure:
        said = "; ".join(context.take_errors()) or failure.message or "no reason given"
        if failure.is_crash:  # nobody knows what state the module is in
            raise LinkError(
                f"{LINK_ERROR}{said}", at=module.name, fix="the library is damaged: make it again"
            ) from None
        return said
    return "; ".join(context.take_errors())


def _offer(module: Module, source: Module, choice: symbols.Choice) -> None:
    """Set linkages so that a plain link brings in the chosen symbols and what these refer to."""
    for value in [*source.functions, *source.globals]:
        if not value.is_declaration and value.linkage not in symbols.LOCAL_LINKAGES:
            edit_module.set_linkage(value, "linkonce_odr")
    for name in choice.names:
        _set_visible_linkage(source, name, "external")
    for name in choice.overridden:
        _set_visible_linkage(module, name, "weak")


def _set_visible_linkage(module: Module, name: str, linkage: str) -> None:
    value = _find(module, name)
    if value is not None and value.linkage not in symbols.LOCAL_LINKAGES:
        edit_module.set_linkage(value, linkage)


def _find(module: Module, name: str) -> GlobalValue | None:
    return module.function(name) or module.global_variable(name)


def _is_defined(module: Module, name: str) -> bool:
    value = _find(module, name)
    return value is not None and value.linkage not in symbols.LOCAL_LINKAGES and not value.is_declaration


def _make_own(value: GlobalValue, is_clean: bool) -> None:
    if not value.is_declaration and value.linkage not in symbols.LOCAL_LINKAGES:
        edit_module.set_linkage(value, "internal")
    if not is_clean and isinstance(value, Function) and not value.is_intrinsic:
        for name in _OLD_ATTRIBUTES:
            edit.remove_attribute(value, name)
