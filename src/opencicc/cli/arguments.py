"""The command line's words to inputs and option settings, in cicc's spelling.

One or two dashes, '-' or '_' inside a name, `-name=value` or `-name value`: all are the same (a switch
such as -ftz takes its value only after '='). The words with rules of their own:

    -O0 .. -O3, -opt=N        the level
    -archsm_90                the architecture, glued
    -opt "-name=value"        a pass option (a following word that starts with '-')
    -opt, -llc, -lnk          as the first word: run that stage alone
    -Xopt W, -Xllc W, -Xlnk W, -Xcicc W   pass W on, as a pass option or as a word of this line
    -optf FILE                the words in a file, as nvcc has them

Words of nvcc and cicc that nothing declares are looked up in options/foreign.py.
"""

from __future__ import annotations

from opencicc.errors import UsageError
from opencicc.options import driver as options
from opencicc.options.option import Option
from opencicc.options.read import find_settable, read_words
from opencicc.options.registry import find_driver_option, unknown_option

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Change = tuple[Option[Any], object, str]

# First and last stage; what cicc calls llc has the passes on machine code inside.
STAGE_MODES = {"-opt": ("opt", "opt"), "-llc": ("llc", "mach"), "-lnk": ("lnk", "lnk"), "-nvc": ("llc", "mach")}
PASS_THROUGH = ("-Xopt", "--Xopt", "-Xllc", "--Xllc", "-Xlnk", "--Xlnk", "-Xlto", "--Xlto")
READ_ON = ("-Xcicc", "--Xcicc", "-Xlibnvvm", "--Xlibnvvm")  # the next word is one of this line
DASHLESS = ("disable-llc-opts", "disable-load-select-transform")  # cicc writes these without a dash
_GLUED = ("-I", "-D", "-U")  # front-end flags whose value may follow without a blank


