"""PNG plots of the results: ratio per kernel, compile time against module size, GPU time of whole sets."""

from __future__ import annotations

import importlib
import math
from pathlib import Path
from typing import Any

from benchmarks.results import METRICS, Results

PLOTTED = ("registers", "sass_instructions")
OURS = "opencicc"
OWN_SET = "kernels"


def plot_all(results: Results, folder: Path) -> list[Path]:
    """Write every plot that the results allow; without matplotlib that is none, and a sentence says so."""
    pyplot = _pyplot()
    if pyplot is None:
        return []
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{metric}.png" for metric in PLOTTED if _ratios(pyplot, results, metric, folder)]
    if results.optimizers:
        _compile_times(pyplot, results, folder / "compile_time.png")
        written.append(folder / "compile_time.png")
    return written


def plot_gpu_times(times: dict[str, dict[str, dict[str, float]]], folder: Path) -> Path | None:
    """GPU time over nvcc's, a curve a compiler over kernels from best to worst: sets that nobody tuned for beside our own."""
    pyplot = _pyplot()
    if pyplot is None:
        return None
    unseen = {name: row for key, kernels in times.items() if key != OWN_SET for name, row in kernels.items()}
    panels = {"kernels that nobody tuned for": unseen, "kernels of our own, tuned on": times.get(OWN_SET, {})}
    figure, axes = pyplot.subplots(1, 2, figsize=(10, 3.8), sharey=True)
    for axis, (title, kernels) in zip(axes, panels.items(), strict=True):
        for compiler in ("clang", OURS):
            ratios = sorted(row[compiler] / row["nvcc"] for row in kernels.values() if {compiler, "nvcc"} <= row.keys())
            if ratios:
                mean = math.exp(math.fsum(map(math.log, ratios)) / len(ratios))
                axis.plot(range(1, len(ratios) + 1), ratios, "o-", markersize=3, label=f"{compiler} (mean {mean:.3f})")
        axis.axhline(1.0, color="grey", linewidth=1)
        axis.set_yscale("log")
        axis.set_yticks([0.25, 0.5, 0.8, 1.0, 1.25, 2.0], ["0.25", "0.5", "0.8", "1", "1.25", "2"])
        axis.minorticks_off()
        axis.set_title(f"{len(kernels)} {title}", fontsize=10)
        axis.set_xlabel("kernels, the best for each compiler first")
        axis.grid(True, alpha=0.3)
        axis.legend(loc="upper left")
    axes[0].set_ylabel("GPU time over nvcc's (below 1: faster)")
    figure.tight_layout()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "gpu_time.png"
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
    return path


def _pyplot() -> Any | None:
    try:
        matplotlib = importlib.import_module("matplotlib")
    except ImportError:
        print("matplotlib is not installed (`pip install matplotlib`): no plots")
        return None
    matplotlib.use("Agg")
    return importlib.import_module("matplotlib.pyplot")


def _ratios(pyplot: Any, results: Results, metric: str, folder: Path) -> bool:
    """Our figure over each peer's, a dot for each kernel, sorted by the first peer."""
    peers = [name for name in results.compilers if name != OURS]
    by_peer = {peer: ratios for peer in peers if (ratios := results.ratios(metric, OURS, peer))}
    if not by_peer:
        return False
    first = next(iter(by_peer.values()))
    names = sorted(first, key=lambda name: first[name])
    figure, axes = pyplot.subplots(figsize=(8, 1.5 + 0.18 * len(names)))
    for peer, ratios in by_peer.items():
        shown = [name for name in names if name in ratios]
        axes.plot(
            [ratios[name] for name in shown], [names.index(name) for name in shown], "o", label=f"{OURS} / {peer}"
        )
    axes.axvline(1.0, color="grey", linewidth=1)
    axes.set_yticks(range(len(names)), names, fontsize=7)
    axes.set_xlabel(f"{METRICS[metric]}, ratio (left of 1: {OURS} needs fewer)")
    axes.legend(loc="lower right")
    figure.tight_layout()
    figure.savefig(folder / f"{metric}.png", dpi=110)
    pyplot.close(figure)
    return True


def _compile_times(pyplot: Any, results: Results, path: Path) -> None:
    figure, axes = pyplot.subplots(figsize=(7, 5))
    for optimizer in results.optimizers:
        timed = [kernel for kernel in results.kernels if optimizer in kernel.optimizer_seconds]
        sizes = [kernel.ir_instructions for kernel in timed]
        axes.loglog(sizes, [1000 * kernel.optimizer_seconds[optimizer] for kernel in timed], "o", label=optimizer)
    axes.set_xlabel("unoptimised IR instructions of the module")
    axes.set_ylabel("IR to PTX, CPU ms")
    axes.legend()
    axes.grid(True, which="both", alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
    pyplot.close(figure)
