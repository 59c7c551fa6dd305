"""clang once more, on a text that was put right, when it refused `__shared__` objects for their constructors.

Each run may bring to light what the last one did not reach (clang stops after 20 errors), so it goes on while
something new was rewritten. What is left then are the declarations that nvcc refuses too. If there are other errors, the
first run's are shown: their words fit the user's text.
"""

from __future__ import annotations

import os

from opencicc.frontend import shared_objects

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Done = subprocess.CompletedProcess[bytes]
    Run = Callable[[list[str], bytes], Done]

MOST_RUNS = 8


def without_shared_constructors(done: Done, command: list[str], piped: bytes, name: str, run: Run) -> tuple[Done, str]:
    """`done`, or the outcome without the constructors that clang refused, and the warnings about them.

    `piped` is the source `name` where clang does not read it from the disk, below a line of our own.
    """
    if not done.returncode or shared_objects.REFUSED.encode() not in done.stderr:
        return done, ""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="opencicc-") as folder:
        fixed = _run_again(done, command, piped, name, run, folder)
    return fixed or (done, "")


def _run_again(
    done: Done, command: list[str], piped: bytes, name: str, run: Run, folder: str
) -> tuple[Done, str] | None:
    texts: dict[str, bytes] = {}
    warnings = ""
    for _ in range(MOST_RUNS):
        places = shared_objects.find_refused(done.stderr.decode(errors="replace"))
        understood: list[shared_objects.Place] = []
        for file in dict.fromkeys(place.file for place in places):
            is_piped = bool(piped) and file == name
            text = piped if is_piped else texts.get(file) or _read(file)
            here = [place for place in places if place.file == file]
            text, rewritten = shared_objects.rewrite(text, here, lines_above=int(is_piped))
            understood += rewritten
            if is_piped:
                piped = text
            elif rewritten:
                texts[file] = text
        if not understood:
            break
        warnings += "".join(place.warning for place in understood)
        done = run([*command, *_remapped(texts, folder)], piped)
    return (done, warnings) if not done.returncode or _is_all_refused(done) else None


def _is_all_refused(done: Done) -> bool:
    """Whether nothing is wrong but declarations that we leave alone."""
    refused = shared_objects.REFUSED.encode()
    return done.stderr.count(refused) == done.stderr.count(b"error: ")


def _remapped(texts: dict[str, bytes], folder: str) -> list[str]:
    """The flags that make clang read `texts` where it would read the files of these names."""
    flags = []
    for number, (file, text) in enumerate(texts.items()):
        path = os.path.join(folder, f"{number}.cu")
        with open(path, "wb") as out:
            out.write(text)
        flags += ["-Xclang", "-remap-file", "-Xclang", f"{file};{path}"]
    return flags


def _read(file: str) -> bytes:
    try:
        with open(file, "rb") as source:
            return source.read()
    except OSError:
        return b""
