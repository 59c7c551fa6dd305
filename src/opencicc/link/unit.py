"""CompilationUnit: the buffers one compile links, added through one door by every front end."""

from __future__ import annotations

from opencicc.errors import LinkError
from opencicc.record import record

UNNAMED = "Unknown buffer"
ROLES = ("user", "lazy", "builtin")


@record
class Buffer:
    """A module's bytes, text or bitcode, and what messages call it."""

    data: bytes
    name: str = UNNAMED


class CompilationUnit:
    """What is to be linked, in order, by role.

    A user module is linked whole. A lazy module only fills what is undefined after that: libNVVM's
    nvvmLazyAddModuleToProgram. A builtin module fills what is undefined and its definitions win
    over the user's.
    """

    def __init__(self) -> None:
        self.buffers: dict[str, list[Buffer]] = {role: [] for role in ROLES}

    def add_module_from_buffer(self, data: bytes, name: str | None = None, role: str = "user") -> None:
        if role not in self.buffers:
            raise LinkError(f"unknown module role '{role}'", fix=f"use one of {', '.join(ROLES)}")
        self.buffers[role].append(Buffer(bytes(data), name or UNNAMED))

    @property
    def user(self) -> list[Buffer]:
        return self.buffers["user"]

    @property
    def lazy(self) -> list[Buffer]:
        return self.buffers["lazy"]

    @property
    def builtins(self) -> list[Buffer]:
        return self.buffers["builtin"]
