"""Write the figures of the last runs (benchmarks/figures.json) into README.md and the pages that quote them; with --check compare."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "scripts")]

from generated_files import settle_all  # noqa: E402

from benchmarks.figures import FILES  # noqa: E402

if __name__ == "__main__":
    sys.exit(settle_all(FILES))
