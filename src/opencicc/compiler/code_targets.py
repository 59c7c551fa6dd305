"""For which architectures code is made: nvcc's -gencode, -arch with -code, -arch=native, all and all-major.

    -gencode arch=compute_90,code=[sm_90,compute_90]    =>    CodeTarget("compute_90", ("sm_90", "compute_90"))

One PTX is made for each architecture that is compiled for, a cubin for each sm_N that is wanted of it.
"""

from __future__ import annotations

import re

from opencicc.errors import ToolError, UnsupportedError, UsageError
from opencicc.options import driver as options
from opencicc.record import record
from opencicc.target import LEAST_PTX, parse_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues

NATIVE, ALL, ALL_MAJOR = "native", "all", "all-major"
_CODE = re.compile(r"arch=(?P<arch>\w+)(?:,code=(?P<codes>\[[^\]]*\]|\"[^\"]*\"|[\w,]+))?")
_MAJORS = ("75", "80", "90", "100", "110", "120")  # the first of each generation


@record
class CodeTarget:
    """An architecture that is compiled for, and what is wanted of it: cubins (sm_N) and PTX (compute_N)."""

    arch: str
    codes: tuple[str, ...]

    @property
    def cubins(self) -> tuple[str, ...]:
        return tuple(code for code in self.codes if code.startswith("sm_"))

    @property
    def has_ptx(self) -> bool:
        return any(code.startswith("compute_") for code in self.codes)


def has_several_words(values: OptionValues) -> bool:
    """Was anything said that one -arch=sm_N does not say?"""
    words = values[options.GENERATE_CODE] or values[options.GPU_CODE]
    return bool(words) or values[options.ARCH] in (NATIVE, ALL, ALL_MAJOR)


def code_targets(values: OptionValues) -> list[CodeTarget]:
    """Everything that is to be made, each architecture once, in the order given."""
    arch, at = values[options.ARCH], values.origin(options.ARCH)
    given = [parse_code(text, values.origin(options.GENERATE_CODE)) for text in values[options.GENERATE_CODE]]
    if values.is_set(options.ARCH) or not given:
        given.insert(0, _of_arch(arch, values[options.GPU_CODE], at)) if arch not in (ALL, ALL_MAJOR) else None
        if arch in (ALL, ALL_MAJOR):
            given = [*_all(_MAJORS if arch == ALL_MAJOR else _plain()), *given]
    merged: dict[str, CodeTarget] = {}
    for target in given:
        before = merged.get(target.arch, CodeTarget(target.arch, ()))
        merged[target.arch] = CodeTarget(target.arch, tuple(dict.fromkeys((*before.codes, *target.codes))))
    return list(merged.values())


def _of_arch(arch: str, codes: tuple[str, ...], at: str) -> CodeTarget:
    """-arch=sm_90 is short for PTX and a cubin; -arch=compute_90 for PTX; -code says otherwise."""
    arch = native_arch() if arch == NATIVE else arch
    number = arch.removeprefix("sm_").removeprefix("compute_")
    parse_target(arch, at=at)
    if codes:
        return _checked(CodeTarget(f"compute_{number}", codes), at)
    return CodeTarget(
        f"compute_{number}",
        (f"compute_{number}",) if arch.startswith("compute_") else (f"sm_{number}", f"compute_{number}"),
    )


def _plain() -> tuple[str, ...]:
    return tuple(name for name in LEAST_PTX if name.isdigit())


def _all(numbers: tuple[str, ...]) -> list[CodeTarget]:
    """A cubin for each, and PTX for what is newer than the last."""
    targets = [CodeTarget(f"compute_{number}", (f"sm_{number}",)) for number in numbers]
    last = targets[-1]
    return [*targets[:-1], CodeTarget(last.arch, (*last.codes, last.arch))]


def parse_code(text: str, at: str) -> CodeTarget:
    """The words of one -gencode."""
    found = _CODE.fullmatch(text.strip().replace(" ", ""))
    if found is None:
        raise UsageError(
            f"{text} is an unsupported value for option: generate-code",
            at=at,
            fix="write -gencode arch=compute_90,code=sm_90 or -gencode arch=compute_90,code=[sm_90,compute_90]",
        )
    codes = tuple(code for code in (found["codes"] or "").strip('[]"').split(",") if code)
    return _checked(CodeTarget(found["arch"], codes or (found["arch"],)), at)


def _checked(target: CodeTarget, at: str) -> CodeTarget:
    compiled = parse_target(target.arch, at=at)
    for code in target.codes:
        made = parse_target(code, at=at)
        if made.sm < compiled.sm:
            raise UsageError(
                f"code={code} is older than arch={target.arch}",
                at=at,
                fix=f"a cubin for {code} needs arch=compute_{made.sm}",
            )
    number = f"{compiled.sm}{compiled.suffix}"
    return CodeTarget(f"compute_{number}", target.codes)


def native_arch() -> str:
    """The architecture of this machine's first GPU, as its driver's tool says it."""
    from opencicc import tools

    tool = tools.find_tool("nvidia-smi")
    try:
        said = tools.run_tool([tool, "--query-gpu=compute_cap", "--format=csv,noheader"], "nvidia-smi") if tool else ""
    except ToolError:
        said = ""
    found = re.match(r"(\d+)\.(\d+)", said)
    if found is None:
        raise UnsupportedError("-arch=native: this machine has no NVIDIA GPU", at="-arch", fix="name one: -arch=sm_90")
    return f"sm_{found[1]}{found[2]}"
