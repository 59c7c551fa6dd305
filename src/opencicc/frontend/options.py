"""The options that CUDA C++ inputs have: what goes to clang, and what stays visible."""

from __future__ import annotations

from opencicc.options.option import Option

TYPE_CHECKING = False
if TYPE_CHECKING:
    _Texts = Option[tuple[str, ...]]
else:
    _Texts = Option  # at run time an Option has no type parameter

_CLANG, _NVCC = "clang", "nvcc 13.0"


class TextsOption(_Texts):
    """A repeatable option whose text is kept as it is: a macro's value or a folder's name may hold commas."""

    def parse(self, text: str, at: str = "") -> tuple[str, ...]:
        return (text,)


INCLUDE = TextsOption(
    "I", (), "Folder to look for headers in (repeatable).", source=_CLANG, aliases=("include-path",), metavar="DIR"
)
DEFINE = TextsOption(
    "D", (), "Define a macro (repeatable).", source=_CLANG, aliases=("define-macro",), metavar="NAME[=VALUE]"
)
UNDEFINE = TextsOption(
    "U", (), "Undefine a macro (repeatable).", source=_CLANG, aliases=("undefine-macro",), metavar="NAME"
)
STANDARD = Option(
    "std", "", "C++ standard of a .cu input, such as c++20 (default c++17).", source=_CLANG, metavar="STD"
)
INPUT_LANGUAGE = Option(
    "x", "", "cuda: the inputs are CUDA C++ whatever they are called.", source=_CLANG, choices=("", "cuda")
)
CUDA_PATH = Option(
    "cuda-path",
    "",
    "CUDA toolkit whose headers are used (default: CUDA_HOME, the wheels).",
    source=_CLANG,
    metavar="DIR",
)
CLANG = Option("clang", "", "clang to use, 22 or newer (default: OPENCICC_CLANG, PATH).", metavar="FILE")
RELOCATABLE = Option(
    "rdc",
    False,
    "Relocatable code: device functions stay visible, and those of other modules may be called.",
    source=_NVCC,
    aliases=("relocatable-device-code", "device-c", "dc"),
)
NVCC_MACROS = Option(
    "nvcc-macros", True, "Define __NVCC__ and __CUDACC_VER_MAJOR__, _MINOR__, _BUILD__, as nvcc does.", source=_NVCC
)

FRONTEND_OPTIONS = tuple(value for value in list(globals().values()) if isinstance(value, Option))
