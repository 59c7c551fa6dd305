"""The options of nvvmCompileProgram and nvvmVerifyProgram: which words there are, and what each sets here.

libNVVM is strict: a word that it does not know, a value that an option does not have and an option given twice are
errors, whose texts are part of the interface. Words that name something opencicc has no use for are taken and do
nothing; each says why.
"""

from __future__ import annotations

from opencicc.nvvm.versions import ARCH_PREFIX, DEFAULT_ARCH, is_architecture, sm_of
from opencicc.record import record
from opencicc.target import DEFAULT_PTX, KNOWN_PTX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PREFIX = "libnvvm : error: "
SWITCH = ("0", "1")
LEVELS = ("0", "1", "2", "3")
FAST_LEVELS = ("0", "min", "mid", "max")
CURRENT_DIALECT = "nvvm-latest"
DIALECTS = (CURRENT_DIALECT, "nvvm70")
FIRST_SM_OF_CURRENT_DIALECT = 100
LEAST_PTX_TARGET, MOST_PTX_TARGET = 86, 94
FIRST_SM_WITH_PTX_TARGET = 100
NO_JUMP_TABLES = 101  # percent: no switch is that dense


class BadOption(Exception):
    """What is wrong with the options, in libNVVM's words."""


@record
class Words:
    """The options of one call, as settings of ours."""

    settings: dict[str, object]  # option name to value
    pass_words: tuple[str, ...] = ()  # behind -Xopt and -Xllc
    wants_lto: bool = False
    is_quiet: bool = False
    is_current: bool = False  # the dialect that NVIDIA's library would read: that of LLVM 7 below compute_100


# With a value: name to the values it may have.
_VALUED = {
    "opt": LEVELS, "ftz": SWITCH, "prec-sqrt": SWITCH, "prec-div": SWITCH, "fma": SWITCH, "opt-fdiv": SWITCH,
    "discard-value-names": SWITCH,
}  # fmt: skip
# Without one, at most once: name to what it sets. Nothing: the names of values do not matter here (-discard-value-names),
# the PTX has no comments and no source to show, what cicc's own passes would do has no counterpart.
_FLAGS: dict[str, dict[str, object]] = {
    "-g": {"g": True},
    "-generate-line-info": {},  # lines are kept wherever the module has them
    "-fast-math": {"fast-math": True},
    "-unsafe-math": {"fast-math": True},
    "-enable-mad": {"fma": True},
    "-w": {},
    "-Werror": {"Werror": True},
    "-restrict": {"kernel-params-are-restrict": True},
    "-Osize": {"Osize": True},
    "-disable-allopts": {"opt-level": 0},
    "-disable-inlining": {"disable-inlining": True},
    "-aggressive-inline": {"aggressive-inline": True},
    "-allow-restrict-in-struct": {"allow-restrict-in-struct": True},
    "-vasp-fix": {"vasp-fix": True},
    "-new-nvvm-remat": {"new-nvvm-remat": True},
    "-disable-new-nvvm-remat": {"disable-new-nvvm-remat": True},
    "-disable-nvvm-remat": {},
    "-Om": {}, "-no-signed-zeros": {}, "-no-lineinfo-inlined-at": {}, "-show-src": {}, "-enable-verbose-asm": {},
    "-enable-opt-byval": {}, "-no-aggressive-positive-stride-analysis": {}, "disable-load-select-transform": {},
}  # fmt: skip
# Taken any number of times, and nothing to do: other passes, other linkers and LTO's symbol lists.
_IGNORED = ("-numba-debug", "-gen-opt-lto", "-jobserver", "--device-c", "--force-device-c", "-has-global-host-info",
            "-optimize-unused-variables")  # fmt: skip
_HOST_REFERENCES = tuple(f"-host-ref-{kind}=" for kind in ("ek", "ik", "ec", "ic", "eg", "ig"))
_PASSED_ON = ("-Xopt", "-Xllc", "-Xlnk", "-Xlto")
_REACHING_PASSES = ("-Xopt", "-Xllc")


def read(options: Sequence[str]) -> Words:
    """What the words of a call set; BadOption at the first that is wrong."""
    reader = _Reader(options)
    reader.read_all()
    return reader.words()


