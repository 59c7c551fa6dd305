"""`opencicc run kernel.ptx`: execute a kernel on the CPU and show what it left in its buffers."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from opencicc.cli.parser import Parser
from opencicc.compiler.files import read_input
from opencicc.emulate import LaunchResult, launch
from opencicc.emulate.argument_text import FILLS, GRAMMAR, parse_argument
from opencicc.emulate.counts import WarpCounts
from opencicc.emulate.launch import INSTRUCTION_LIMIT, STACK_BYTES
from opencicc.errors import FileError, InputError, UsageError
from opencicc.machine import parse

SHOWN_VALUES = 8


def main(argv: list[str]) -> int:
    options = make_parser().parse_args(argv)
    ptx = read_ptx(options.file)
    name = options.kernel or only_kernel(ptx, options.file)
    rng = np.random.default_rng(options.seed % (1 << 64))
    args = [parse_argument(text, rng) for text in options.arg]
    counts = WarpCounts() if options.counts else None
    result = launch(
        ptx,
        name,
        parse_shape(options.grid, "--grid"),
        parse_shape(options.block, "--block"),
        args,
        options.shared_bytes,
        instruction_limit=options.instruction_limit,
        stack_bytes=options.stack_bytes,
        counts=counts,
    )
    issued = counts.by_class() if counts is not None else None
    if options.save:
        save(options.save, args)
    print(
        json.dumps(as_json(name, options.arg, args, result, issued))
        if options.json
        else as_text(name, options.arg, args, result, issued)
    )
    return 0


def make_parser() -> Parser:
    parser = Parser("opencicc run", (__doc__ or "").split(": ", 1)[1])
    parser.add_argument("file", help="PTX file, or - for standard input")
    parser.add_argument("--kernel", default="", help="name of the kernel; may be left out if there is only one")
    parser.add_argument("--grid", default="1", help="blocks: X, X,Y or X,Y,Z (default 1)")
    parser.add_argument("--block", default="32", help="threads of a block: X, X,Y or X,Y,Z (default 32)")
    parser.add_argument(
        "--arg", action="append", default=[], metavar="SPEC", help=f"{GRAMMAR}; fills: {', '.join(FILLS)}"
    )
    parser.add_argument("--shared-bytes", type=int, default=0, help="dynamic shared memory")
    parser.add_argument("--seed", type=int, default=0, help="of random fills (default 0)")
    parser.add_argument(
        "--instruction-limit", type=int, default=INSTRUCTION_LIMIT, help="stop a kernel that does not end"
    )
    parser.add_argument("--stack-bytes", type=int, default=STACK_BYTES, help="stack of a thread where calls recurse")
    parser.add_argument("--counts", action="store_true", help="also say how many instructions warps issue, by class")
    parser.add_argument("--save", default="", metavar="FILE.npz", help="write all buffers, named arg0, arg1, ...")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser


def read_ptx(path: str) -> str:
    item = read_input(path)
    try:
        return item.data.decode("utf-8").rstrip("\0")
    except UnicodeDecodeError:
        raise InputError("this file is not PTX text", at=item.name, fix="give a .ptx file") from None


def only_kernel(ptx: str, path: str) -> str:
    kernels = [function.name for function in parse(ptx, path).functions if function.is_kernel and function.blocks]
    if len(kernels) != 1:
        listed = ", ".join(kernels) or "none"
        raise UsageError(f"{path} has {len(kernels)} kernels", fix=f"choose one with --kernel: {listed}")
    return kernels[0]


def parse_shape(text: str, flag: str) -> list[int]:
    try:
        return [int(part) for part in text.replace("x", ",").split(",")]
    except ValueError:
        raise UsageError(f"{flag} takes one to three numbers, not '{text}'", fix=f"{flag} 4 or {flag} 4,2") from None


def save(path: str, args: list[Any]) -> None:
    arrays: dict[str, Any] = {f"arg{position}": arg for position, arg in enumerate(args) if isinstance(arg, np.ndarray)}
    try:
        np.savez(path, **arrays)
    except OSError as error:
        raise FileError(f"cannot write {path}: {error.strerror}", at=path) from None


def buffers(specs: list[str], args: list[Any], result: LaunchResult) -> list[tuple[str, Any, Any]]:
    """(specification, array, undefined mask or None) of every buffer argument."""
    masks = {id(array): mask for array, mask in zip(result.arrays, result.undefined, strict=True)}
    return [
        (spec, arg, masks.get(id(arg))) for spec, arg in zip(specs, args, strict=True) if isinstance(arg, np.ndarray)
    ]


def as_json(
    name: str, specs: list[str], args: list[Any], result: LaunchResult, issued: dict[str, int] | None
) -> dict[str, Any]:
    return {
        "kernel": name,
        **({} if issued is None else {"warp_instructions": issued}),
        "lane_instructions": result.lane_instructions,
        "instructions_issued": result.instructions_issued,
        "seconds": round(result.seconds, 6),
        "output": result.output,
        "buffers": [
            {"spec": spec, "values": array.ravel().tolist(), "undefined": count_undefined(mask)}
            for spec, array, mask in buffers(specs, args, result)
        ],
    }


def count_undefined(mask: Any) -> int:
    return 0 if mask is None else int(np.count_nonzero(mask))


def as_text(name: str, specs: list[str], args: list[Any], result: LaunchResult, issued: dict[str, int] | None) -> str:
    lines = [result.output.rstrip("\n")] if result.output else []
    lines.append(f"{name}: {result.lane_instructions} lane-instructions in {result.seconds:.3f} s")
    if issued is not None:
        by_class = ", ".join(f"{kind} {number}" for kind, number in issued.items())
        lines.append(f"  warp instructions: {sum(issued.values())} issued: {by_class}")
    for spec, array, mask in buffers(specs, args, result):
        flat = array.ravel()
        shown = " ".join(f"{value:.6g}" if array.dtype.kind == "f" else str(value) for value in flat[:SHOWN_VALUES])
        more = " ..." if flat.size > SHOWN_VALUES else ""
        undefined = f"  ({count_undefined(mask)} undefined)" if mask is not None else ""
        lines.append(f"  {spec.partition('=')[0]}: {shown}{more}  [{summary(array)}]{undefined}")
    return "\n".join(lines)


def summary(array: Any) -> str:
    """The range of the values, NaNs apart."""
    numbers = array[~np.isnan(array)] if array.dtype.kind == "f" else array
    nans = array.size - numbers.size
    if numbers.size == 0:
        return f"{nans} NaN" if nans else "empty"
    text = f"min {numbers.min():.6g}, max {numbers.max():.6g}, mean {numbers.astype(np.float64).mean():.6g}"
    return f"{text}, {nans} NaN" if nans else text
