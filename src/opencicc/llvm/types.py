"""LLVM types as thin handles: what a value is, how wide, what it contains."""

from __future__ import annotations

from opencicc.llvm.library import load, pointer_array, take_message
from opencicc.llvm.services import services

KIND_NAMES = (
    "void half float double x86_fp80 fp128 ppc_fp128 label integer function struct array pointer vector metadata "
    "x86_mmx token scalable_vector bfloat x86_amx target_extension"
).split()
SCALABLE = frozenset(("scalable_vector",))


class Handle:
    """A pointer to something of LLVM's and nothing else: cheap to make, equal where the pointers are."""

    __slots__ = ("ref",)

    def __init__(self, ref: int) -> None:
        self.ref = ref

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Handle) and other.ref == self.ref

    def __hash__(self) -> int:
        return hash(self.ref)


class Type(Handle):
    """A handle to an LLVM type; types are uniqued, so equal handles are equal types."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<Type {self.text}>"

    @property
    def text(self) -> str:
        context = load().LLVMGetTypeContext(self.ref)
        return take_message(services().call(context, "LLVMPrintTypeToString", self.ref))  # recurses into members

    @property
    def context(self) -> int:
        """The context it lives in, as libLLVM's pointer."""
        return int(load().LLVMGetTypeContext(self.ref))

    @property
    def kind(self) -> str:
        return KIND_NAMES[int(load().LLVMGetTypeKind(self.ref))]

    @property
    def integer_width(self) -> int:
        return load().LLVMGetIntTypeWidth(self.ref) if self.kind == "integer" else 0

    @property
    def address_space(self) -> int:
        return load().LLVMGetPointerAddressSpace(self.ref) if self.kind == "pointer" else 0

    @property
    def element(self) -> Type:
        """The element type of an array or vector."""
        return Type(load().LLVMGetElementType(self.ref))

    @property
    def length(self) -> int:
        """How many elements an array, vector or struct has."""
        lib, kind = load(), self.kind
        if kind == "array":
            return int(lib.LLVMGetArrayLength2(self.ref))
        if kind == "struct":
            return int(lib.LLVMCountStructElementTypes(self.ref))
        return int(lib.LLVMGetVectorSize(self.ref)) if kind == "vector" else 0

    @property
    def fields(self) -> list[Type]:
        """The member types of a struct."""
        lib = load()
        return [Type(lib.LLVMStructGetTypeAtIndex(self.ref, i)) for i in range(self.length)]

    @property
    def is_packed(self) -> bool:
        return self.kind == "struct" and bool(load().LLVMIsPackedStruct(self.ref))

    def holds(self, kinds: frozenset[str]) -> bool:
        """Is it of one of these kinds, or does a member or element hold one?"""
        kind = self.kind
        if kind == "struct":
            return any(field.holds(kinds) for field in self.fields)
        return kind in kinds or (kind in ("array", "vector") and self.element.holds(kinds))

    @property
    def is_scalable(self) -> bool:
        """Does it hold a vector whose length only the processor knows? Nobody may ask for the size of such a type."""
        return self.holds(SCALABLE)

    @property
    def spaces(self) -> set[int]:
        """The address spaces of the pointers that it is or holds."""
        kind = self.kind
        if kind == "pointer":
            return {self.address_space}
        if kind == "struct":
            return set().union(*(field.spaces for field in self.fields))
        return self.element.spaces if kind in ("array", "vector") else set()

    @property
    def result(self) -> Type:
        """The result type of a function type."""
        return Type(load().LLVMGetReturnType(self.ref))

    @property
    def params(self) -> list[Type]:
        """The parameter types of a function type."""

        lib = load()
        refs = pointer_array([0] * lib.LLVMCountParamTypes(self.ref))
        lib.LLVMGetParamTypes(self.ref, refs)
        return [Type(ref or 0) for ref in refs]

    @property
    def is_vararg(self) -> bool:
        return bool(load().LLVMIsFunctionVarArg(self.ref))


def integer(context: int, width: int) -> Type:
    return Type(load().LLVMIntTypeInContext(context, width))


def pointer(context: int, address_space: int = 0) -> Type:
    return Type(load().LLVMPointerTypeInContext(context, address_space))


def vector(element: Type, length: int) -> Type:
    return Type(load().LLVMVectorType(element.ref, length))


def floating(context: int, kind: str) -> Type:
    """half, bfloat, float or double."""
    maker = {"half": "Half", "bfloat": "BFloat", "float": "Float", "double": "Double"}[kind]
    return Type(getattr(load(), f"LLVM{maker}TypeInContext")(context))


def void(context: int) -> Type:
    return Type(load().LLVMVoidTypeInContext(context))


def struct(context: int, fields: list[Type]) -> Type:
    refs = pointer_array([field.ref for field in fields])
    return Type(load().LLVMStructTypeInContext(context, refs, len(fields), False))


def array(element: Type, length: int) -> Type:
    return Type(load().LLVMArrayType2(element.ref, length))


def function(result: Type, params: list[Type], *, vararg: bool = False) -> Type:

    refs = pointer_array([p.ref for p in params])
    return Type(load().LLVMFunctionType(result.ref, refs, len(params), vararg))
