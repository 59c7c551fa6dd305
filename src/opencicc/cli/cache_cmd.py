"""`opencicc cache info` and `opencicc cache clear`: what the cache holds, and away with it."""

from __future__ import annotations

import json
import time

from opencicc.cli.parser import Parser
from opencicc.compiler import cache_folder
from opencicc.options import driver as options
from opencicc.options.read import gather

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.compiler.cache_folder import Entry

HOUR_S = 3600


def main(argv: list[str]) -> int:
    parser = Parser("opencicc cache", "What the cache of results and precompiled headers holds.")
    parser.add_argument("action", choices=("info", "clear"), help="show what it holds, or remove it")
    parser.add_argument("--cache-dir", default="", metavar="DIR", help="the folder, if not the usual one")
    parser.add_argument("--json", action="store_true", help="as JSON")
    arguments = parser.parse_args(argv)
    values = gather([])  # the environment may name the folder and the limit
    folder = arguments.cache_dir or values[options.CACHE_DIR] or cache_folder.default_folder()
    if arguments.action == "clear":
        files, size = cache_folder.clear(folder)
        facts: dict[str, object] = {"folder": folder, "removed_files": files, "removed_bytes": size}
        print(json.dumps(facts) if arguments.json else f"removed {files} files, {megabytes(size)}, from {folder}")
        return 0
    facts = describe(folder, cache_folder.entries(folder), values[options.CACHE_SIZE])
    print(json.dumps(facts) if arguments.json else "\n".join(as_text(facts)))
    return 0


def describe(folder: str, entries: list[Entry], limit_mb: int) -> dict[str, object]:
    headers = [entry for entry in entries if entry.is_headers]
    results = [entry for entry in entries if entry.is_result]
    return {
        "folder": folder,
        "results": len(results),
        "result_bytes": sum(entry.size for entry in results),
        "headers": len(headers),
        "header_bytes": sum(entry.size for entry in entries if not entry.is_result),
        "limit_bytes": limit_mb * cache_folder.MEGABYTE,
        "longest_unused_hours": round((time.time() - entries[0].used_s) / HOUR_S, 1) if entries else 0.0,
    }


def as_text(facts: dict[str, object]) -> list[str]:
    limit = facts["limit_bytes"]
    lines = [
        f"folder:   {facts['folder']}",
        f"results:  {facts['results']}, {megabytes(facts['result_bytes'])}",
        f"headers:  {facts['headers']} precompiled, {megabytes(facts['header_bytes'])}",
        f"limit:    {megabytes(limit) if limit else 'none'} (--cache-size)",
    ]
    if facts["results"] or facts["headers"]:
        lines.append(f"unused:   the longest unused for {facts['longest_unused_hours']} hours")
    return lines


def megabytes(size: object) -> str:
    return f"{int(str(size)) / cache_folder.MEGABYTE:.1f} MB"
