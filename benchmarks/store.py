"""Results that stay valid until their inputs change, as JSON files under out/cache."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

OUT = Path(__file__).resolve().parent.parent / "out"


def key_of(*parts: object) -> str:
    """A short text that differs when any part differs."""
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:24]


def remember(
    kind: str, name: str, key: str, make: Callable[[], dict[str, Any]], needs: Path | None = None
) -> dict[str, Any]:
    """The stored result of `make` if it was made for the same key and the file it `needs` is still there."""
    path = OUT / "cache" / kind / f"{name}.json"
    if path.exists() and (needs is None or needs.exists()):
        stored: dict[str, Any] = json.loads(path.read_text())
        if stored.get("key") == key:
            return dict(stored["result"])
    result = make()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"key": key, "result": result}))
    return result
