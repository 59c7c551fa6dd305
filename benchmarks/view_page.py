"""How quickly a page is there: file size, time to unpack, first paint, and a click, in a real browser.

    python benchmarks/view_page.py [KERNEL.cu ...]

Needs `make browser`. Without names: a kernel of about 2,000 PTX instructions and a trace of 5 MB.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
DEFAULT = ("lbm_d3q19", "attention_rows", "sha256_nonces", "pivot_unrolled")
PAINT = """() => performance.getEntriesByName('first-contentful-paint').map(entry => entry.startTime)[0]"""
READY = """() => new Promise(done => {
    const look = () => document.documentElement.dataset.ready ? done(performance.now()) : setTimeout(look, 1);
    look();
})"""
CLICK = """async () => {
    const slowest = model.steps.filter(step => step.changed).sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))[0];
    location.hash = 'summary';
    await new Promise(done => setTimeout(done, 50));
    const start = performance.now();
    location.hash = 'pipeline/' + slowest.index;
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return performance.now() - start;
}"""


def measure(browser: Any, source: Path, folder: Path) -> str:
    page_path, trace = folder / f"{source.stem}.html", folder / f"{source.stem}.trace"
    command = [sys.executable, "-m", "opencicc", "view", str(source), "-arch=sm_90", f"--trace={trace}"]
    subprocess.run([*command, "-o", str(page_path)], check=True)
    page = browser.new_page(viewport={"width": 1440, "height": 860})
    page.goto(page_path.as_uri(), wait_until="commit")
    ready = page.evaluate(READY)
    page.wait_for_timeout(300)
    paint, instructions = page.evaluate(PAINT), page.evaluate("() => model.kernels[0].instructions")
    click = page.evaluate(CLICK)
    page.close()
    sizes = f"{trace.stat().st_size / 1e6:7.2f} {page_path.stat().st_size / 1e6:7.2f}"
    return f"{source.stem:24} {instructions:12} {sizes} {paint:11.0f} {ready:9.0f} {click:9.0f}"


def main() -> int:
    from playwright.sync_api import sync_playwright

    path = next(found for found in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if found)
    sources = [Path(word) for word in sys.argv[1:]] or [HERE / "kernels" / f"{name}.cu" for name in DEFAULT]
    print(f"{'kernel':24} instructions trace MB page MB  paint (ms) ready (ms) step (ms)")
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for source in sources:
            print(measure(browser, source, Path(folder)), flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
