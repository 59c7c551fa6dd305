"""One self-contained HTML file from a trace: style, script and data inside, nothing from the network.

The data is compressed (zlib, base64) and unpacked by the browser: a trace of 5 MB makes a page of well under 1 MB.
"""

from __future__ import annotations

import base64
import html
import json
import zlib
from pathlib import Path

from opencicc.view.pack import pack

HOME = Path(__file__).parent
# The script's parts in the order in which they lean on each other.
SCRIPTS = (
    "dom.js",
    "data.js",
    "highlight.js",
    "diff.js",
    "list.js",
    "strip.js",
    "steps.js",
    "code.js",
    "pressure.js",
    "decisions.js",
    "summary.js",
    "search.js",
    "main.js",
)


def write_page(trace: str, path: str, name: str = "<trace>") -> None:
    """The page of a trace file's text."""
    Path(path).write_text(page_text(trace, name), encoding="utf-8")


def page_text(trace: str, name: str = "<trace>") -> str:
    data = pack(trace, name)
    text = (HOME / "page.html").read_text(encoding="utf-8")
    parts = {
        "title": html.escape(title_of(data["header"])),
        "style": (HOME / "page.css").read_text(encoding="utf-8"),
        "script": "\n".join((HOME / script).read_text(encoding="utf-8") for script in SCRIPTS),
        "data": compressed(json.dumps(data, separators=(",", ":"))),
    }
    for key, value in parts.items():
        text = text.replace(f"{{{{{key}}}}}", value, 1)
    return text


def title_of(header: dict[str, object]) -> str:
    inputs = header.get("inputs")
    names = ", ".join(str(name).rsplit("/", 1)[-1] for name in inputs) if isinstance(inputs, list) else ""
    return f"{names or 'a compile'}, {header.get('target', '')} {header.get('level', '')}".strip()


def compressed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
