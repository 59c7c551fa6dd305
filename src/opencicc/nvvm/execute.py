"""What `opencicc exec` runs in a fresh interpreter: activate, then the user's script or module as if it were started alone."""

from __future__ import annotations

import os
import runpy
import sys


def main(words: list[str]) -> None:
    import opencicc.activate  # noqa: F401 (for what the import does)

    if words[0] == "-m":
        sys.argv = words[1:]
        sys.path[0] = os.getcwd()
        runpy.run_module(words[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = words
        sys.path[0] = os.path.dirname(os.path.abspath(words[0]))
        runpy.run_path(words[0], run_name="__main__")


if __name__ == "__main__":
    main(sys.argv[1:])
