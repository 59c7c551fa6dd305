"""How long the optimizer takes on real modules: linked bitcode to PTX in one process, beside LLVM's and libNVVM's.

    python benchmarks/corpus linked OUT --from TREE --list NAMES      makes the bitcode
    python benchmarks/real_modules.py OUT [--every N] [--runs N] [--only TEXT]

CPU time, the least of some runs, because machines have other work to do; a ratio for each module, then geometric mean and worst.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.libnvvm import find_libnvvm
from benchmarks.optimizer_times import optimizer_seconds
from benchmarks.results import geometric_mean

ARCH = "sm_90"
LEAST_BYTES = 3000  # below, a source has no device code: its module is what every module has


def modules_of(folder: Path, every: int, only: str) -> list[Path]:
    found = [path for path in sorted(folder.glob("*.bc")) if path.stat().st_size > LEAST_BYTES]
    return [path for path in found if only in path.name][::every]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1, help="only every Nth module")
    parser.add_argument("--runs", type=int, default=2, help="runs of which the quickest counts")
    parser.add_argument("--only", default="", help="only modules with this in their name")
    options = parser.parse_args()
    libnvvm = find_libnvvm()
    if libnvvm is None:
        print("libNVVM is not installed (pip install nvidia-nvvm): left out")
    rows: list[tuple[str, dict[str, float]]] = []
    for path in modules_of(options.folder, options.every, options.only):
        seconds = optimizer_seconds(path.read_bytes(), ARCH, {}, libnvvm, options.runs)
        rows.append((path.stem, seconds))
        print(f"{path.stem:40} " + "  ".join(f"{n} {s * 1000:8.1f} ms" for n, s in seconds.items()), flush=True)
    for other in ("llvm", "libnvvm"):
        both = [(s["opencicc"] / s[other], name) for name, s in rows if "opencicc" in s and other in s]
        if both:
            worst = ", ".join(f"{name} {ratio:.2f}" for ratio, name in sorted(both, reverse=True)[:3])
            mean = geometric_mean(ratio for ratio, _ in both)
            print(f"opencicc / {other}: {mean:.3f} over {len(both)} modules; most {worst}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
