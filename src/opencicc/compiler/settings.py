"""Settings: everything one compile depends on, worked out once from the option values."""

from __future__ import annotations

from opencicc.errors import UsageError
from opencicc.link.settings import LinkSettings
from opencicc.llvm.arithmetic import Arithmetic
from opencicc.options import driver as options
from opencicc.options.option import REMARKS, WATCHES, Option
from opencicc.options.values import OptionValues, Setting
from opencicc.record import once, record
from opencicc.target import Target, parse_target

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

STAGES = ("lnk", "opt", "llc", "mach")
CODEGEN_SLOT = "codegen-opt-level"  # slot 9
# Most compiles of a process are asked for with the same options.
_KEPT_MOST = 64
_kept: dict[tuple[tuple[str, Setting], ...], Settings] = {}
FAST_COMPILE_CODEGEN_LEVEL = 2  # cicc runs llc at O2 for every fast-compile level
MOST_CODEGEN_LEVEL = 2


@record
class Settings:
    """The resolved view of OptionValues; frozen, picklable, and the key of the cache."""

    values: OptionValues
    target: Target
    arithmetic: Arithmetic
    opt_level: int
    fast_compile: str
    start_from: str
    stop_after: str

    @once
    def codegen_level(self) -> int:
        # 2 at most: what LLVM adds at 3 is two runs of GVN where 2 has early-cse. They make the code 0.14 % longer and
        # take 0.4 % more registers over the benchmark kernels, for a quarter of code generation's time.
        given = self.values.settings.get(CODEGEN_SLOT)
        if given is not None:
            return max(0, min(int(given.value), MOST_CODEGEN_LEVEL))  # type: ignore[call-overload,no-any-return]
        return min(self.opt_level, MOST_CODEGEN_LEVEL) if self.fast_compile == "0" else FAST_COMPILE_CODEGEN_LEVEL

    @once
    def wanted_stages(self) -> tuple[str, ...]:
        return STAGES[STAGES.index(self.start_from) : STAGES.index(self.stop_after) + 1]

    @once
    def level_name(self) -> str:
        """O0 .. O3, or Ofcmin, Ofcmid, Ofcmax, which take the place of the level."""
        return f"O{self.opt_level}" if self.fast_compile == "0" else f"Ofc{self.fast_compile}"

    @once
    def link_settings(self) -> LinkSettings:
        """What the LNK stage and the answers of __nvvm_reflect depend on."""
        arithmetic = self.arithmetic
        return LinkSettings(
            library_path=self.values[options.LIBDEVICE],
            debug=self.values[options.DEBUG],
            skip_builtins=self.start_from != "lnk",
            require_data_layout=self.values[options.STRICT_NVVM] or self.values[options.LIBNVVM],
            require_version=self.values[options.LIBNVVM],
            atomic_order=self.values[options.ATOMIC_ORDER],
            ftz=arithmetic.ftz,
            prec_div=arithmetic.prec_div,
            prec_sqrt=arithmetic.prec_sqrt,
            fma=arithmetic.fma,
        )

    @once
    def is_whole_program(self) -> bool:
        """-lto, the device-code slot (213), or a selection of kernels: nothing outside the inputs matters."""
        values = self.values
        return values[options.LTO] or values.is_switched_on("device-code") or "select-kernels" in values.settings

    @property
    def is_relocatable(self) -> bool:
        """--device-c: another link follows, and what is undefined here may be defined there."""
        return self.values.is_switched_on("rdc")

    @once
    def answers_reflect(self) -> bool:
        """Not with -nvvm-reflect-enable=0 or no-nvvm-reflect (slot 43): then `__nvvm_reflect` is a function like others."""
        given = self.values.settings
        is_off = "nvvm-reflect-enable" in given and not given["nvvm-reflect-enable"].value
        return not is_off and not ("no-nvvm-reflect" in given and given["no-nvvm-reflect"].value)

    @property
    def keeps_lines(self) -> bool:
        return self.values[options.LINE_INFO] or self.values[options.SHOW_SOURCE]

    @once
    def wants_remarks(self) -> bool:
        """LLVM's remarks cost time to make: only when somebody reads them."""
        return any(self.values[option] for option in _REMARK_READERS) or _INLINE_INFO in self.values.settings

    @once
    def shows_values(self) -> bool:
        """May somebody see single values of the IR, who would like to know their names? Without any LLVM is 2 % quicker."""
        values = self.values
        if (
            "llc" not in self.wanted_stages
            or self.wants_remarks
            or any(values[one] != one.default for one in _IR_READERS)
        ):
            return True
        return any("dump" in name or "print" in name for name in values.settings)

    @property
    def warnings_are_errors(self) -> bool:
        return self.values[options.WARNINGS_AS_ERRORS]


