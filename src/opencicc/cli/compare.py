"""`opencicc compare A B`: two files, flag sets or compilers, kernel by kernel."""

from __future__ import annotations

import json
import os
import sys

from opencicc.cli import compare_text
from opencicc.cli.arguments import Arguments, take_word
from opencicc.cli.compile import lower_cuda
from opencicc.compare import judge, sides
from opencicc.compare.compared import Compared, compared
from opencicc.compare.sides import Sides
from opencicc.compiler.files import write_output
from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.read import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues

USAGE = """\
opencicc compare A B [options]
opencicc compare COMPILER [COMPILER] FILE... [options]

Shows kernels side by side: registers, spills, stack, shared memory, occupancy,
instructions by class, loops, calls, and the first step that differs.

A and B are files (IR, CUDA C++, PTX as it is) or folders of PTX. COMPILER is
opencicc, nvcc or clang with flags, in quotes; one alone is compared with
opencicc:

  opencicc compare old.ptx new.ptx
  opencicc compare nvcc kernel.cu -arch=sm_90
  opencicc compare "opencicc -O2" "opencicc -O3 -maxreg=64" kernel.ll
  opencicc compare out/before out/after --tolerance=registers=5

  --tolerance=P         exit code 1 if B is worse than A by more than P percent;
                        NAME=P,.. for single figures: registers, spill-stores,
                        spill-loads, stack, shared, warps, instructions, calls
  --html=FILE           the same as a page
  --json                the same as JSON
  --names=STYLE         short, whole or mangled names

All other options are those of a compile and hold for both sides.
"""
FIX = 'opencicc compare old.ptx new.ptx, or: opencicc compare nvcc "opencicc -O3" kernel.cu'
WORSE = 1


def main(words: list[str]) -> int:
    if not words or words[0] in ("--help", "-h", "-help"):
        print(USAGE, end="")
        return 0 if words else 2
    tolerance, rest = take_word(words, "tolerance")
    page, rest = take_word(rest, "html")
    limits = judge.parse_tolerance(tolerance or "0")
    arguments = Arguments(rest)
    values = gather(arguments.changes)
    common = [word for word in rest if word not in arguments.inputs]
    found = compare_all(arguments.inputs, Sides(read_values, lower_cuda, common))
    if not any(one.comparison.pairs for one in found):
        raise UsageError("the two sides have no kernel in common", at="opencicc compare", fix=names_of_both(found))
    if page:
        from opencicc.compare.page import write_page

        write_output(page, write_page(found, limits if tolerance else None, values[options.NAMES]).encode())
    if values[options.JSON]:
        print(json.dumps([compare_text.as_json(one, limits) for one in found], indent=1))
    elif not page:
        for one in found:
            print("\n".join(compare_text.table(one, values[options.NAMES])))
    missing = missing_files(arguments.inputs)
    worse = compare_text.worse_lines(found, limits, values[options.NAMES]) if tolerance else []
    worse += [f"{'worse: ' if tolerance else ''}{name} is missing in {arguments.inputs[1]}" for name in missing]
    for line in worse:
        print(line, file=sys.stderr)
    return WORSE if worse and tolerance else 0


def read_values(words: list[str]) -> OptionValues:
    return gather(Arguments(words).changes)


def compare_all(words: list[str], make: Sides) -> list[Compared]:
    """What the words without a dash stand for, in their order."""
    compilers = [word for word in words if sides.is_compiler(word)]
    files = [word for word in words if word not in compilers]
    if not compilers and len(files) == 2:
        return compare_places(files[0], files[1], make)
    if len(compilers) not in (1, 2) or not files:
        raise UsageError("compare needs two files, or compilers and a file", at="opencicc compare", fix=FIX)
    pair = (*compilers, sides.OPENCICC)[:2]
    return [compared(path, make.of_compiler(pair[0], path), make.of_compiler(pair[1], path)) for path in files]


def compare_places(first: str, second: str, make: Sides) -> list[Compared]:
    """Two files, or the files of two folders that have the same name."""
    left, right = sides.ptx_files(first), sides.ptx_files(second)
    if len(left) == len(right) == 1:
        right = dict(zip(left, right.values(), strict=True))
    names = [name for name in left if name in right]
    if not names:
        fix = f"{first} has {', '.join(left)}; {second} has {', '.join(right)}"
        raise UsageError("the two folders have no file of the same name", at="opencicc compare", fix=fix)
    return [compared(name, make.of_file(left[name]), make.of_file(right[name])) for name in names]


def missing_files(words: list[str]) -> list[str]:
    """Of two folders the files that only the first has: what fails to compile must not look as if nothing changed."""
    if len(words) != 2 or not all(os.path.isdir(word) for word in words):
        return []
    left, right = (sides.ptx_files(word) for word in words)
    return [name for name in left if name not in right] if len(left) > 1 or len(right) > 1 else []


def names_of_both(found: list[Compared]) -> str:
    only = [(*one.comparison.only_first, *one.comparison.only_second) for one in found]
    return f"they have {', '.join(name for names in only for name in names) or 'no kernels at all'}"
