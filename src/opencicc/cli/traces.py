"""The files that record a compile: its trace, and the page that shows it."""

from __future__ import annotations

from opencicc.compiler.files import write_output
from opencicc.options import driver as options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.compiler.driver import CompileResult
    from opencicc.compiler.files import Input
    from opencicc.options.values import OptionValues

OWN_WORDS = ("--html", "-html", "--trace", "-trace", "--trace-all", "-trace-all", "-o", "--output")


def write_traces(result: CompileResult, values: OptionValues, inputs: Sequence[Input], words: Sequence[str]) -> None:
    """The files of --trace and --html."""
    if values[options.HTML] or values[options.TRACE_ALL]:
        from opencicc.report.trace_rows import add_rows

        add_rows(result, inputs)
    text = trace_text(result, inputs, words)
    if values[options.TRACE]:
        write_output(values[options.TRACE], text.encode())
    if values[options.HTML]:
        from opencicc.view.page import page_text

        write_output(values[options.HTML], page_text(text).encode())


def trace_text(result: CompileResult, inputs: Sequence[Input], words: Sequence[str]) -> str:
    from opencicc import __version__

    target = result.settings.target
    header: dict[str, object] = {"compiler": __version__, "target": target.name, "level": result.settings.level_name}
    header["inputs"] = [item.name for item in inputs]
    header["command"] = without_outputs(words)
    return result.trace.json_lines(header)


def without_outputs(words: Sequence[str]) -> list[str]:
    """The command's words but for those that say where things go: what a changed command begins with."""
    kept: list[str] = []
    is_value = False
    for word in words:
        name, equals, _ = word.partition("=")
        if is_value:
            is_value = False
        elif name in OWN_WORDS:
            is_value = not equals and "trace-all" not in name
        else:
            kept.append(word)
    return kept
