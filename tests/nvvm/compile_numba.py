"""Compile every Numba kernel with whatever libNVVM this process finds: `compile_numba.py FOLDER [NAME...]`.

Prints JSON: the library that was used, and per kernel "" or what went wrong. There need not be a GPU: functions called from
kernels ask Numba for the device at hand, so one stands in.
"""

from __future__ import annotations

import json
import sys
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT))

CAPABILITY = (9, 0)


class NoGpu:
    compute_capability = CAPABILITY


def compile_one(name: str, folder: Path) -> str:
    from numba import cuda
    from numba.cuda.cudadrv.error import NvvmWarning

    from tests.nvvm.numba_kernels import KERNELS

    function, signature, options = KERNELS[name]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.simplefilter("error", NvvmWarning)
            ptx, _ = cuda.compile_ptx(function, signature, cc=CAPABILITY, **options)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    (folder / f"{name}.ptx").write_text(ptx)
    return ""


def main(folder: Path, names: list[str]) -> None:
    from numba.cuda import dispatcher

    from tests.nvvm.numba_kernels import KERNELS

    dispatcher.get_current_device = NoGpu
    outcomes = {name: compile_one(name, folder) for name in names or KERNELS}
    maps = Path("/proc/self/maps").read_text().splitlines()
    used = sorted({line.split()[-1] for line in maps if "libnvvm.so" in line})
    print(json.dumps({"libraries": used, "outcomes": outcomes}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
