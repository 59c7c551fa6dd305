"""Where everything lies: module variables, shared memory, frames of functions, function addresses."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from opencicc.emulate.errors import EmulationError, NotEmulatedError
from opencicc.emulate.initializers import initial_bytes
from opencicc.emulate.memory import FUNCTION_BASE, GLOBAL_BASE, Memory
from opencicc.machine.check import symbols
from opencicc.machine.ir import Directive, MachineFunction, MachineModule, Variable

MOST_VARIABLE_BYTES = 1 << 30


@dataclass(frozen=True)
class Place:
    """A named piece of memory: its space, offset there, size, and a Python expression for its address."""

    space: str
    offset: int
    size: int
    expression: str


@dataclass
class FrameLayout:
    """Local variables and parameters of one function, as offsets from the frame's start."""

    size: int = 0
    names: dict[str, Place] = field(default_factory=dict)
    params: list[Place] = field(default_factory=list)
    returns: list[Place] = field(default_factory=list)
    kernel_params: dict[str, int] = field(default_factory=dict)
    param_bytes: int = 0


def align_up(value: int, align: int) -> int:
    return -(-value // align) * align


class Layout:
    """Addresses of all names that a kernel and its callees can use."""

    def __init__(self, module: MachineModule, kernel: MachineFunction) -> None:
        self.module = module
        self.kernel = kernel
        self.names: dict[str, Place] = {}
        self.memory_image: list[tuple[int, bytes]] = []
        self.globals: list[tuple[Variable, int]] = []
        self.shared_bytes = 0
        self.dynamic_align = 1
        self.constants: dict[str, Any] = {}
        self.functions = self.reachable()
        self.function_addresses = {
            function.name: FUNCTION_BASE + 64 * number for number, function in enumerate(module.functions)
        }
        self.place_functions()
        self.place_variables()

    def reachable(self) -> dict[str, MachineFunction]:
        """The kernel and every function it can call; an indirect call may reach all device functions."""
        found: dict[str, MachineFunction] = {}
        pending = [self.kernel]
        while pending:
            function = pending.pop()
            if function.name in found:
                continue
            found[function.name] = function
            for name in self.mentioned(function):
                callee = self.module.function(name)
                if callee is not None and not callee.is_declaration and callee.name not in found:
                    pending.append(callee)
            if self.has_indirect_call(function):
                pending += [f for f in self.module.functions if not f.is_kernel and not f.is_declaration]
        return found

    @staticmethod
    def mentioned(function: MachineFunction) -> set[str]:
        return {name for instr in function.instrs for operand in instr.operands for name in symbols(operand)}

    @staticmethod
    def has_indirect_call(function: MachineFunction) -> bool:
        return any(directive.kind in (".callprototype", ".calltargets") for directive in function.directives)

    def place_functions(self) -> None:
        for name, address in self.function_addresses.items():
            self.names[name] = Place("function", address, 0, f"constant_u64({address})")

    def place_variables(self) -> None:
        mentioned = set().union(*(self.mentioned(function) for function in self.functions.values()))
        memory = Memory()
        dynamic: list[Variable] = []
        for variable in self.unique(self.module.variables):
            if variable.space == "shared":
                if variable.name in mentioned and variable.elements is None:
                    dynamic.append(variable)
                elif variable.name in mentioned:
                    self.place_shared(variable)
            elif variable.space in ("global", "const"):
                if variable.size_bytes > MOST_VARIABLE_BYTES:
                    raise EmulationError(
                        f"a variable of {variable.size_bytes} bytes",
                        at=f"variable {variable.name}",
                        fix=f"{MOST_VARIABLE_BYTES} bytes are the most that is emulated",
                    )
                offset = memory.allocate(variable.size_bytes, variable.name, variable.space != "const")
                self.globals.append((variable, offset))
                expression = f"constant_u64({GLOBAL_BASE + offset})"
                self.names[variable.name] = Place(variable.space, offset, variable.size_bytes, expression)
        self.base_memory = memory
        for function in self.functions.values():
            for directive in function.directives:
                self.place_inner_shared(directive, dynamic)
        self.static_shared_bytes = self.shared_bytes
        self.dynamic_align = max([16, *(variable.align for variable in dynamic)])
        self.dynamic_start = align_up(self.shared_bytes, self.dynamic_align)
        for variable in dynamic:
            self.names[variable.name] = Place("shared", self.dynamic_start, 0, f"constant_u64({self.dynamic_start})")
        # Addresses are all known now, so initial values may refer to them.
        self.memory_image = [(offset, initial_bytes(variable, self.names)) for variable, offset in self.globals]

    def place_inner_shared(self, directive: Directive, dynamic: list[Variable]) -> None:
        for variable in directive.variables:
            if variable.space == "shared" and variable.name not in self.names:
                if variable.elements is None:
                    dynamic.append(variable)
                else:
                    self.place_shared(variable)

    @staticmethod
    def unique(variables: Iterable[Variable]) -> list[Variable]:
        """A definition replaces its extern declaration."""
        found: dict[str, Variable] = {}
        for variable in variables:
            if variable.name not in found or "extern" in found[variable.name].linkage:
                found[variable.name] = variable
        return list(found.values())

    def place_shared(self, variable: Variable) -> None:
        offset = align_up(self.shared_bytes, variable.align)
        self.shared_bytes = offset + variable.size_bytes
        self.names[variable.name] = Place("shared", offset, variable.size_bytes, f"constant_u64({offset})")

    def frame(self, function: MachineFunction) -> FrameLayout:
        frame = FrameLayout()
        if function.is_kernel:
            for param in function.params:
                offset = align_up(frame.param_bytes, param.align)
                frame.kernel_params[param.name] = offset
                frame.param_bytes = offset + param.size_bytes
                frame.names[param.name] = Place("kernel", offset, param.size_bytes, f"M.parameter_address({offset})")
            return frame
        frame.params = [self.declare_param(frame, param) for param in function.params]
        frame.returns = [self.declare_param(frame, param) for param in function.returns]
        return frame

    def declare_param(self, frame: FrameLayout, variable: Variable) -> Place:
        place = self.grow(frame, variable, "F.generic")
        frame.names[variable.name] = place
        return place

    def declare(self, frame: FrameLayout, variable: Variable, function: MachineFunction) -> Place:
        """A variable declared inside a body."""
        if variable.space == "shared":
            return self.names[variable.name]
        if variable.space in ("local", "param"):
            return self.grow(frame, variable, "F.generic" if variable.space == "param" else "F.local")
        raise NotEmulatedError(
            f"a .{variable.space} variable inside a function is not emulated",
            at=f"variable {variable.name} in '{function.name}'",
            fix="declare it outside of functions",
        )

    @staticmethod
    def grow(frame: FrameLayout, variable: Variable, function: str) -> Place:
        offset = align_up(frame.size, max(variable.align, 8))
        frame.size = offset + variable.size_bytes
        return Place("local", offset, variable.size_bytes, f"{function}({offset})")