_INLINE_INFO = "inline-info"  # a knob of the inliner, whose table is made of remarks
_REMARK_READERS = options.options_for(REMARKS)
_IR_READERS = (*options.options_for(WATCHES), options.PASSES, options.PLUGINS)


def resolve(values: OptionValues) -> Settings:
    """Settings from option values, worked out once; contradictions are usage errors."""
    asked = tuple(values.settings.items())
    found = _kept.get(asked)
    if found is None:
        found = _resolve(values)
        if len(_kept) >= _KEPT_MOST:
            _kept.clear()
        _kept[asked] = found
    return found


def _resolve(values: OptionValues) -> Settings:
    origins = values.origin(options.ARCH), values.origin(options.PTX_VERSION)
    target = parse_target(values[options.ARCH], values[options.PTX_VERSION], *origins)
    _check_patterns(values)
    if not values[options.M64]:
        raise UsageError("-m64=0 is an unsupported option", at=values.origin(options.M64), fix="device code is 64-bit")
    start, stop = values[options.START_FROM], values[options.STOP_AFTER] or STAGES[-1]
    if STAGES.index(start) > STAGES.index(stop):
        raise UsageError(
            f"--start-from={start} comes after --stop-after={stop}",
            at=values.origin(options.START_FROM),
            fix=f"stages run in the order {', '.join(STAGES)}",
        )
    if values.is_set(options.SPLIT_COMPILE) and values.is_set(options.SPLIT_COMPILE_EXTENDED):
        raise UsageError(
            options.SPLIT_TWICE,
            at=values.origin(options.SPLIT_COMPILE_EXTENDED),
            fix="give -split-compile or -split-compile-extended, once",
        )
    level = values[options.OPT_LEVEL]
    if values[options.DEBUG] and not values.is_set(options.OPT_LEVEL):
        level = 0  # a debugger wants the code as written
    is_plain = level == 0 and values[options.FAST_COMPILE] == "0"
    arithmetic = _arithmetic(values, may_fuse=not is_plain)
    return Settings(values, target, arithmetic, level, values[options.FAST_COMPILE], start, stop)


def _check_patterns(values: OptionValues) -> None:
    for option in (options.RPASS, options.RPASS_MISSED, options.RPASS_ANALYSIS):
        if values[option]:
            import re

            try:
                re.compile(values[option])
            except re.error as error:
                what = f"{values[option]} is an unsupported value for option: {option.name}"
                raise UsageError(what, at=values.origin(option), fix=f"it is no regular expression: {error}") from None


def _arithmetic(values: OptionValues, *, may_fuse: bool) -> Arithmetic:
    """What the options say; at O0 nothing is fused whatever they say, as in nvcc and libNVVM: a debugger sees each step."""
    fast = values[options.FAST_MATH]

    def pick(option: Option[bool], when_fast: bool) -> bool:
        return when_fast if fast and not values.is_set(option) else values[option]

    says_ftz = fast or values.is_set(options.FTZ)
    return Arithmetic(
        ftz=pick(options.FTZ, True) if says_ftz else None,
        fma=may_fuse and pick(options.FMA, True),
        prec_div=pick(options.PREC_DIV, False),
        prec_sqrt=pick(options.PREC_SQRT, False),
    )
