"""A process of its own that asks libNVVM's verifier: module texts as JSON in, {name: accepted} out, a line for each."""

from __future__ import annotations

import ctypes
import json
import sys


def main(library: str) -> None:
    nvvm = ctypes.CDLL(library)
    words = [b"-arch=compute_90", b"-nvvm-version=nvvm-latest"]
    for name, text in json.load(sys.stdin).items():
        program, data = ctypes.c_void_p(), text.encode()
        nvvm.nvvmCreateProgram(ctypes.byref(program))
        nvvm.nvvmAddModuleToProgram(program, data, ctypes.c_size_t(len(data)), b"module")
        failed = nvvm.nvvmVerifyProgram(program, len(words), (ctypes.c_char_p * len(words))(*words))
        nvvm.nvvmDestroyProgram(ctypes.byref(program))
        print(json.dumps([name, failed == 0]), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
