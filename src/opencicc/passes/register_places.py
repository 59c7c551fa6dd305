"""Where a function's text of PTX writes and reads its registers, for passes that change a line here and there."""

from __future__ import annotations

from opencicc.ptx_text import Line, read_line

# What stands between words: with all of it as spaces one call finds them.
_SPACES = str.maketrans(dict.fromkeys("\t!\"#$&'()*+,-./:;<=>?@[\\]^`{|}~", " "))


class RegisterPlaces:
    """A function's text line by line: where its registers are written and who reads them."""

    def __init__(self, text: str) -> None:
        self.texts = text.split("\n")
        self.lines: dict[int, Line] = {}  # by number, those that are plain instructions
        self.writers: dict[str, list[int]] = {}
        self.readers: dict[str, list[int]] = {}
        at = 0
        for number, content in enumerate(self.texts):
            line = read_line(text, at) if content.startswith("\t") else None
            if line is not None and ";" not in line.operands:  # assembly by hand has several on a line
                target = line.target
                if target[:1] == "%" and "|" not in target:  # one register, as mostly
                    self.writers.setdefault(target, []).append(number)
                else:
                    is_address = target.startswith("[")  # of a store
                    self._enter(self.readers if is_address else self.writers, target, number)
                self.lines[number] = line
                if "%" in line.operands:
                    self._enter(self.readers, line.operands, number)
            elif content.startswith("\t@") and content.endswith(";") and " bra" in content:
                self._enter(self.readers, content, number)
            elif "%" in content:  # assembly by hand, guards, declarations: written or read there, nobody knows
                self._enter(self.writers, content, number)
                self._enter(self.readers, content, number)
            at += len(content) + 1

    @staticmethod
    def _enter(places: dict[str, list[int]], text: str, number: int) -> None:
        for word in text.translate(_SPACES).split():
            if word[0] == "%":
                places.setdefault(word, []).append(number)

    def maker(self, register: str) -> Line | None:
        """The one plain instruction that writes a register; none where there are others."""
        places = self.writers.get(register, [])
        return self.lines.get(places[0]) if len(places) == 1 else None
