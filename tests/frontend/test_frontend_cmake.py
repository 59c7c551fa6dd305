"""CMake with our toolchain file builds the device code of a CUDA project, and again when a header changes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CMAKE = Path(__file__).resolve().parent.parent.parent / "examples" / "cmake"
SOURCES = CMAKE.parent.parent / "src"


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("cmake") is None or shutil.which("c++") is None, reason="needs cmake and a C++ compiler"
)
def test_a_cuda_project_s_device_code(tmp_path):
    project = tmp_path / "project"
    shutil.copytree(CMAKE / "project", project)
    program = tmp_path / "opencicc"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={SOURCES} exec {sys.executable} -m opencicc "$@"\n')
    program.chmod(0o755)

    def cmake(*words: str) -> str:
        done = subprocess.run(
            ["cmake", *words], capture_output=True, text=True, check=False, env={**os.environ, "VERBOSE": "1"}
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    build = tmp_path / "build"
    cmake(
        "-S",
        str(project),
        "-B",
        str(build),
        f"-DCMAKE_TOOLCHAIN_FILE={CMAKE / 'opencicc.cmake'}",
        f"-DOPENCICC={program}",
        "-DCMAKE_CUDA_ARCHITECTURES=80",
    )
    cmake("--build", str(build))
    (scale,) = build.rglob("scale.ptx")
    (total,) = build.rglob("sum.ptx")
    assert ".target sm_80\n" in scale.read_text() and "0f40400000" in scale.read_text()  # FACTOR
    assert ".entry sum(" in total.read_text()
    (project / "include" / "index.h").write_text(
        (project / "include" / "index.h").read_text() + "#undef FACTOR\n#define FACTOR 5.0f\n"
    )
    cmake("--build", str(build))
    assert "0f40A00000" in scale.read_text()
