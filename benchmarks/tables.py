"""Results as tables: for the terminal (rich) and for docs/benchmarks.md (Markdown)."""

from __future__ import annotations

from rich.table import Table

from benchmarks.results import METRICS, TOTALS, KernelResult, Results, geometric_mean

OURS = "opencicc"
COLUMNS = {
    "registers": "registers",
    "spill_bytes": "spill bytes",
    "stack_bytes": "stack bytes",
    "ptx_instructions": "PTX instr.",
    "sass_instructions": "SASS instr.",
    "warps": "warps",
    "source_seconds": "source, CPU s",
}
Grid = list[list[str]]


def kernel_grid(results: Results) -> Grid:
    """A header and a line for each kernel; a cell holds the compilers' figures in order, split by blanks."""
    grid = [["kernel", *COLUMNS.values(), "optimizer, CPU ms", "note"]]
    for kernel in results.kernels:
        cells = [_cell(kernel, metric, results.compilers) for metric in COLUMNS]
        grid.append([kernel.name, *cells, _optimizer_cell(kernel, results.optimizers), _note(kernel)])
    return grid


def _cell(kernel: KernelResult, metric: str, compilers: list[str]) -> str:
    figures = [getattr(kernel.rows[name], metric) if name in kernel.rows else None for name in compilers]
    return " ".join("-" if f is None else f"{f:.2f}" if isinstance(f, float) else str(f) for f in figures)


def _optimizer_cell(kernel: KernelResult, optimizers: list[str]) -> str:
    found = [kernel.optimizer_seconds.get(name) for name in optimizers]
    return " ".join("-" if seconds is None else f"{1000 * seconds:.0f}" for seconds in found)


def _note(kernel: KernelResult) -> str:
    failed = [name for name, row in kernel.rows.items() if row.error]
    notes = [f"failed: {', '.join(failed)}"] if failed else []
    return "; ".join(notes + kernel.differences)


def summary_grid(results: Results, ours: str = OURS) -> Grid:
    """Geometric means of our figure divided by each peer's, and totals where zeros forbid ratios."""
    peers = [name for name in results.compilers if name != ours]
    grid = [["", *(f"{ours} / {peer}" for peer in peers)]]
    if ours not in results.compilers:
        return grid
    for metric, title in METRICS.items():
        grid.append([f"{title} (geometric mean)", *(_mean(results.ratios(metric, ours, peer)) for peer in peers)])
    common = results.common_kernels()
    for metric, title in TOTALS.items():
        mine = results.total(metric, ours, common)
        grid.append([f"{title} (totals)", *(f"{mine} / {results.total(metric, peer, common)}" for peer in peers)])
    return grid


def optimizer_lines(results: Results) -> list[str]:
    """Sentences about the optimizers' own time."""
    lines = []
    for peer in results.optimizers:
        ratios = results.optimizer_ratios(OURS, peer)
        if peer != OURS and ratios:
            lines.append(f"Optimizer alone, IR to PTX in one process: {OURS} / {peer} = {_mean(ratios)}")
    return lines


def optimizer_means(results: Results) -> dict[str, object]:
    """The optimizers' own times as geometric means, for figures.json."""
    found = {peer: results.optimizer_ratios(OURS, peer) for peer in results.optimizers if peer != OURS}
    means = {f"{OURS} / {peer}": round(geometric_mean(r.values()) or 0, 3) for peer, r in found.items() if r}
    return {"kernels": max((len(r) for r in found.values()), default=0), **means}


def _mean(ratios: dict[str, float]) -> str:
    mean = geometric_mean(ratios.values())
    return "-" if mean is None else f"{mean:.3f} ({len(ratios)} kernels)"


def rich_table(grid: Grid, title: str) -> Table:
    table = Table(title=title, title_justify="left")
    for position, name in enumerate(grid[0]):
        table.add_column(name, justify="left" if position == 0 else "right", overflow="fold")
    for line in grid[1:]:
        table.add_row(*line)
    return table


def markdown_table(grid: Grid) -> str:
    header, *lines = grid
    rule = ["---"] + ["--:"] * (len(header) - 1)
    return "\n".join("| " + " | ".join(cells) + " |" for cells in (header, rule, *lines))


def baseline_section(results: Results) -> str:
    """The means of LLVM's own pipeline, to remember what we started from."""
    return f"{results.date}, {results.arch}.\n\n{markdown_table(summary_grid(results, 'llvm'))}"


def static_section(results: Results) -> str:
    """The static part of docs/benchmarks.md."""
    order = ", ".join(f"{name} ({results.versions.get(name, '?')})" for name in results.compilers)
    optimizers = ", ".join(results.optimizers)
    versions = ", ".join(f"{k} {v}" for k, v in results.versions.items() if k not in results.compilers)
    return "\n\n".join(
        [
            f"{results.date}, {results.arch}, {len(results.kernels)} kernels; {versions}.",
            markdown_table(summary_grid(results)),
            *optimizer_lines(results),
            f"Figures in a cell are in the order {order}; optimizer times in the order {optimizers}. Warps are those "
            "that fit on a multiprocessor at the benchmark's block size. A note names arithmetic that not all "
            "compilers use.",
            markdown_table(kernel_grid(results)),
        ]
    )
