"""`opencicc.compile`: LLVM IR in, CompileResult out; safe to call from many threads at once."""

from __future__ import annotations

from opencicc.compiler.driver import CompileResult, compile_inputs
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.errors import UsageError
from opencicc.llvm import recovery
from opencicc.options import driver as driver_options
from opencicc.options.read import gather, read_mapping
from opencicc.options.values import OptionValues
from opencicc.target import DEFAULT_ARCH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from opencicc.compiler.driver import Keep, Progress

    Source = str | bytes


def compile(
    ir: Source,
    arch: str | Sequence[str] = DEFAULT_ARCH,
    opt_level: int | None = None,
    options: Mapping[str, object] | OptionValues | None = None,
    link: Sequence[Source] = (),
    *,
    emit: str = "ptx",
    name: str = "<unnamed>",
    cache_dir: str | None = None,
    isolate: bool = False,
    time_limit: int = 0,
    progress: Progress | None = None,
) -> CompileResult:
    """Compile text IR, bitcode or CUDA C++ to PTX, or to what `emit` says: cubin, sass, fatbin, ll or bc.

    `options` maps option names to values ({"ftz": True, "do-licm": False, "I": ["include"]}); `link` adds modules.
    What looks like CUDA C++ is taken for it, and so is what has a `name` that ends in .cu, or options={"x": "cuda"}. Several
    architectures (sm_N for a cubin, compute_N for PTX) go into one fatbin. With cubin, sass and fatbin the bytes are in
    `result.image`, and its kernels have ptxas's figures: registers, spills, warps that fit.

    With `isolate` or a `time_limit` in seconds the work is done in a worker process, so that
    nothing the input does can take this process down. `progress` is called with a stage or 'part', how many are done
    and of how many; what it returns, if true, cancels the compile (CancelledError, code 10).
    """
    given: dict[str, object] = {} if options is None or isinstance(options, OptionValues) else dict(options)
    if isinstance(arch, str):
        given["arch"] = arch
    else:
        given["generate-code"] = [_code_words(one) for one in arch]
    if emit != "ptx":
        given["emit"] = emit
    if opt_level is not None:
        given["opt-level"] = opt_level
    if cache_dir is not None:
        given["cache-dir"] = cache_dir
    if isolate or time_limit:
        given["isolate"] = True
        given["time-limit"] = time_limit
    base = options if isinstance(options, OptionValues) else None
    values = option_values(given, base)
    inputs = [_as_input(ir, name)] + [_as_input(part, f"{name}.link{i}") for i, part in enumerate(link)]
    if emit == "ptx" and isinstance(arch, str) and looks_like_ir(inputs) and "x" not in values.settings:
        return compile_with_values(inputs, values, progress=progress)
    from opencicc.compiler import api_images

    return api_images.compile_to(inputs, values, progress)


def _code_words(arch: str) -> str:
    """sm_90 and compute_90 of a list, as -gencode says them."""
    return f"arch={arch.replace('sm_', 'compute_')},code={arch}"


# How text IR and bitcode begin; what begins otherwise may be CUDA C++, and is looked at.
_IR_STARTS = (
    b";",
    b"@",
    b"%",
    b"!",
    b"$",
    b"BC",
    b"\xde\xc0",
    b"target ",
    b"define ",
    b"declare ",
    b"source_",
    b"attributes ",
)


def looks_like_ir(inputs: list[Input]) -> bool:
    return all(item.data[:80].lstrip().startswith(_IR_STARTS) for item in inputs)


def option_values(given: Mapping[str, object], base: OptionValues | None = None) -> OptionValues:
    """Checked option values from names and Python values; environment and options file included."""
    changes = read_mapping(given)
    return gather(changes) if base is None else base.with_values(changes)


def compile_with_values(
    inputs: list[Input], values: OptionValues, keep: Keep | None = None, progress: Progress | None = None
) -> CompileResult:
    """Compile in this process or a worker, through the cache if one is set and nothing needs a real run."""
    if values[driver_options.CACHE_DIR] and keep is None:
        from opencicc.compiler.cache import Cache, needs_real_run

        if needs_real_run(values):
            return run_compile(inputs, values, progress=progress)
        limit = values[driver_options.CACHE_SIZE] << 20
        return Cache(values[driver_options.CACHE_DIR], limit).compile(inputs, resolve(values))
    return run_compile(inputs, values, keep, progress)


def run_compile(
    inputs: list[Input], values: OptionValues, keep: Keep | None = None, progress: Progress | None = None
) -> CompileResult:
    """In this process, or in a worker: when that is asked for, or when crashes have left too much behind here."""
    if values[driver_options.ISOLATE] or values[driver_options.TIME_LIMIT] or recovery.lost_contexts():
        from opencicc.compiler import worker

        if values[driver_options.ISOLATE] or values[driver_options.TIME_LIMIT] or worker.is_spent():
            return worker.compile_isolated(inputs, values, keep)
    return compile_inputs(inputs, resolve(values), keep, progress)


def _as_input(source: Source, name: str) -> Input:
    if isinstance(source, str):
        return Input(name, source.encode())
    if isinstance(source, (bytes, bytearray, memoryview)):
        return Input(name, bytes(source))
    raise UsageError(f"ir must be text or bytes, not {type(source).__name__}")
