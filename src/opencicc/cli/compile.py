"""`opencicc FILE ...`: compile, write, and say what was asked for."""

from __future__ import annotations

import os
import sys

from opencicc.cli.arguments import Arguments
from opencicc.cli.progress import progress_line
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import CUDA_SUFFIXES, Input, check_outputs, make_folder, read_input, write_output
from opencicc.compiler.settings import resolve
from opencicc.errors import UsageError, suggest
from opencicc.options import driver as options
from opencicc.options.read import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.compiler.driver import CompileResult
    from opencicc.options.values import OptionValues

WORDS = "command line"  # how the origin of what was said there begins
NVVM_IR_VERSION = 200  # 2.0: major times a hundred and minor, as cicc says it
WIZARD_VARIABLE, WIZARD_NUMBER = "NVVMCCWIZ", "553282"


def main(words: list[str]) -> int:
    arguments = Arguments(list(words))
    if arguments.wants_help or arguments.wants_version:
        from opencicc import terminal
        from opencicc.cli import help as texts

        print(texts.help_text(terminal.width()) if arguments.wants_help else texts.version_text(), end="")
        return 0
    if arguments.wants_ir_version:
        print(NVVM_IR_VERSION)
        return 0
    values = gather(arguments.changes)
    values = _with_emit(_with_cache(values, arguments.inputs))
    wanted = values if names_several(values) else None
    if wanted is not None:
        values = _first_of(values)
    if values[options.PRINT_PIPELINE]:
        from opencicc.cli.pipeline_text import pipeline_listing

        print(pipeline_listing(values))
        return 0
    paths = [*arguments.inputs, *values[options.LINK]]
    if not paths:
        raise UsageError(
            "Missing input file", fix="name a .ll, .bc or .cu file, or - for standard input; --help shows the options"
        )
    check_first_word(words[0], paths[0])
    if values[options.DRY_RUN]:
        from opencicc.cli import dry_run

        print(dry_run.text(paths, wanted or values))
        return 0
    read = [read_input(path) for path in paths]
    output, keeper = values[options.OUTPUT] or default_output(read[0], values), _keeper(read[0], values)
    check_outputs([output, *side_files(values), *(keeper.files(values) if keeper else ())], paths)
    if keeper:
        make_folder(os.path.dirname(keeper.base))
    if wanted is not None:
        return _build_several(read, wanted, output, keeper, words)
    inputs = [lower_cuda(item, values) for item in read]
    _import_stages()
    line = progress_line()
    try:
        result = compile_with_values(inputs, values, keep=keeper, progress=line)
    finally:
        if line is not None:
            line.clear()
    code = 0
    if values[options.CHECK_SEMANTICS]:
        from opencicc.cli.check_semantics import check_all

        code = check_all(inputs, result, values)
    finish(result, values, output, read, words)
    return code


def names_several(values: OptionValues) -> bool:
    """Was more said about architectures than one -arch=sm_N, or is there room for more?"""
    words = values[options.GENERATE_CODE] or values[options.GPU_CODE]
    return bool(words) or values[options.EMIT] == "fatbin" or values[options.ARCH] in ("native", "all", "all-major")


def _first_of(values: OptionValues) -> OptionValues:
    """The values of the first architecture: what is asked besides the images is answered for it."""
    from opencicc.compiler import images
    from opencicc.compiler.code_targets import code_targets

    return images.for_arch(values, code_targets(values)[0].arch)


def _build_several(
    read: list[Input], values: OptionValues, output: str, keeper: Keeper | None, words: Sequence[str]
) -> int:
    """One image with the code of every architecture that the options name."""
    from opencicc.compiler import images

    def compile_for(one: OptionValues) -> CompileResult:
        return compile_with_values([lower_cuda(item, one) for item in read], one, keep=keeper)

    built = images.build(values, compile_for)
    finish(built.result, values, output, read, words, built.image)
    return 0


def finish(
    result: CompileResult,
    values: OptionValues,
    output: str,
    inputs: Sequence[Input],
    words: Sequence[str],
    image: bytes = b"",
) -> None:
    """Write the files and say what was asked for; `inputs` and `words` are for those who look at it later."""
    data = image or output_bytes(result, values)
    write_side_files(result, values, inputs, words)
    write_output(output, data)  # last of all files: where it is, everything went well
    show(result, values)


def check_first_word(word: str, path: str) -> None:
    """A first word that is no file may be meant as a subcommand."""
    if word != path or not word.isalpha() or os.path.exists(word):
        return
    from opencicc.cli.main import SUBCOMMANDS

    near = f"did you mean '--{word}'? " if word in ("help", "version") else suggest(word, SUBCOMMANDS)
    if near:
        listed = f"subcommands are {', '.join(SUBCOMMANDS)}"
        raise UsageError(f"'{word}' is neither a file nor a subcommand", at="the first word", fix=near + listed)


def _import_stages() -> None:
    """What the stages import when they run: here it costs nothing, because libLLVM is still being loaded."""
    from opencicc.pipeline.generated import level_settings, plans  # noqa: F401
    from opencicc.pipeline.run import optimize  # noqa: F401


def _with_emit(values: OptionValues) -> OptionValues:
    """--emit=ll and bc are what the OPT stage hands on."""
    if values[options.EMIT] in ("ll", "bc") and not values[options.STOP_AFTER]:
        return values.with_values([(options.STOP_AFTER, "opt", values.origin(options.EMIT))])
    return values


