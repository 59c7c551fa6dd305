"""What the front end's own headers ask for by name: which of a user's macros and folders could change them.

    -DWIDTH=64    no header knows WIDTH: the same precompiled headers serve as without it
    -DNDEBUG      <assert.h> asks for it: headers of their own
    -Ifolder      changes them only where the folder has a file that a header includes, such as math.h

Names are taken from the text of every file that was read, comments left out. A name that stands in text that was skipped
counts too: too many names only cost a precompiled file that could have been shared.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

Flag = tuple[str, ...]  # -DNAME=1, -UNAME, -IFOLDER, or -isystem and its FOLDER

_IDENTIFIER_BYTES = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")
_SPACED = bytes(byte if byte in _IDENTIFIER_BYTES else 32 for byte in range(256))
_FILE_MARK = "/"  # in front of names of files: no identifier starts with it


def read_names(dependencies: str) -> bytes:
    """The names in the files of a rule for make: identifiers, and `/` with the first part of each included name."""
    import re

    # Strings and characters are matched so that what looks like a comment inside one is none; they stay.
    comment = re.compile(rb'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
    included = re.compile(rb'(?:include|include_next|import|embed)\s*\(?\s*[<"]([^>"\n]+)[>"]')
    identifiers: set[bytes] = set()
    files: set[bytes] = set()
    for path in _prerequisites(dependencies):
        with open(path, "rb") as file:
            text = comment.sub(lambda found: b" " if found[0].startswith(b"/") else found[0], file.read())
        identifiers.update(text.translate(_SPACED).split())
        files.update(name.split(b"/")[0] for name in included.findall(text))
        files.add(os.path.basename(path).encode())
    lines = sorted(identifiers) + sorted(_FILE_MARK.encode() + name.lower() for name in files)
    return b"\n" + b"\n".join(lines) + b"\n"


def concerns(flag: Flag, names: bytes) -> bool:
    """Could the headers with these names be others with the flag?"""
    word = flag[0]
    if word.startswith(("-D", "-U")):
        return _has(names, word[2:].split("=")[0].split("(")[0].strip())
    folder = flag[1] if len(flag) > 1 else word.removeprefix("-I")
    try:
        found = os.listdir(folder)
    except OSError:
        return False  # clang finds nothing there either
    return any(_has(names, _FILE_MARK + name.lower()) for name in found)


def concerning(flags: Sequence[Flag], names: bytes) -> list[Flag]:
    return [flag for flag in flags if not names or concerns(flag, names)]


def _has(names: bytes, name: str) -> bool:
    return f"\n{name}\n".encode() in names


def _prerequisites(rule: str) -> list[str]:
    """The files of `target: file file \\`, in which a space or a # of a name stands behind a backslash."""
    import re

    words = rule.replace("\\\n", " ").partition(": ")[2]
    parts = [re.sub(r"\\([ #])", r"\1", word).replace("$$", "$") for word in re.findall(r"(?:\\.|[^\s\\])+", words)]
    return [part for part in parts if os.path.isfile(part)]
