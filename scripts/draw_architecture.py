"""Draw docs/images/architecture.svg: the stages of a compile, and the rooms of src/opencicc with their imports.

Rooms stand above what they import, so all arrows point down. The files at the root that everything leans on (errors,
records, targets, traces) are left out, and so are arrows that others
imply.
"""

from __future__ import annotations

import import_table

from opencicc.compiler.settings import STAGES

OUTPUT = import_table.ROOT / "docs" / "images" / "architecture.svg"
BOX, GAP, ROW = (118, 40), 22, 92
LEFT, TOP = 24, 120
STYLE = (
    "text{font:13px sans-serif;fill:#1a1a1a}.small{font-size:11px;fill:#555}.box{fill:#eef3fb;stroke:#4a6fa5}"
    ".stage{fill:#e9f5ec;stroke:#3c7d4f}.arrow{stroke:#8795a8;fill:none;marker-end:url(#tip)}"
)


def rooms() -> dict[str, set[str]]:
    """Folder -> the folders it imports."""
    found = {name: used for name, used in import_table.arrows().items() if (import_table.SOURCE / name).is_dir()}
    return {name: {one for one in used if one in found} for name, used in found.items()}


def layers(graph: dict[str, set[str]]) -> list[list[str]]:
    """Rooms by their height over what they import; those that import each other share a height."""
    height: dict[str, int] = {}

    def visit(name: str, path: tuple[str, ...]) -> int:
        if name not in height:
            below = [visit(one, (*path, name)) for one in sorted(graph[name]) if one not in (*path, name)]
            height[name] = 1 + max(below, default=-1)
        return height[name]

    for name in sorted(graph):
        visit(name, ())
    return [[name for name in sorted(graph) if height[name] == level] for level in range(max(height.values()) + 1)]


def drawn(name: str, graph: dict[str, set[str]]) -> set[str]:
    """The imports of a room that do not follow from those of another room it imports."""

    def below(one: str, seen: set[str]) -> set[str]:
        for used in graph[one] - seen:
            seen |= {used} | below(used, seen | {used})
        return seen

    return {one for one in graph[name] if not any(one in below(other, set()) for other in graph[name] - {one})}


def draw() -> str:
    graph = rooms()
    rows = list(reversed(layers(graph)))
    widest = max(len(stage_words()), *(len(row) for row in rows))
    width = LEFT * 2 + widest * (BOX[0] + GAP) - GAP
    height = TOP + len(rows) * ROW
    places = {
        name: (
            (width - len(row) * (BOX[0] + GAP) + GAP) // 2 + column * (BOX[0] + GAP),
            TOP + number * ROW,
        )
        for number, row in enumerate(rows)
        for column, name in enumerate(row)
    }
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'role="img" aria-label="Stages of a compile, and the rooms of opencicc with their imports">',
        f"<style>{STYLE}</style>",
        '<defs><marker id="tip" markerWidth="8" markerHeight="8" refX="7" refY="3" orient="auto">'
        '<path d="M0,0 L7,3 L0,6 z" fill="#8795a8"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        *stage_strip(),
        *(arrow(places[name], places[used]) for name in sorted(graph) for used in sorted(drawn(name, graph))),
        *(room(name, places[name]) for name in sorted(places)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def stage_words() -> list[str]:
    return ["read", *(stage.upper() for stage in STAGES), "PTX"]


def stage_strip() -> list[str]:
    """The legs of a compile, from left to right."""
    words = stage_words()
    parts = [f'<text x="{LEFT}" y="24" class="small">one compile</text>']
    for number, word in enumerate(words):
        left = LEFT + number * (BOX[0] + GAP)
        parts.append(f'<rect class="stage" x="{left}" y="36" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>')
        parts.append(f'<text x="{left + BOX[0] // 2}" y="61" text-anchor="middle">{word}</text>')
        if number:
            parts.append(f'<path class="arrow" d="M{left - GAP},56 L{left - 2},56"/>')
    parts.append(f'<text x="{LEFT}" y="{TOP - 18}" class="small">rooms, above what they import</text>')
    return parts


def arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    half = BOX[0] // 2
    if start[1] < end[1]:
        return f'<path class="arrow" d="M{start[0] + half},{start[1] + BOX[1]} L{end[0] + half},{end[1] - 2}"/>'
    bend = start[1] - 26  # rooms of one height that import each other
    middle = (start[0] + end[0]) // 2 + half
    return f'<path class="arrow" d="M{start[0] + half},{start[1]} Q{middle},{bend} {end[0] + half},{end[1] - 2}"/>'


def room(name: str, place: tuple[int, int]) -> str:
    left, top = place
    return (
        f'<rect class="box" x="{left}" y="{top}" width="{BOX[0]}" height="{BOX[1]}" rx="6"/>'
        f'<text x="{left + BOX[0] // 2}" y="{top + 25}" text-anchor="middle">{name}</text>'
    )
