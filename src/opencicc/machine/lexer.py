"""Regular expressions that cut PTX text into statements, spaces and comments kept in front of each.

One match takes one statement: its leading trivia, then an instruction, a label, a brace or the
start of a directive. Quantifiers are written so that no text can make them backtrack badly.
"""

from __future__ import annotations

import re

BLOCK_COMMENT = r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/"
ANY_COMMENT = rf"//[^\n]*|{BLOCK_COMMENT}"
TRIVIA = rf"[ \t\r\n]*(?:(?:{ANY_COMMENT})[ \t\r\n]*)*"
NAME = r"[A-Za-z_$%][\w$]*"


def stretch(plain: str, special: str) -> str:
    """Plain characters and special pieces in any order; each character can be read in one way only."""
    return rf"{plain}*(?:(?:{special}){plain}*)*"


SLASH_OR_COMMENT = rf"/(?![/*])|{ANY_COMMENT}"
# In a body: label, instruction, directive or brace (in this order; `::` belongs to opcodes).
STATEMENT = re.compile(
    rf"(?P<lead>{TRIVIA})(?:"
    rf"(?P<label>{NAME}){TRIVIA}:(?!:)"
    rf"|(?:@{TRIVIA}(?P<not>!?){TRIVIA}(?P<guard>[\w$%]+){TRIVIA})?(?P<opcode>[a-z][\w.:]*)"
    rf"(?P<operands>{stretch('[^;/]', SLASH_OR_COMMENT)});"
    r"|(?P<directive>\.[a-zA-Z_]\w*)"
    r"|(?P<brace>[{}]))"
)
LEAD = re.compile(TRIVIA)
DIRECTIVE = re.compile(r"\.[a-zA-Z_]\w*")
FUNCTION = re.compile(rf"(?P<linkage>(?:\.(?:visible|extern|weak|common|internal)\b{TRIVIA})*)\.(?P<kind>entry|func)\b")
# A function header ends at `{`, or at `;` for a declaration.
HEADER = re.compile(stretch(r'[^{;/"]', rf'{SLASH_OR_COMMENT}|"[^"]*"(?:\s*;)?') + r"([{;])")
SECTION = re.compile(r"\.section[^{]*\{" + stretch("[^}/]", SLASH_OR_COMMENT) + r"\}")
TO_SEMICOLON = re.compile(stretch(r'[^;"/]', rf'{SLASH_OR_COMMENT}|"[^"]*"') + ";")
TO_LINE_END = re.compile(r"[^\n]*")
COMMENT = re.compile(ANY_COMMENT)

# Directives that end with their line rather than with a semicolon.
LINE_DIRECTIVES = frozenset({".version", ".target", ".address_size", ".loc", ".file"})


def without_comments(text: str) -> str:
    """The text with every comment replaced by a space."""
    return COMMENT.sub(" ", text) if "/" in text else text


def split_commas(text: str) -> list[str]:
    """Pieces of an operand list at its top-level commas, stripped."""
    if "[" not in text and "{" not in text and "(" not in text:
        return [piece.strip() for piece in text.split(",")]
    pieces, depth, start = [], 0, 0
    for position, char in enumerate(text):
        if char in "{([":
            depth += 1
        elif char in "})]":
            depth -= 1
        elif char == "," and depth == 0:
            pieces.append(text[start:position].strip())
            start = position + 1
    pieces.append(text[start:].strip())
    return pieces
