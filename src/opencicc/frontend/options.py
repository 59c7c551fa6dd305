"""The options that CUDA C++ inputs have: what goes to clang, and what stays visible."""

from __future__ import annotations

from opencicc.options.option import Option, TextsOption

_CLANG, _NVCC = "clang", "nvcc 13.0"

INCLUDE = TextsOption(
    "I", (), "Folder to look for headers in (repeatable).", source=_CLANG, aliases=("include-path",), metavar="DIR"
)
DEFINE = TextsOption(
    "D", (), "Define a macro (repeatable).", source=_CLANG, aliases=("define-macro",), metavar="NAME[=VALUE]"
)
UNDEFINE = TextsOption(
    "U", (), "Undefine a macro (repeatable).", source=_CLANG, aliases=("undefine-macro",), metavar="NAME"
)
SYSTEM_INCLUDE = TextsOption(
    "isystem", (), "Folder of system headers (repeatable).", source=_CLANG, aliases=("system-include",), metavar="DIR"
)
PRE_INCLUDE = TextsOption(
    "include",
    (),
    "Header to read before the input (repeatable).",
    source=_CLANG,
    aliases=("pre-include",),
    metavar="FILE",
)
DEPENDENCIES = Option(
    "MD",
    False,
    "Write a rule for make with every header that was read, to OUTPUT.d or the file of -MF.",
    source=_NVCC,
    aliases=("generate-dependencies-with-compile", "MMD", "generate-nonsystem-dependencies-with-compile"),
)
DEPENDENCY_FILE = Option("MF", "", "The file of -MD.", source=_NVCC, aliases=("dependency-output",), metavar="FILE")
DEPENDENCY_TARGET = TextsOption(
    "MT",
    (),
    "The target of -MD's rule (default: the output).",
    source=_NVCC,
    aliases=("dependency-target-name",),
    metavar="NAME",
)
DEPENDENCY_PHONY = Option(
    "MP", False, "With -MD: an empty rule for each header.", source=_NVCC, aliases=("generate-dependency-targets",)
)
STANDARD = Option(
    "std", "", "C++ standard of a .cu input, such as c++20 (default c++17).", source=_CLANG, metavar="STD"
)
INPUT_LANGUAGE = Option(
    "x", "", "cuda or cu: the inputs are CUDA C++ whatever they are called.", source=_CLANG, choices=("", "cuda", "cu")
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
