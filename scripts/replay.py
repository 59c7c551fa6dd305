"""make replay: which kernels get other PTX than from another commit?

    scripts/replay.py                      this tree against the last commit (the one before it if nothing was changed)
    scripts/replay.py --base v0.1.0        against a tag, a branch, any commit
    scripts/replay.py --only 'benchmarks/*' --levels O3

Compiles every benchmark kernel (where clang and CUDA's headers are found), every example and every module of tests/ir
at several levels with both, and names the modules whose PTX differs, with instructions and registers of their kernels. Both
PTX of each lie in out/replay. Both sides read this tree's inputs; the other commit's sources are put into a temporary folder,
with a native helper built from its own native/ where that differs. The exit code is 0 if nothing changes, 1 if something does,
2 if there is nothing to compare.
"""

from __future__ import annotations

import argparse
import difflib
import fnmatch
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "src"))

from opencicc import tools  # noqa: E402
from opencicc.compiler.kernels import scan_kernels  # noqa: E402
from opencicc.errors import CompilerError  # noqa: E402
from opencicc.frontend import toolchain  # noqa: E402

OUT = ROOT / "out" / "replay"
SIDES = ("base", "tree")  # folders in it: what the other commit made, and what this tree makes
HELPER = Path("src") / "opencicc" / "llvm" / "_helper.so"
BUILT_FROM = ("native", "setup.py")  # what the helper is made of
COMPILED_FROM = ("src", *BUILT_FROM)
CHECKED_OUT = (*COMPILED_FROM, "pyproject.toml", "README.md", "LICENSE")  # setup.py wants the others
FOLDERS = ("benchmarks/kernels/*.cu", "examples/ir/*.ll", "tests/ir/*.ll")
LEVELS = {
    "O0": ["-O0"],
    "O1": ["-O1"],
    "O2": ["-O2"],
    "O3": ["-O3"],
    "Ofcmin": ["-Ofc=min"],
    "Ofcmid": ["-Ofc=mid"],
    "Ofcmax": ["-Ofc=max"],
}
DEFAULT_LEVELS = "O0,O1,O3,Ofcmid"
DEFAULT_ARCH = "sm_90"


class Stop(Exception):
    """Nothing can be compared; the text says why."""


@dataclass(frozen=True)
class Outcome:
    """What one compile gave: PTX or an error."""

    ptx: str
    error: str


Outcomes = dict[tuple[str, str], Outcome]  # by module and level


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="replay.py", description=__doc__.splitlines()[0])
    parser.add_argument("--base", default="", help="the commit to compare with")
    parser.add_argument("--only", default="*", help="modules to take: a pattern on their path, such as 'examples/*'")
    parser.add_argument("--levels", default=DEFAULT_LEVELS, help=f"of {', '.join(LEVELS)}; default {DEFAULT_LEVELS}")
    parser.add_argument("--arch", default=DEFAULT_ARCH)
    arguments = parser.parse_args(words)
    try:
        return replay(arguments)
    except Stop as reason:
        print(f"error: {reason}", file=sys.stderr)
        return 2


def replay(arguments: argparse.Namespace) -> int:
    base = git("rev-parse", "--short", "--verify", "--quiet", f"{arguments.base or default_base()}^{{commit}}").strip()
    unknown = [name for name in arguments.levels.split(",") if name not in LEVELS]
    if unknown:
        raise Stop(f"unknown level {unknown[0]}: take some of {', '.join(LEVELS)}")
    levels = {name: LEVELS[name] for name in arguments.levels.split(",")}
    modules = find_modules(arguments.only)
    print(
        f"Compiling {len(modules)} modules at {', '.join(levels)} for {arguments.arch}: this tree and {base}",
        flush=True,
    )
    with tempfile.TemporaryDirectory(prefix="opencicc-replay-") as folder:
        other = check_out(base, Path(folder) / "base")
        jobs = {"arch": arguments.arch, "levels": levels}
        with ThreadPoolExecutor(2) as pool:
            sides = pool.map(lambda side: compile_all(side, modules, jobs, Path(folder)), (other, ROOT))
            before, after = sides
    return report(modules, before, after, arguments.arch)


def git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise Stop(f"git {' '.join(words)}: {done.stderr.strip() or 'no such commit'}")
    return done.stdout


def default_base() -> str:
    is_changed = git("status", "--porcelain", "--", *COMPILED_FROM).strip()
    return "HEAD" if is_changed else "HEAD~1"


def find_modules(only: str) -> list[str]:
    """Paths from the repository's root; kernels only where there is a front end for them."""
    patterns = FOLDERS if has_frontend() else FOLDERS[1:]
    found = [str(path.relative_to(ROOT)) for pattern in patterns for path in sorted(ROOT.glob(pattern))]
    chosen = [path for path in found if fnmatch.fnmatch(path, only)]
    if not chosen:
        raise Stop(f"no module matches {only}")
    return chosen


def has_frontend() -> bool:
    try:
        toolchain.find_clang("")
        toolchain.find_headers("")
    except CompilerError as error:
        print(f"note: without the benchmark kernels: {error.what}")
        return False
    return True


def check_out(base: str, folder: Path) -> Path:
    """The other commit's sources in a folder of their own, with its native helper if this tree has one."""
    present = [name for name in CHECKED_OUT if git("ls-tree", base, "--", name).strip()]
    command = ["git", "archive", "--format=zip", base, "--", *present]
    data = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
    folder.mkdir()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        archive.extractall(folder)
    if (ROOT / HELPER).exists():
        shutil.copy(find_helper(base, folder), folder / HELPER)
    return folder


