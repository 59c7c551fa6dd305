"""Put the pages of docs/ and of the root together and build the site: `make site`.

    make_site.py [--output DIR]

docs/ stays the source. The root's pages move beside them under other names, so links between the two are written anew;
a link to a file that is no page (code, a folder) becomes its text. Then mkdocs builds strictly: a page that no menu names
and a link to nowhere are errors.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "out" / "site-source"
ROOT_PAGES = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
SUFFIXES = (".md", ".png", ".svg", ".jpg")
LINK = re.compile(r"\[([^\[\]]*)\]\(([^)#\s]+)(?:#[^)]*)?\)")
TARGET = re.compile(r"(?<=\]\()([^)#\s]+)(?=(?:#[^)]*)?\))")  # of a link, a picture, or a picture that is a link


def main() -> int:
    parser = argparse.ArgumentParser(description="Build the documentation as a site.")
    parser.add_argument("--output", default=str(ROOT / "out" / "site"), help="the folder of the site")
    output = parser.parse_args().output
    gather()
    # Not --quiet: a warning that is not shown is not counted either, and strict would mean nothing.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", output]
    # The theme's makers tell every build about their plans; nothing that a build log needs.
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}
    command += ["-f", str(ROOT / "mkdocs.yml")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout + done.stderr, file=sys.stderr)
    else:
        print(f"{len(list(Path(output).rglob('*.html')))} pages in {os.path.relpath(output)}")
    return done.returncode


def gather() -> None:
    """Every page at its place in the site's source, with links that hold there."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    for path in sorted((ROOT / "docs").rglob("*")):
        if path.suffix in SUFFIXES:
            put(path, SOURCE / path.relative_to(ROOT / "docs"))
    for name, page in ROOT_PAGES.items():
        put(ROOT / name, SOURCE / page)


def put(path: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".md":
        target.write_text(rewritten(path.read_text(), path, target))
    else:
        shutil.copy(path, target)


def rewritten(text: str, path: Path, target: Path) -> str:
    """Links of a page as they must be where the page is put."""

    def drop(link: re.Match[str]) -> str:
        return link[1] if not is_elsewhere(link[2]) and find(link[2]) is None else link[0]

    def turn(link: re.Match[str]) -> str:
        found = None if is_elsewhere(link[1]) else find(link[1])
        return link[1] if found is None else os.path.relpath(found, target.parent)

    def find(place: str) -> Path | None:
        return place_of(Path(os.path.normpath(path.parent / place)))

    # Code is no prose: what looks like a link inside a fence is left alone.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    return "".join(part if part.startswith("```") else TARGET.sub(turn, LINK.sub(drop, part)) for part in parts)


def is_elsewhere(place: str) -> bool:
    return "://" in place or place.startswith("mailto:")


def place_of(path: Path) -> Path | None:
    """Where a file of the repository is in the site, None for what is no page and no picture of docs/."""
    if path.parent == ROOT and path.name in ROOT_PAGES:
        return SOURCE / ROOT_PAGES[path.name]
    is_in_docs = (ROOT / "docs") in path.parents
    if is_in_docs:
        return SOURCE / path.relative_to(ROOT / "docs")  # one that is not there is mkdocs's to complain about
    if not path.exists():
        raise SystemExit(f"a link to {os.path.relpath(path, ROOT)}, which is not there")
    return None


if __name__ == "__main__":
    sys.exit(main())
