"""What the front end's tests share: a compile of a CUDA C++ text, where clang and CUDA's headers are there."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from opencicc.compiler.api import option_values
from opencicc.compiler.files import Input
from opencicc.errors import CompilerError
from opencicc.frontend import clang, toolchain
from opencicc.frontend.options import FRONTEND_OPTIONS
from opencicc.llvm.ir import Context
from opencicc.options.values import OptionValues
from opencicc.target import parse_target

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

Lower = Callable[..., str]


def values_of(given: dict[str, object]) -> OptionValues:
    """Option values from names; the front end's own by its declarations, the rest by the catalogue."""
    mine = {option.name: option for option in FRONTEND_OPTIONS}
    values = option_values({name: value for name, value in given.items() if name not in mine})
    return values.with_values([(mine[name], value, name) for name, value in given.items() if name in mine])


def text_of(bitcode: bytes) -> str:
    with Context() as context:
        return context.parse(bitcode).text()


@pytest.fixture
def lower(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lower:
    """lower(source, **options) gives the IR text of `source`, written to kernel.cu in the current folder."""
    try:
        toolchain.find_clang()
        toolchain.find_headers()
    except CompilerError as error:
        pytest.skip(str(error))
    monkeypatch.chdir(tmp_path)

    def run(source: str, arch: str = "sm_90", name: str = "kernel.cu", on_disk: bool = True, **given: object) -> str:
        if on_disk:
            Path(name).write_text(source)
        options = values_of({key.replace("_", "-"): value for key, value in given.items()})
        return text_of(clang.lower(Input(name, source.encode()), options, parse_target(arch)).data)

    return run
