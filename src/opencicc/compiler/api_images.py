"""`opencicc.compile` with more than IR in and PTX out: CUDA C++, cubins, SASS, fatbins of several architectures."""

from __future__ import annotations

from opencicc.compiler import code_targets, images
from opencicc.compiler.api import compile_with_values
from opencicc.compiler.files import Input
from opencicc.compiler.settings import resolve
from opencicc.link import other_languages
from opencicc.llvm.ir import Context, is_bitcode
from opencicc.options import driver as options
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.driver import CompileResult, Progress
    from opencicc.options.values import OptionValues


def compile_to(inputs: list[Input], values: OptionValues, progress: Progress | None) -> CompileResult:
    """Compile, and make what --emit asks for, for every architecture that was named."""
    emit = values[options.EMIT]
    if emit in ("ll", "bc") and not values[options.STOP_AFTER]:
        values = values.with_values([(options.STOP_AFTER, "opt", values.origin(options.EMIT))])

    def compile_for(one: OptionValues) -> CompileResult:
        return compile_with_values([lower(item, one) for item in inputs], one, progress=progress)

    if emit == "fatbin" or code_targets.has_several_words(values):
        built = images.build(values, compile_for)
        return replace(built.result, image=built.image)
    result = compile_for(values)
    if emit in ("cubin", "sass"):
        built = images.with_image(result, values)
        return replace(built.result, image=built.image)
    if emit == "ll":
        with Context() as context:
            return replace(result, image=context.parse(result.bitcode, "<result>").text().encode())
    return result


def lower(item: Input, values: OptionValues) -> Input:
    """CUDA C++ becomes bitcode; IR stays what it is."""
    if not is_cuda(item, values):
        return item
    from opencicc.frontend.clang import lower as lower_cuda

    return lower_cuda(item, values, resolve(values).target)


def is_cuda(item: Input, values: OptionValues) -> bool:
    if item.is_cuda_source or "x" in values.settings:
        return True
    return not is_bitcode(item.data) and other_languages.find_language(item.data) is other_languages.CUDA
