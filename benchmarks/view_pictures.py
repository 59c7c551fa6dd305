"""Take the pictures of docs/view.md: the page of a benchmark kernel in a browser (needs `make browser`, Pillow, clang).

python benchmarks/view_pictures.py
"""

from __future__ import annotations

import io
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KERNEL = "benchmarks/kernels/attention_rows.cu"
# Picture -> theme and the words that lead to the place, evaluated in the page.
PICTURES = {
    "view_pipeline": ("light", "'pipeline/' + model.steps.find(step => step.name.startsWith('inline')).index"),
    "view_registers": ("light", "'registers'"),
    "view_code": ("dark", "'code/source/0/' + (model.sources[0].lines.findIndex(line => line.includes('expf')) + 1)"),
}
SIZE = {"width": 1360, "height": 800}


def main() -> int:
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        page_path = Path(folder) / "kernel.html"
        command = [sys.executable, "-m", "opencicc", "view", KERNEL, "-arch=sm_90", "-o", str(page_path)]
        subprocess.run(command, check=True, cwd=ROOT)
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (theme, place) in PICTURES.items():
            page = browser.new_page(viewport=SIZE, color_scheme=theme)
            page.goto(page_path.as_uri())
            page.wait_for_selector("html[data-ready]")
            page.evaluate(f"() => {{ location.hash = {place}; }}")
            page.wait_for_timeout(300)
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(256, dither=Image.Dither.NONE)
            picture.save(ROOT / "docs" / "images" / f"{name}.png", optimize=True)
            page.close()
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
