"""400 damaged inputs in one process: each gives PTX or a clear error, and a good compile stays the same.

`scripts/mutate_inputs.py --out DIR` writes the same inputs to files; the name of a failing one finds it there.
"""

from __future__ import annotations

from mutate_inputs import COUNT, mutants

import opencicc
from opencicc.llvm import helper
from tests.support import EXAMPLES


def compile_once(data: str | bytes, name: str, isolate: bool) -> str:
    return opencicc.compile(data, arch="sm_90", opt_level=3, name=name, isolate=isolate).ptx


def test_mutated_inputs_give_ptx_or_a_clear_error() -> None:
    isolate = helper.load() is None  # only the helper survives a signal in this process
    good = (EXAMPLES / "tiled_matmul.ll").read_text()
    before = compile_once(good, "good", isolate)
    compiled, refused, wrong = 0, 0, []
    for name, data in mutants():
        try:
            compiled += ".target sm_90" in compile_once(data, name, isolate)
        except opencicc.CompilerError as error:
            refused += bool(error.what)
        except Exception as error:  # what this test is here to find
            wrong.append((name, repr(error)))
    assert not wrong
    assert compiled + refused == COUNT
    assert compiled >= COUNT // 10, "hardly any mutant gets past the reader: the mutations are too coarse"
    assert compile_once(good, "good", isolate) == before


def test_mutants_are_the_same_every_time() -> None:
    assert list(mutants(40)) == list(mutants(40))


def test_half_of_the_bitcode_mutants_keep_their_header() -> None:
    names = [name for name, _ in mutants()]
    assert sum("-body-" in name for name in names) == sum("-anywhere-" in name for name in names) == COUNT // 4
