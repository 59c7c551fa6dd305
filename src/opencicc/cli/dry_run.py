"""-dryrun: the stages that would run, and the commands of other people's tools as they would be started."""

from __future__ import annotations

import shlex

from opencicc import tools
from opencicc.cli.compile import default_output, names_several
from opencicc.compiler import code_targets, images
from opencicc.compiler.code_targets import CodeTarget
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.errors import ToolError
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues


def text(paths: list[str], values: OptionValues) -> str:
    """For each architecture a line of clang for each .cu, one of our own, those of ptxas; at the end fatbinary's."""
    lines: list[str] = []
    packed: list[tuple[str, str, str]] = []
    several = names_several(values)
    name = Input(paths[0] if paths[0] != "-" else "<stdin>", b"")
    output = values[options.OUTPUT] or default_output(name, values)
    for target in code_targets.code_targets(values) if several else [None]:
        one = images.for_arch(values, target.arch) if target is not None else values
        settings = resolve(one)
        lines += [_clang_line(path, one) for path in paths if Input(path, b"").is_cuda_source]
        stages = " -> ".join(stage.upper() for stage in settings.wanted_stages)
        emit = one[options.EMIT]
        ptx = f"{name.stem}.{settings.target.name}.ptx" if emit in ("cubin", "sass", "fatbin") else output
        lines.append(f"{' '.join(paths)} -> {stages} ({settings.level_name}, {settings.target.name}) -> {ptx}")
        for code in _cubins(target, settings.target.name, emit):
            cubin = output if emit == "cubin" else f"{name.stem}.{code}.cubin"
            lines.append(shlex.join(tools.ptxas_command(ptx, code, cubin, tools.ptxas_flags(one))))
            packed.append(("elf", code.removeprefix("sm_"), cubin))
        if target is not None and target.has_ptx:
            packed.append(("ptx", target.arch.removeprefix("compute_"), ptx))
        if emit == "sass":
            lines.append(shlex.join([tools.find_tool("nvdisasm") or "nvdisasm", packed[-1][2]]) + f" > {output}")
    if values[options.EMIT] == "fatbin":
        lines.append(shlex.join(tools.fatbinary_command(output, packed)))
    return "\n".join(lines)


def _cubins(target: CodeTarget | None, arch: str, emit: str) -> tuple[str, ...]:
    if emit not in ("cubin", "sass", "fatbin"):
        return ()
    return target.cubins or (() if emit == "fatbin" else (arch,)) if target is not None else (arch,)


def _clang_line(path: str, values: OptionValues) -> str:
    from opencicc.frontend import clang

    try:
        return shlex.join(clang.command_line(Input(path, b""), values, resolve(values).target))
    except ToolError as error:
        return f"# {error.what}"