class Arguments:
    """What a command line said."""

    def __init__(self, words: list[str]) -> None:
        self.inputs: list[str] = []
        self.changes: list[Change] = []
        self.wants_help = False
        self.wants_version = False
        self.wants_ir_version = False
        self._compiles_only = ""  # where -c stands: with -ptx, -cubin or -fatbin it says nothing more
        self._host_takes_unknown = any(word.lstrip("-").startswith("forward-unknown") for word in words)
        self._words = words
        self._next = 0
        while self._next < len(words):
            self._read_word()
        self._check_split()
        if self._compiles_only and not any(option is options.EMIT for option, _, _ in self.changes):
            from opencicc.options import foreign

            raise UsageError("-c is an unsupported option", at=self._compiles_only, fix=foreign.NO_OBJECT)

    def _check_split(self) -> None:
        """cicc takes one word about split compilation, and so do we."""
        places = [
            at for option, _, at in self.changes if option in (options.SPLIT_COMPILE, options.SPLIT_COMPILE_EXTENDED)
        ]
        if len(places) > 1:
            raise UsageError(
                options.SPLIT_TWICE, at=places[1], fix="give -split-compile=N or -split-compile-extended=N once"
            )

    def _take(self, owner: str, at: str) -> str:
        if self._next >= len(self._words):
            raise UsageError(_missing_operand(owner), at=at, fix=f"give it a value: {owner} VALUE")
        word = self._words[self._next]
        self._next += 1
        return word

    def _read_word(self) -> None:
        word = self._words[self._next]
        self._next += 1
        at = f"command line, argument {self._next}"
        if word == "--":
            self.inputs += self._words[self._next :]
            self._next = len(self._words)
        elif word == "-" or not word.startswith("-"):
            if word not in DASHLESS:
                self.inputs.append(word)
            else:
                self._read_option(f"-{word}", at)
        elif word in ("--help", "-help", "-h"):
            self.wants_help = True
        elif word in ("--version", "-version", "-V"):
            self.wants_version = True
        elif word in STAGE_MODES and self._starts_stage_mode(word, at):
            return
        elif word == "-opt":
            self._read_pass_options(self._take(word, at), at)
        elif word in PASS_THROUGH:
            self._read_pass_options(self._take(word, at), at)
        elif word in ("-optf", "--optf"):
            self._splice(self._take(word, at), at)
        elif word in ("-irversion", "--irversion"):
            self.wants_ir_version = True
        elif word in READ_ON:
            self._take(word, at)
            self._next -= 1  # the word itself is read next, as if it stood here
        else:
            self._read_option(word, at)

    def _starts_stage_mode(self, word: str, at: str) -> bool:
        following = self._words[self._next] if self._next < len(self._words) else ""
        if self._next != 1 or (word == "-opt" and following.startswith("-") and following != "-"):
            return False
        start, stop = STAGE_MODES[word]
        self.changes.append((options.STOP_AFTER, stop, at))
        self.changes.append((options.START_FROM, start, at))
        return True

    def _read_pass_options(self, text: str, at: str) -> None:
        name = text.lstrip("-").partition("=")[0]
        if find_driver_option(name) is not None:
            self._read_option(text, at)
        else:
            self.changes += read_words(text, at)

    def _read_option(self, word: str, at: str) -> None:
        name, equals, text = word.lstrip("-").partition("=")
        if len(name) == 2 and name[0] == "O" and name[1].isdigit() and not equals:
            return self._add(options.OPT_LEVEL, name[1], at)
        if name == "c" and not equals:
            self._compiles_only = at
            return None
        if name == "opt":
            return self._add(options.OPT_LEVEL, text if equals else self._take(word, at), at)
        if name.startswith("archsm_") and not equals:
            return self._add(options.ARCH, name.removeprefix("arch"), at)
        if word[:2] in _GLUED and len(word) > 2 and not word.startswith("--"):
            name, equals, text = word[1], "=", word[2:]
        option = find_driver_option(name) or self._find_elsewhere(name, word, at)
        if option is None:  # a word of nvcc's or cicc's, and read
            return None
        if option is options.OPTIONS_FILE and self._splice(
            text if equals else self._take(word, at), at, only_words=True
        ):
            return None
        if option is options.OPTIONS_FILE:
            return self._add(option, text if equals else self._words[self._next - 1], at)
        if equals:
            return self._add(option, text, at)
        if isinstance(option.default, bool):
            return self._add(option, "1", at)
        self._add(option, self._take(word, at), at)

    def _add(self, option: Option[Any], text: str, at: str) -> None:
        if option is options.FAST_COMPILE:
            _check_fast_compile(text, any(o is option for o, _, _ in self.changes), at)
        self.changes.append((option, option.parse(text, at), at))

    def _find_elsewhere(self, name: str, word: str, at: str) -> Option[Any] | None:
        try:
            return find_settable(name, at)
        except UsageError as error:
            if not error.what.startswith("unknown option"):
                raise
            if not self._read_foreign(name, word, at) and not self._host_takes_unknown:
                raise unknown_option(word, at) from None
            return None

    def _read_foreign(self, name: str, word: str, at: str) -> bool:
        """A word that nvcc or cicc knows: what it stands for here, nothing, or an error with what to use."""
        from opencicc.options import foreign

        _, equals, text = word.lstrip("-").partition("=")
        if name.replace("_", "-") == "jump-table-density":
            text = text if equals else self._take(word, at)
            self._add(options.JUMP_TABLES, foreign.jump_tables(text, at), at)
            return True
        row = foreign.find(name)
        if row is None:
            return False
        if row.is_refused:
            raise foreign.refuse(word, row, at)
        if row.takes and not equals and not foreign.is_glued(name):
            text = self._take(word, at)
        for setting, value in row.settings:
            option = find_driver_option(setting) or find_settable(setting, at)
            self._add(option, value.replace("VALUE", text), at)
        return True

    def _splice(self, path: str, at: str, *, only_words: bool = False) -> bool:
        """The words of nvcc's options file in the place of its name; a YAML file of ours is left to whoever reads those."""
        import os
        import shlex

        from opencicc.compiler.files import read_input

        if only_words and not os.path.isfile(path):
            return False
        text = read_input(path).data.decode(errors="replace")
        start = text.lstrip()[:3]
        is_words = start[:1] == "-" and start[1:2].strip() and start != "---"  # "- x" and "---" are YAML
        if only_words and not is_words:
            return False
        try:
            self._words[self._next : self._next] = shlex.split(text)
        except ValueError as error:
            raise UsageError(f"cannot read {path}: {error}", at=at) from None
        return True


def _check_fast_compile(text: str, is_repeated: bool, at: str) -> None:
    if is_repeated:
        raise UsageError("libnvvm : error: -Ofast-compile specified more than once", at=at, fix="keep one of them")
    if text not in options.FAST_COMPILE.choices:
        what = "libnvvm : error: -Ofast-compile called with unsupported level, only supports 0, min, mid, or max"
        raise UsageError(what, at=at, fix="write -Ofast-compile=0, min, mid or max")


def _missing_operand(owner: str) -> str:
    if owner in ("-o", "--output"):
        return "Missing output file"
    return "Missing NVVM IR library file" if "nvvmir-library" in owner else f"{owner} needs a value"


def take_word(words: list[str], name: str) -> tuple[str, list[str]]:
    """The value of --NAME=VALUE or --NAME VALUE, which is a subcommand's own and no compile option; the other words."""
    for index, word in enumerate(words):
        found, equals, text = word.lstrip("-").partition("=")
        if word.startswith("-") and found == name:
            value = text if equals else "".join(words[index + 1 : index + 2])
            return value, words[:index] + words[index + (1 if equals else 2) :]
    return "", words