class _Reader:
    def __init__(self, options: Sequence[str]) -> None:
        self._options = list(options)
        self._next = 0
        self._seen: set[str] = set()
        self._arch = DEFAULT_ARCH
        self._ptx_target = ""
        # Calls of functions that nobody defines are another linker's business, and lines are kept where there are any.
        self._settings: dict[str, object] = {
            "libnvvm": True,
            "rdc": True,
            "generate-line-info": True,
        }
        self._pass_words: list[str] = []
        self._wants_lto = False
        self._dialect = ""

    def read_all(self) -> None:
        while self._next < len(self._options):
            word = self._options[self._next]
            self._next += 1
            name, equals, value = word.partition("=")
            if word in _PASSED_ON:
                self._pass_on(word)
            elif word in _FLAGS:
                self._once(word)
                self._settings.update(_FLAGS[word])
            elif word == "-gen-lto":
                self._wants_lto = True
            elif word in _IGNORED or word.startswith(_HOST_REFERENCES):
                continue
            elif not equals or not name.startswith("-") or not self._set(name[1:], value, word):
                raise unsupported(word)

    def _set(self, name: str, value: str, word: str) -> bool:
        """Read `-name=value`; False where there is no such option."""
        if name in _VALUED:
            if value not in _VALUED[name]:
                raise unsupported(word)
            self._once(f"-{name}")
            self._set_value(name, value)
        elif name == "arch":
            if not is_architecture(value):
                raise unsupported(word)
            self._once("-arch")
            self._arch = value
        elif name == "maxreg":
            self._once("-maxreg")
            self._settings["maxreg"] = _number(value)
        elif name in ("split-compile", "split-compile-extended"):
            self._once("split compilation", "split compilation")
            self._settings[name] = _number(value)
        elif name == "Ofast-compile":
            if value not in FAST_LEVELS:
                raise BadOption(
                    f"{PREFIX}-Ofast-compile called with unsupported level, only supports 0, min, mid, or max"
                )
            self._once("-Ofast-compile")
            self._settings["Ofast-compile"] = value
        elif name == "jump-table-density":
            self._settings["jump-tables"] = 0 < _number(value, NO_JUMP_TABLES) < NO_JUMP_TABLES
        elif name == "nvvm-version":
            if value not in DIALECTS:
                raise BadOption(f"{PREFIX}{value} is an unsupported value for option: -nvvm-version")
            self._dialect = value
        elif name == "ptx-version-target":
            self._ptx_target = value
        elif name == "opt-passes":
            self._settings["passes"] = value
        else:
            return False
        return True

    def _set_value(self, name: str, value: str) -> None:
        if name == "opt":
            self._settings["opt-level"] = int(value)
        elif name not in ("opt-fdiv", "discard-value-names"):
            self._settings[name] = value == "1"

    def _pass_on(self, word: str) -> None:
        if self._next == len(self._options):
            raise unsupported(word)
        if word in _REACHING_PASSES:
            self._pass_words.append(self._options[self._next])
        self._next += 1

    def _once(self, key: str, shown: str = "") -> None:
        if key in self._seen:
            raise BadOption(f"{PREFIX}{shown or key} defined more than once")
        self._seen.add(key)

    def words(self) -> Words:
        settings = {**self._settings, "arch": self._arch}
        if self._ptx_target:
            settings.update(self._ptx_settings())
        dialect = self._dialect or DIALECTS[sm_of(self._arch) < FIRST_SM_OF_CURRENT_DIALECT]
        return Words(settings, tuple(self._pass_words), self._wants_lto, "-w" in self._seen, dialect == CURRENT_DIALECT)

    def _ptx_settings(self) -> dict[str, object]:
        """-ptx-version-target: from compute_100 on, and never more than libLLVM can write."""
        if sm_of(self._arch) < FIRST_SM_WITH_PTX_TARGET:
            return {}
        target = _number(self._ptx_target)
        if not LEAST_PTX_TARGET <= target <= MOST_PTX_TARGET:
            raise BadOption(f"{PREFIX}{self._ptx_target} is an unsupported value for option: -ptx-version-target")
        version = max(known for known in KNOWN_PTX if known <= min(target, DEFAULT_PTX))
        return {"ptx-version": f"{version // 10}.{version % 10}"}


def unsupported(word: str) -> BadOption:
    return BadOption(f"{PREFIX}{word} is an unsupported option")


def _number(text: str, otherwise: int = 0) -> int:
    """A number, or what stands for none: libNVVM takes any text here."""
    return int(text) if text.isdigit() and len(text) < 9 else otherwise


__all__ = ["ARCH_PREFIX", "BadOption", "Words", "read"]
