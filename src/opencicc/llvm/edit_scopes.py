"""Alias scopes as metadata: a domain, scopes in it, and the lists that accesses carry.

!0 = distinct !{!0, !"restrict f"}          a domain
!1 = distinct !{!1, !0, !"a"}               a scope of it
load ..., !alias.scope !{!1}, !noalias !{!2}
"""

from __future__ import annotations

from opencicc.llvm import edit
from opencicc.llvm.ir import Instruction, Value
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.metadata import operands_of, text_of

ALIAS_SCOPE, NO_ALIAS, INVARIANT = "alias.scope", "noalias", "invariant.load"


def make_domain(context: int, name: str) -> Value:
    return _distinct(context, [], name)


def make_scope(context: int, domain: Value, name: str) -> Value:
    return _distinct(context, [domain], name)


def make_list(context: int, scopes: list[Value]) -> Value:
    lib = load()
    nodes = pointer_array([lib.LLVMValueAsMetadata(scope.ref) for scope in scopes])
    return Value(lib.LLVMMetadataAsValue(context, lib.LLVMMDNodeInContext2(context, nodes, len(scopes))))


def domain_name(access: Instruction) -> str:
    """The name of the domain of the first scope that an access is in, or ''."""
    listed = edit.metadata(access, ALIAS_SCOPE)
    scopes = operands_of(listed) if listed is not None else []
    parts = operands_of(scopes[0]) if scopes else []
    return text_of(operands_of(parts[1])[-1]) if len(parts) > 1 and operands_of(parts[1]) else ""


def mark_invariant(access: Instruction, context: int) -> None:
    edit.set_metadata(access, INVARIANT, make_list(context, []))


def _distinct(context: int, above: list[Value], name: str) -> Value:
    """A node that names itself first: only so does LLVM keep it apart from an equal one."""
    lib, text = load(), name.encode()
    temporary = lib.LLVMTemporaryMDNode(context, None, 0)
    parts = [temporary, *(lib.LLVMValueAsMetadata(value.ref) for value in above)]
    parts.append(lib.LLVMMDStringInContext2(context, text, len(text)))
    node = lib.LLVMMDNodeInContext2(context, pointer_array(parts), len(parts))
    lib.LLVMMetadataReplaceAllUsesWith(temporary, node)
    return Value(lib.LLVMMetadataAsValue(context, node))
