"""IrRecord: what each step made of each function, as rows of the trace (docs/trace.md).

Every line is kept once and has a number; a function is then a list of runs of numbers, because most of its lines stand
where they stood before. So a step that changed one line of a thousand costs a line and two runs.
"""

from __future__ import annotations

from opencicc.pipeline.run import ir_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.llvm.ir import Module
    from opencicc.llvm.native import TargetMachine
    from opencicc.machine.ir import MachineModule
    from opencicc.pipeline.run.ir_lines import Line
    from opencicc.trace import Trace


class IrRecord:
    """Writes `text` and `ir` rows; the rows of step 0 are what the first step got."""

    def __init__(self, trace: Trace, machine: TargetMachine) -> None:
        self.trace = trace
        self.machine = machine
        self.lines = line_numbers(trace)
        self.text = ""
        self.functions: dict[str, list[Line]] = {}

    def look(self, step: int, module: Module) -> bool:
        """Record what is different from the last look; did the text change at all?"""
        text = module.text()
        if text == self.text:
            return False
        self.text = text
        after = ir_lines.functions_of(text)
        for name in self.functions:
            if name not in after:
                self.trace.rows.append({"kind": "ir", "step": step, "function": name, "runs": []})
        for name, lines in after.items():
            if lines == self.functions.get(name):
                continue
            row: dict[str, object] = {"kind": "ir", "step": step, "function": name, "runs": self.lines.runs_of(lines)}
            if name != ir_lines.MODULE:
                row["instructions"], row["blocks"] = ir_lines.count(lines)
                row["registers"] = self._registers(module, name)
            self.trace.rows.append(row)
        self.functions = after
        return True

    def _registers(self, module: Module, name: str) -> int:
        from opencicc.analysis.manager import AnalysisManager
        from opencicc.analysis.pressure import LiveRegisters

        function = module.function(name)
        return AnalysisManager(self.machine).get(LiveRegisters, function).count if function is not None else 0


class PtxRecord:
    """The same of machine passes: functions of PTX."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.lines = line_numbers(trace)
        self.functions: dict[str, list[Line]] = {}

    def look(self, step: int, module: MachineModule) -> None:
        from opencicc.machine.pressure import max_pressure
        from opencicc.machine.printer import print_function

        for function in module.functions:
            if function.is_declaration:
                continue
            lines = [(line, "") for line in print_function(function).splitlines()]
            if lines == self.functions.get(function.name):
                continue
            self.functions[function.name] = lines
            row: dict[str, object] = {"kind": "ir", "step": step, "function": function.name, "language": "ptx"}
            row["runs"] = self.lines.runs_of(lines)
            row["instructions"] = sum(1 for _ in function.instrs)
            row["blocks"] = len(function.blocks)
            row["registers"] = max_pressure(function).registers
            self.trace.rows.append(row)


SEPARATOR = "\x1f"  # between a line and its place in the source


class LineNumbers:
    """The number of each line; new ones go into a `text` row as they come.

    The second `ret void` of a function has a number of its own: else every line that occurs twice would end a run.
    """

    def __init__(self, trace: Trace) -> None:
        self.trace = trace
        self.numbers: dict[tuple[Line, int], int] = {}

    def runs_of(self, lines: list[Line]) -> list[list[int]]:
        """[first, count] for lines whose numbers follow each other."""
        runs: list[list[int]] = []
        fresh: list[str] = []
        seen: dict[Line, int] = {}
        for line in lines:
            key = line, seen.get(line, 0)
            seen[line] = key[1] + 1
            number = self.numbers.get(key)
            if number is None:
                number = self.numbers[key] = len(self.numbers)
                fresh.append(line[0] + SEPARATOR + line[1] if line[1] else line[0])
            if runs and runs[-1][0] + runs[-1][1] == number:
                runs[-1][1] += 1
            else:
                runs.append([number, 1])
        if fresh:
            self.trace.rows.append({"kind": "text", "lines": fresh})
        return runs


def line_numbers(trace: Trace) -> LineNumbers:
    """One numbering for a trace: the stages go on where the one before ended."""
    if trace.lines is None:
        trace.lines = LineNumbers(trace)
    return trace.lines  # type: ignore[return-value]