def _with_cache(values: OptionValues, paths: list[str]) -> OptionValues:
    """--cache=on names the usual folder, off none; auto the usual one for CUDA C++ where it can be written."""
    when = values[options.CACHE]
    if when == "off":
        # Of a folder on the command line and a variable that says off, the command line counts.
        is_named_here = values.origin(options.CACHE_DIR).startswith(WORDS)
        keeps = not values[options.CACHE_DIR] or (is_named_here and not values.origin(options.CACHE).startswith(WORDS))
        return values if keeps else values.with_values([(options.CACHE_DIR, "", "--cache=off")])
    if values[options.CACHE_DIR] or (when == "auto" and not any(path.endswith(CUDA_SUFFIXES) for path in paths)):
        return values
    from opencicc.compiler import cache_folder

    folder = cache_folder.default_folder()
    if when == "auto" and not cache_folder.may_write(folder):
        return values  # nobody asked, so nobody is warned
    return values.with_values([(options.CACHE_DIR, folder, f"--cache={when}")])


def lower_cuda(item: Input, values: OptionValues) -> Input:
    if not item.is_cuda_source and "x" not in values.settings:  # -x cuda: CUDA C++ under any name
        return item
    from opencicc.frontend.clang import lower

    return lower(item, values, resolve(values).target)


def default_output(item: Input, values: OptionValues) -> str:
    """NAME.ptx and the like in the current folder; standard output for standard input."""
    if item.name == "<stdin>":
        return "-"
    return f"{item.stem}.{output_suffix(values)}"


def output_suffix(values: OptionValues) -> str:
    emit, stop = values[options.EMIT], values[options.STOP_AFTER]
    if emit == "ll":
        return "ll"
    return f"{stop}.bc" if stop in ("lnk", "opt") else emit


def output_bytes(result: CompileResult, values: OptionValues) -> bytes:
    """The result in the form --emit asks for."""
    emit = values[options.EMIT]
    if result.bitcode:
        from opencicc.llvm.ir import Context

        if emit != "ll":
            return result.bitcode
        with Context() as context:
            return context.parse(result.bitcode, "<result>").text().encode()
    if emit in ("cubin", "sass"):
        from opencicc import tools

        cubin, _ = tools.assemble(result.ptx, result.settings.target.name, extra=tools.ptxas_flags(values))
        return cubin if emit == "cubin" else tools.disassemble(cubin).encode()
    return result.ptx.encode()


def _keeper(item: Input, values: OptionValues) -> Keeper | None:
    folder = values[options.KEEP_DIR]
    if not folder and not values[options.KEEP]:
        return None
    folder = folder or os.path.dirname(values[options.OUTPUT]) or "."
    return Keeper(os.path.join(folder, item.stem))


class Keeper:
    """Writes the stages' files: NAME.lnk.bc, NAME.opt.bc, NAME.ptx, NAME.mach.ptx."""

    def __init__(self, base: str) -> None:
        self.base = base

    def files(self, values: OptionValues) -> list[str]:
        suffixes = {"lnk": "lnk.bc", "opt": "opt.bc", "llc": "ptx", "mach": "mach.ptx"}
        return [f"{self.base}.{suffixes[stage]}" for stage in resolve(values).wanted_stages]

    def __call__(self, suffix: str, data: bytes) -> None:
        write_output(f"{self.base}.{suffix}", data)


def side_files(values: OptionValues) -> list[str]:
    return [values[option] for option in (options.REMARKS, options.TRACE, options.HTML) if values[option]]


def write_side_files(
    result: CompileResult, values: OptionValues, inputs: Sequence[Input], words: Sequence[str]
) -> None:
    """The files beside the output: remarks, trace and page."""
    if values[options.REMARKS]:
        from opencicc.cli import show as shown

        write_output(values[options.REMARKS], shown.remarks_yaml(result.remarks).encode())
    if values[options.TRACE] or values[options.HTML]:
        from opencicc.cli.traces import write_traces

        write_traces(result, values, inputs, words)


def show(result: CompileResult, values: OptionValues) -> None:
    """Everything beside the output: warnings, remarks, timings, facts, the summary."""
    has_something = result.warnings or result.errors or any(values.is_set(option) for option in _SHOWING)
    has_something = has_something or INLINE_INFO in values.settings
    if not has_something and not sys.stderr.isatty():
        return
    from opencicc.cli import show as shown  # only now: most compiles in a build show nothing

    shown.show_all(result, values, sys.stderr)
    if os.environ.get(WIZARD_VARIABLE, "") == WIZARD_NUMBER and values[options.VERBOSE]:
        print("wizard mode is on; nothing here needs it", file=sys.stderr)


INLINE_INFO = "inline-info"  # a knob of the inliner: its declaration is not imported for this question
# What show_all acts on. Options that only watch the run are not among them: --strict-passes must not open this door.
_SHOWING = (
    options.VERBOSE,
    options.TIME_PASSES,
    options.RPASS,
    options.RPASS_MISSED,
    options.RPASS_ANALYSIS,
    options.SUMMARY,
    options.RESOURCE_USAGE,
    options.PTXAS_OPTIONS,
    options.JSON,
)
