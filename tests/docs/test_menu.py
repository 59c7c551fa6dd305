"""Every page of docs/ is in the menu of the site: `make site` would refuse one that is not."""

from __future__ import annotations

import re

from tests.support import REPOSITORY


def test_the_menu_names_every_page() -> None:
    menu = (REPOSITORY / "mkdocs.yml").read_text().partition("\nnav:\n")[2]
    named = set(re.findall(r"[\w/-]+\.md", menu))
    pages = {str(path.relative_to(REPOSITORY / "docs")) for path in (REPOSITORY / "docs").rglob("*.md")}
    assert named == pages | {"index.md", "architecture.md", "contributing.md", "changelog.md"}
