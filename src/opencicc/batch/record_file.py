"""What a batch has done, a line for each module as it ends: the next run goes on from there."""

from __future__ import annotations

import hashlib
import json
import os

from opencicc import __version__
from opencicc.llvm import library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.batch.item import Done, Item

NAME = "batch.jsonl"


class RecordFile:
    """OUT/batch.jsonl: appended to, never rewritten; of two lines about a module the last counts."""

    def __init__(self, folder: str) -> None:
        self.path = os.path.join(folder, NAME)
        self.rows = {row["input"]: row for row in self._read()}

    def _read(self) -> list[dict[str, object]]:
        try:
            with open(self.path, encoding="utf-8") as file:
                lines = file.readlines()
        except FileNotFoundError:
            return []
        rows = []
        for line in lines:
            try:
                rows.append(json.loads(line))
            except ValueError:  # the last line of a run that was cut off
                continue
        return rows

    def is_current(self, item: Item, output: str) -> bool:
        """Was this very input compiled with these options by this compiler, and is the result still there?"""
        row = self.rows.get(item.source.name)
        return row is not None and row["key"] == key_of(item) and not row["error"] and os.path.exists(output)

    def add(self, item: Item, done: Done) -> dict[str, object]:
        row: dict[str, object] = {
            "input": item.source.name,
            "key": key_of(item),
            "seconds": round(done.seconds, 4),
            "bytes": len(done.output),
            "kernels": dict(done.kernels),
            "cached": done.was_cached,
            "warnings": list(done.warnings),
            "error": done.error,
        }
        with open(self.path, "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        self.rows[item.source.name] = row
        return row


def key_of(item: Item) -> str:
    settings = sorted((name, repr(setting.value)) for name, setting in item.values if name not in _PLACES)
    digest = hashlib.sha256(f"{__version__} {library.version_text()} {settings}\0".encode())
    digest.update(item.source.data)
    return digest.hexdigest()


_PLACES = ("output", "cache-dir")
