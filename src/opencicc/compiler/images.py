"""What is made of PTX: cubins, SASS, and fatbins with the code of several architectures."""

from __future__ import annotations

from opencicc import tools
from opencicc.compiler.code_targets import CodeTarget, code_targets
from opencicc.compiler.kernels import measured
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.record import record, replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.compiler.driver import CompileResult
    from opencicc.options.values import OptionValues

    # A compile of the inputs with these values: CUDA C++ is read again for each architecture.
    Compile = Callable[[OptionValues], CompileResult]


@record
class Built:
    """The bytes to be written, and the compile of the first architecture, with ptxas's figures where it was run."""

    image: bytes
    result: CompileResult


def with_image(result: CompileResult, values: OptionValues) -> Built:
    """The one image of a compile for one architecture."""
    emit, target = values[options.EMIT], result.settings.target
    cubin, used = tools.assemble(result.ptx, target.name, extra=tools.ptxas_flags(values))
    image = cubin if emit == "cubin" else tools.disassemble(cubin).encode()
    return Built(image, _with_figures(result, used))


def build(values: OptionValues, compile_for: Compile) -> Built:
    """Compile for every architecture that the options name, and make what --emit asks for."""
    targets = code_targets(values)
    if values[options.EMIT] == "fatbin":
        return _fatbin(targets, values, compile_for)
    target, what = targets[0], values[options.EMIT]
    if len(targets) > 1 or len(target.cubins) > 1:
        named = ", ".join(code for each in targets for code in each.codes)
        raise UsageError(
            f"--emit={what} has room for one architecture, and the options name several: {named}",
            at=values.origin(options.GENERATE_CODE if values[options.GENERATE_CODE] else options.ARCH),
            fix="write -fatbin, or name one",
        )
    # A cubin may be for a newer architecture than its PTX; the PTX is what passes and pipeline see.
    result = compile_for(for_arch(values, target.arch))
    if what not in ("cubin", "sass") or not result.ptx:
        return Built(b"", result)
    code = target.cubins[0] if target.cubins else target.arch.replace("compute_", "sm_")
    cubin, used = tools.assemble(result.ptx, code, extra=tools.ptxas_flags(values))
    return Built(cubin if what == "cubin" else tools.disassemble(cubin).encode(), _with_figures(result, used))


def for_arch(values: OptionValues, arch: str) -> OptionValues:
    """The values of the compile for one of several architectures."""
    return values.with_values([(options.ARCH, arch.replace("compute_", "sm_"), "generate-code")])


def _fatbin(targets: list[CodeTarget], values: OptionValues, compile_for: Compile) -> Built:
    images: list[tuple[str, str, bytes]] = []
    first: CompileResult | None = None
    for target in targets:
        result = compile_for(for_arch(values, target.arch))
        for code in target.cubins:
            cubin, used = tools.assemble(result.ptx, code, extra=tools.ptxas_flags(values))
            images.append(("elf", code.removeprefix("sm_"), cubin))
            result = _with_figures(result, used)
        if target.has_ptx:
            images.append(("ptx", target.arch.removeprefix("compute_"), result.ptx.encode()))
        first = first or result
    assert first is not None
    return Built(tools.pack(images, is_relocatable=first.settings.is_relocatable), first)


def _with_figures(result: CompileResult, used: list[tools.KernelResources]) -> CompileResult:
    return replace(result, kernels=tuple(measured(list(result.kernels), used, result.settings.target)))
