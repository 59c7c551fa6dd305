"""The tables of ARCHITECTURE.md: which folder of src/opencicc imports which, and what only the native helper knows."""

from __future__ import annotations

import ast
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "opencicc"
PAGE = ROOT / "ARCHITECTURE.md"


def folder_of(path: Path) -> str:
    """The folder a file stands for; files at the top are called by their own name."""
    parts = path.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else path.stem


def imports_of(path: Path) -> set[str]:
    """The parts of opencicc that a file imports, anywhere in it but for type checking."""
    found: set[str] = set()
    for node in _runtime_nodes(ast.parse(path.read_text())):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module]
            if node.module == "opencicc":
                names = [f"opencicc.{alias.name}" for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "opencicc" and len(parts) > 1:
                found.add(parts[1])
    return found


def _runtime_nodes(tree: ast.AST) -> list[ast.AST]:
    nodes: list[ast.AST] = []
    pending: list[ast.AST] = [tree]
    while pending:
        node = pending.pop()
        nodes.append(node)
        is_typing_only = (
            isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        )
        pending += node.orelse if is_typing_only else list(ast.iter_child_nodes(node))  # type: ignore[attr-defined]
    return nodes


def arrows() -> dict[str, set[str]]:
    """Folder -> the other folders and files it imports."""
    found: dict[str, set[str]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        folder = folder_of(path)
        found.setdefault(folder, set()).update(imports_of(path) - {folder})
    return {
        folder: {name for name in names if name in found or (SOURCE / f"{name}.py").exists()}
        for folder, names in found.items()
    }


def updated_page() -> str:
    """ARCHITECTURE.md with its tables filled in."""
    text = PAGE.read_text()
    for name, lines in (("imports", folder_table()), ("helper", helper_table())):
        begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
        head, rest = text.split(begin, 1)
        text = f"{head}{begin}\n\n" + "\n".join(lines) + f"\n\n{end}{rest.split(end, 1)[1]}"
    return text


def helper_table() -> list[str]:
    """What only the native helper knows."""
    from opencicc.llvm.services import ONLY_WITH_HELPER

    rows = [f"| {helped} | {otherwise} |" for _, helped, otherwise in ONLY_WITH_HELPER]
    return ["| with the native helper | without |", "|---|---|", *rows]


def folder_table() -> list[str]:
    found = arrows()
    folders = sorted(f for f in found if (SOURCE / f).is_dir())
    lines = ["| folder | imports |", "|---|---|"]
    return lines + [f"| `{folder}` | {', '.join(sorted(found[folder])) or 'nothing'} |" for folder in folders]
