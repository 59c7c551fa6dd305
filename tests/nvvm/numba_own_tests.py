"""numba-cuda's own tests that need no GPU, with whatever libNVVM this process finds: prints JSON, test to verdict.

Tests that only compile ask for a device to compile for; one stands in.
"""

from __future__ import annotations

import json
import sys
import unittest

CAPABILITY = (9, 0)
# Whole modules of tests that compile and read the result, or use libNVVM alone.
MODULES = [
    "numba.cuda.tests.nocuda.test_function_resolution",
    "numba.cuda.tests.nocuda.test_nvvm",
    "numba.cuda.tests.cudadrv.test_nvvm_driver",
    "numba.cuda.tests.cudapy.test_compiler",
    "numba.cuda.tests.cudapy.test_libdevice",
]


class Device:
    compute_capability = CAPABILITY


class Context:
    device = Device()


class Verdicts(unittest.TestResult):
    def __init__(self) -> None:
        super().__init__()
        self.verdicts: dict[str, str] = {}

    def addSuccess(self, test):  # noqa: N802 (unittest's name)
        self.verdicts.setdefault(test.id(), "ok")

    def addSkip(self, test, reason):  # noqa: N802
        self.verdicts[test.id()] = "skipped"

    def addFailure(self, test, error):  # noqa: N802
        self.verdicts[test.id()] = f"failed: {error[0].__name__}: {error[1]}"[:300]

    def addError(self, test, error):  # noqa: N802
        self.verdicts[test.id()] = f"error: {error[0].__name__}"

    def addSubTest(self, test, subtest, error):  # noqa: N802
        if error is not None:
            self.verdicts[test.id()] = f"failed: {error[0].__name__}: {error[1]}"[:300]


def main(modules: list[str]) -> None:
    from numba.cuda import compiler, dispatcher
    from numba.cuda.cudadrv import devices

    devices.get_context = lambda *_: Context()
    for module in (compiler, dispatcher):
        if hasattr(module, "get_current_device"):
            module.get_current_device = Device
    suite = unittest.defaultTestLoader.loadTestsFromNames(modules)
    result = Verdicts()
    suite.run(result)
    print(json.dumps(result.verdicts))


if __name__ == "__main__":
    main(sys.argv[1:] or MODULES)
