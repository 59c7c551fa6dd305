"""Generated files: written when their text is new, or, with --check, named when they are stale."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def settle_all(files: Mapping[Path, Callable[[], str]]) -> int:
    """Settle each file with the text that its function makes; the exit code of a script."""
    is_check = "--check" in sys.argv
    stale = [path for path, make in files.items() if not settle(path, make(), is_check)]
    return 1 if stale else 0


def settle(path: Path, text: str, is_check: bool) -> bool:
    """Is the file as it should be? Without `is_check` it is made so."""
    if path.exists() and path.read_text() == text:
        return True
    if is_check:
        print(f"{path.relative_to(ROOT)} is stale: run `make docs`", file=sys.stderr)
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    print(f"wrote {path.relative_to(ROOT)}")
    return True