def find_helper(base: str, folder: Path) -> Path:
    """This tree's helper where it is made of the same sources; else one built from the commit's, once."""
    same = subprocess.run(["git", "diff", "--quiet", base, "--", *BUILT_FROM], cwd=ROOT)
    if same.returncode == 0:
        return ROOT / HELPER
    print(f"Building the native helper of {base}", flush=True)
    key = "-".join(git("rev-parse", f"{base}:{name}").strip()[:12] for name in BUILT_FROM)
    kept = OUT / f"helper-{key}.so"
    if not kept.exists():
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if not (folder / HELPER).exists():
            raise Stop(f"the native helper of {base} can't be built: {done.stderr.strip()}")
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / HELPER, kept)
    return kept


def compile_all(side: Path, modules: list[str], jobs: dict[str, object], folder: Path) -> Outcomes:
    """Every module at every level; a module whose compile ends the process has that as its error."""
    left, found = list(modules), Outcomes()
    environment = {**os.environ, "PYTHONPATH": str(side / "src")}
    names = [folder / f"{side.name}-{word}" for word in ("jobs.json", "results.jsonl")]
    while left:
        rows = [{"name": name, "path": str(ROOT / name)} for name in left]
        names[0].write_text(json.dumps({**jobs, "modules": rows}))
        names[1].write_text("")
        command = [sys.executable, str(ROOT / "scripts" / "replay_compile.py"), *map(str, names)]
        done = subprocess.run(command, env=environment, cwd=folder, capture_output=True, text=True)
        for row in map(json.loads, names[1].read_text().splitlines()):
            found[row["name"], row["level"]] = Outcome(row["ptx"], row["error"])
        unfinished = [name for name in left if any((name, level) not in found for level in jobs["levels"])]  # type: ignore[attr-defined]
        if unfinished and done.returncode == 1 and unfinished == left:
            raise Stop(f"{side} does not compile anything: {done.stderr.strip()}")
        for level in jobs["levels"] if unfinished else ():  # type: ignore[attr-defined]
            found.setdefault((unfinished[0], level), Outcome("", f"the compiler died ({done.returncode})"))
        left = unfinished[1:]
    return found


def report(modules: list[str], before: Outcomes, after: Outcomes, arch: str) -> int:
    changed = {key for key in after if after[key] != before[key]}
    names = [name for name in modules if any(name == key[0] for key in changed)]
    print(f"Replay: {len(names)} of {len(modules)} kernels change")
    for path in OUT.glob("**/*.ptx"):  # of an earlier run
        path.unlink()
    for name in names:
        print(f"  {name}")
        for level in [level for module, level in after if module == name and (module, level) in changed]:
            old, new = before[name, level], after[name, level]
            keep(name, level, old, new)
            print("\n".join(f"    {level:<7} {line}" for line in differences(old, new, arch)))
    if names:
        sides = " ".join(f"{OUT.relative_to(ROOT)}/{side}" for side in SIDES)
        print(f"Both PTX of each, side by side: opencicc compare {sides}")
    return 1 if names else 0


def keep(name: str, level: str, old: Outcome, new: Outcome) -> None:
    """One that did not compile is not there: the line above says so."""
    for side, outcome in zip(SIDES, (old, new), strict=True):
        (OUT / side).mkdir(parents=True, exist_ok=True)
        if outcome.ptx:
            (OUT / side / f"{Path(name).stem}.{level}.ptx").write_text(outcome.ptx)


def differences(old: Outcome, new: Outcome, arch: str) -> list[str]:
    """A line for each kernel whose figures differ, or one about the text."""
    if old.error or new.error:
        return [f"{old.error or 'compiled'} -> {new.error or 'compiles'}"]
    figures = figures_of(old.ptx, arch), figures_of(new.ptx, arch)
    lines = [describe(name, figures[0].get(name), figures[1].get(name)) for name in {**figures[0], **figures[1]}]
    return [line for line in lines if line] or [text_difference(old.ptx, new.ptx)]


def text_difference(old: str, new: str) -> str:
    lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0))[2:]  # less the file names
    marks = [line[0] for line in lines]
    return f"{marks.count('-')} lines of PTX become {marks.count('+')}, same instruction and register counts"


def figures_of(ptx: str, arch: str) -> dict[str, dict[str, int]]:
    """Of each kernel: instructions, and registers and spills where ptxas is found and takes the PTX."""
    found = {kernel.name: {"instructions": kernel.instructions} for kernel in scan_kernels(ptx)}
    try:
        measured = tools.measure(ptx, arch) if tools.find_tool("ptxas") else []
    except CompilerError:
        measured = []
    for kernel in measured:
        spilled = kernel.spill_store_bytes + kernel.spill_load_bytes
        found.setdefault(kernel.name, {}).update({"registers": kernel.registers, "spilled bytes": spilled})
    return found


def describe(name: str, old: dict[str, int] | None, new: dict[str, int] | None) -> str:
    if old is None or new is None:
        return f"{name}: {'is new' if old is None else 'is gone'}"
    changes = [f"{old[what]} -> {new[what]} {what}" for what in old if what in new and old[what] != new[what]]
    return f"{name}: {', '.join(changes)}" if changes else ""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
