"""Builds the versions of one program and keeps a record of them; what is up to date is left as it is.

    .cu -- nvcc, clang or opencicc --> PTX -- ptxas --> cubin -- (host code) --> OUT/programs/NAME/VERSION

With `static` it stops at the cubin: enough for every figure but time, and neither nvcc nor a host compiler is needed.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path

from .cubin import kernel_figures
from .host import HostCompiler
from .makefile import Recipe, Unit, read_recipe
from .names import adopt_names
from .processes import BuildFailure, call
from .tools import Tools
from .tree import Program, find_program
from .versions import Version, device_command, digest

RECORD = "record.json"


class Builder:
    def __init__(self, out: Path, tree: Path, tools: Tools, versions: list[Version], arch: str, static: bool) -> None:
        self.out, self.tree, self.tools, self.arch = out, tree, tools, arch
        self.work = out.with_name(out.name + ".work")
        self.work.mkdir(parents=True, exist_ok=True)
        # nvcc comes last: it takes the names of kernels from what the others wrote.
        self.versions = sorted(versions, key=lambda version: version.name == "nvcc")
        self.identities = {version.name: version.identity(tools) for version in self.versions}
        self.host = None if static else HostCompiler(tools, out, self.work)

    def build(self, name: str) -> dict:
        """Brings OUT/programs/NAME up to date; returns its record."""
        target, record = self.out / "programs" / name, read_record(self.out, name)
        try:
            program = find_program(self.tree, name)
            recipe = read_recipe(program, self.arch)
            record["arguments"] = recipe.arguments
            record.pop("error", None)
            self._build_versions(program, recipe, record, target)
        except (BuildFailure, OSError) as failure:
            record["error"] = str(failure)
        target.mkdir(parents=True, exist_ok=True)
        (target / RECORD).write_text(json.dumps(record, indent=1))
        return record

    def _build_versions(self, program: Program, recipe: Recipe, record: dict, target: Path) -> None:
        work = self.work / "build" / program.name
        work.mkdir(parents=True, exist_ok=True)
        sources = digest(*_fingerprint(program), *recipe.units, self.tools.clang)
        for version in self.versions:
            key = digest(sources, self.identities[version.name], self.arch, self.host is None)
            before = record["versions"].get(version.name, {})
            is_there = self.host is None or (target / version.name).exists()
            is_known = before.get("tool") == _tool_digest() if "error" in before else is_there
            if before.get("key") == key and is_known:
                continue
            try:
                made = self._build_version(version, program, recipe.units, sources, work)
            except BuildFailure as failure:
                made = {"error": str(failure), "tool": _tool_digest()}
                (target / version.name).unlink(missing_ok=True)
            record["versions"][version.name] = {"key": key, **made}

    def _build_version(
        self, version: Version, program: Program, units: list[Unit], sources: str, work: Path
    ) -> dict[str, object]:
        seconds, kernels = 0.0, {}
        for unit in units:
            if self.host:
                self.host.compile(unit, program.folder, work, sources)
            if unit.is_cuda:
                ptx = work / f"{unit.stem}.{version.name}.ptx"
                seconds += self._to_ptx(version, unit, program.folder, ptx)
                kernels |= self._assemble(unit, ptx)
                if self.host:
                    self.host.embed(unit, ptx.with_suffix(".cubin"), self.arch, version.name, work)
        if self.host:
            self.host.link(units, version.name, work, self.out / "programs" / program.name / version.name)
        return {"seconds": round(seconds, 3), "kernels": kernels}

    def _to_ptx(self, version: Version, unit: Unit, folder: Path, ptx: Path) -> float:
        ptx.unlink(missing_ok=True)  # of an earlier build: nvcc must not take names from it after a failure
        stubs = self.work / "stubs"
        done = call(device_command(version, unit, self.tools, self.arch, ptx, stubs), folder)
        if version.name == "nvcc" and self.host:
            others = (ptx.with_name(f"{unit.stem}.{other.name}.ptx") for other in self.versions[:-1])
            reference = next((path for path in others if path.exists()), None)
            if reference is None:
                raise BuildFailure("no other compiler's PTX says under which names the host code looks")
            ptx.write_text(adopt_names(ptx.read_text(), reference.read_text()))
        return done.seconds

    def _assemble(self, unit: Unit, ptx: Path) -> dict[str, dict[str, int]]:
        limit = [f"-maxrregcount={unit.max_registers}"] * bool(unit.max_registers)
        cubin = ptx.with_suffix(".cubin")
        flags = ["-v", "-O3", f"-arch={self.arch}", *limit, *unit.ptxas]
        said = call([self.tools.ptxas, *flags, ptx, "-o", cubin]).text
        return kernel_figures(said, cubin.read_bytes())


@functools.cache
def _tool_digest() -> str:
    """Of this tool itself: a failure may be its own, so it is tried again when the tool has changed."""
    return digest(*(file.read_text() for file in sorted(Path(__file__).parent.glob("*.py"))))


def _fingerprint(program: Program) -> list[str]:
    files = [program.folder / program.source] if program.source else sorted(program.folder.rglob("*"))
    return [f"{file.name} {file.stat().st_size} {file.stat().st_mtime_ns}" for file in files if file.is_file()]


def read_record(out: Path, name: str) -> dict:
    path = out / "programs" / name / RECORD
    return json.loads(path.read_text()) if path.exists() else {"arguments": [], "versions": {}}


def read_records(out: Path) -> dict[str, dict]:
    """{program: record} of everything staged in OUT."""
    return {path.parent.name: json.loads(path.read_text()) for path in sorted(out.glob(f"programs/*/{RECORD}"))}
