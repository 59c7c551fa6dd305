"""One module of a batch: a piece of work that can be sent anywhere, and what comes back."""

from __future__ import annotations

import time

from opencicc.compiler.api import compile_with_values
from opencicc.compiler.driver import CompileResult
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.errors import CompilerError, InternalError
from opencicc.options.values import OptionValues
from opencicc.record import record


@record
class Item:
    """An input with its bytes, so that nobody needs to see this machine's files, and the options."""

    number: int
    source: Input
    values: OptionValues


@record
class Done:
    """The output, or what went wrong."""

    number: int
    output: bytes
    kernels: tuple[tuple[str, int], ...]  # name and PTX instructions
    warnings: tuple[str, ...]
    seconds: float
    was_cached: bool = False
    error: str = ""


def compile_item(item: Item) -> Done:
    """Compile; an error is an answer too, so that the rest of a batch goes on."""
    started = time.perf_counter()
    try:
        result = compile_with_values([lower(item)], item.values)
        output = result.ptx.encode() if result.ptx else result.bitcode
        return _done(item, result, output, started)
    except CompilerError as error:
        return Done(item.number, b"", (), (), time.perf_counter() - started, error=str(error))
    except Exception as error:  # ours: named, and the batch goes on
        text = str(InternalError(f"{type(error).__name__}: {error}", at=item.source.name))
        return Done(item.number, b"", (), (), time.perf_counter() - started, error=text)


def lower(item: Item) -> Input:
    """CUDA C++ becomes IR; IR stays what it is."""
    if not item.source.is_cuda_source:
        return item.source
    from opencicc.frontend.clang import lower as lower_cuda

    return lower_cuda(item.source, item.values, resolve(item.values).target)


def _done(item: Item, result: CompileResult, output: bytes, started: float) -> Done:
    kernels = tuple((kernel.name, kernel.instructions) for kernel in result.kernels)
    seconds = time.perf_counter() - started
    return Done(item.number, output, kernels, result.warnings, seconds, result.was_cached)
