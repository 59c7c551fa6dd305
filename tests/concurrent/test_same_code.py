"""A kernel's code does not depend on what else is in its module: alone, and among the kernels of all examples."""

from __future__ import annotations

import pytest

import opencicc
from opencicc.compiler.concurrent.join import Item, _plain, read_items
from tests.support import EXAMPLES


def items_of(ptx: str) -> list[Item]:
    return [item for item in read_items(ptx)[1] if item.is_definition]


def kernels_of(ptx: str) -> dict[str, str]:
    """The text of each kernel, without what depends on its place in the file."""
    return {item.name: _plain(item.text) for item in items_of(ptx) if item.is_function and ".entry" in item.text}


@pytest.fixture(scope="module")
def examples() -> tuple[dict[str, str], list[bytes]]:
    """Every kernel compiled in its own module, and the modules; one that has a name of an earlier one is left out."""
    alone: dict[str, str] = {}
    names: set[str] = set()
    modules = []
    for path in sorted(EXAMPLES.glob("*.ll")):
        source = path.read_bytes()
        ptx = opencicc.compile(source, arch="sm_90").ptx
        fresh = {word.partition("[")[0] for item in items_of(ptx) for word in item.text.split() if "[" in word}
        fresh |= {item.name for item in items_of(ptx)}
        shared = {name for name in fresh if f"@{name} =" in source.decode() or f"@{name}(" in source.decode()}
        if shared & names:
            continue
        names |= shared
        alone |= kernels_of(ptx)
        modules.append(source)
    return alone, modules


@pytest.mark.parametrize("options", [{"force-concurrent": True}, {}], ids=["by parts", "in one piece"])
def test_a_kernel_among_many_is_the_same(
    options: dict[str, object], examples: tuple[dict[str, str], list[bytes]]
) -> None:
    alone, modules = examples
    result = opencicc.compile(modules[0], arch="sm_90", link=modules[1:], options=options)
    together = kernels_of(result.ptx)
    assert together.keys() == alone.keys()
    assert len(together) > 20
    different = {name for name, text in together.items() if text != alone[name]}
    # Where memory may hold addresses of shared memory, because some kernel stores one, what is loaded from it is not
    # taken for global memory anywhere in the module: `polynomial` loads a pointer.
    assert different == (set() if options else {"polynomial"})
