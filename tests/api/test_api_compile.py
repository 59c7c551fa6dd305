"""opencicc.compile: what it takes, what it gives, from many threads at once, and the collector left as it was."""

from __future__ import annotations

import gc
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

import opencicc
from opencicc.compiler import compile_scope
from opencicc.llvm.ir import Context
from tests.support import EXAMPLES, load_examples, sm_number

SAXPY = (EXAMPLES / "saxpy.ll").read_text()
THREADS = 8


def test_text_and_bitcode_give_the_same_ptx() -> None:
    with Context() as context:
        bitcode = context.parse(SAXPY.encode(), "<unnamed>").bitcode()
    expected = opencicc.compile(SAXPY, arch="sm_90").ptx
    for form in (SAXPY.encode(), bytearray(SAXPY.encode()), bitcode, memoryview(bitcode)):
        assert opencicc.compile(form, arch="sm_90").ptx == expected  # type: ignore[arg-type]


def test_the_result_tells_what_was_made() -> None:
    result = opencicc.compile(SAXPY, arch="sm_90", opt_level=2)
    assert ".target sm_90" in result.ptx
    assert [kernel.name for kernel in result.kernels] == ["saxpy"]
    assert result.kernels[0].instructions == result.ptx.count(";\n") - result.ptx.count("\t.reg")
    assert set(result.timings_us["stage"]) >= {"read", "lnk", "opt", "llc"}
    assert all(time >= 0 for time in result.timings_us["pass"].values())
    assert (result.settings.target.name, result.settings.opt_level) == ("sm_90", 2)
    assert (result.bitcode, result.was_cached, result.warnings) == (b"", False, ())


def test_levels_and_options_matter() -> None:
    texts = {opencicc.compile(SAXPY, arch="sm_90", opt_level=level).ptx for level in (0, 3)}
    texts.add(opencicc.compile(SAXPY, arch="sm_90", options={"ftz": True}).ptx)
    texts.add(opencicc.compile(SAXPY, arch="sm_80").ptx)
    texts.add(opencicc.compile(SAXPY, arch="sm_90", options={"ptx-version": "8.0"}).ptx)
    assert len(texts) == 5


def test_option_values_may_be_made_before_and_reused() -> None:
    values = opencicc.option_values({"ftz": True})
    assert opencicc.compile(SAXPY, arch="sm_90", options=values).ptx == (
        opencicc.compile(SAXPY, arch="sm_90", options={"ftz": True}).ptx
    )


def test_modules_are_linked() -> None:
    caller = (
        'target triple = "nvptx64-nvidia-cuda"\ndeclare i32 @other(i32)\n'
        "define ptx_kernel void @k(ptr %p, i32 %a) {\n  %b = call i32 @other(i32 %a)\n  store i32 %b, ptr %p\n  ret void\n}\n"
    )
    callee = (
        'target triple = "nvptx64-nvidia-cuda"\ndefine i32 @other(i32 %a) {\n  %b = mul i32 %a, 77\n  ret i32 %b\n}\n'
    )
    assert ".extern .func" in opencicc.compile(caller, arch="sm_90", options={"device-c": True}).ptx
    linked = opencicc.compile(caller, arch="sm_90", link=[callee]).ptx
    assert ".extern .func" not in linked
    assert ", 77;" in linked


def test_stopping_early_gives_bitcode() -> None:
    result = opencicc.compile(SAXPY, arch="sm_90", options={"stop-after": "opt"})
    assert (result.ptx, result.bitcode[:4], result.kernels) == ("", b"BC\xc0\xde", ())
    later = opencicc.compile(result.bitcode, arch="sm_90", options={"start-from": "llc"})
    assert later.ptx == opencicc.compile(SAXPY, arch="sm_90").ptx


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ({"ir": 5}, "ir must be text or bytes, not int"),
        ({"ir": SAXPY, "arch": "sm_1"}, "-arch=sm_1 is an unsupported option"),
        ({"ir": SAXPY, "opt_level": 7}, "7 is an unsupported value for option: opt-level"),
        ({"ir": SAXPY, "options": {"nothing": 1}}, "unknown option 'nothing'"),
        ({"ir": ""}, "the input is empty"),
        ({"ir": SAXPY, "link": [None]}, "ir must be text or bytes, not NoneType"),
    ],
)
def test_wrong_arguments(arguments: dict[str, object], what: str) -> None:
    with pytest.raises(opencicc.CompilerError) as caught:
        opencicc.compile(**arguments)  # type: ignore[arg-type]
    assert caught.value.what == what


def test_errors_carry_libnvvm_codes_and_can_be_sent() -> None:
    with pytest.raises(opencicc.InputError) as caught:
        opencicc.compile("define", name="k.ll")
    assert (caught.value.nvvm_code, caught.value.exit_code) == (6, 6)
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again)) == (opencicc.InputError, str(caught.value))


def test_results_can_be_sent() -> None:
    result = opencicc.compile(SAXPY, arch="sm_90")
    again = pickle.loads(pickle.dumps(result))
    assert (again.ptx, again.kernels, again.settings) == (result.ptx, result.kernels, result.settings)


def test_many_threads_give_what_one_gives() -> None:
    work = [(e.text, arch) for e in load_examples() for arch in ("sm_80", "sm_90") if e.least_sm <= sm_number(arch)]
    work = work[::3] * 2
    expected = [opencicc.compile(text, arch=arch).ptx for text, arch in work]
    with ThreadPoolExecutor(THREADS) as pool:
        found = list(pool.map(lambda item: opencicc.compile(item[0], arch=item[1]).ptx, work))
    assert found == expected


def test_threads_with_errors_do_not_disturb_the_others() -> None:
    expected = opencicc.compile(SAXPY, arch="sm_90").ptx

    def work(number: int) -> str:
        if number % 3 == 0:
            with pytest.raises(opencicc.InputError):
                opencicc.compile("not ir at all")
        if number % 3 == 1:
            with pytest.raises(opencicc.UnsupportedError):
                opencicc.compile(SAXPY + "@t = thread_local global i32 0\n", arch="sm_90")
        return opencicc.compile(SAXPY, arch="sm_90").ptx

    with ThreadPoolExecutor(THREADS) as pool:
        assert set(pool.map(work, range(24))) == {expected}


# --- the garbage collector ---


@pytest.mark.parametrize("was_enabled", [True, False])
def test_the_collector_is_left_as_it_was(was_enabled: bool) -> None:
    before = gc.isenabled()
    try:
        gc.enable() if was_enabled else gc.disable()
        opencicc.compile(SAXPY, arch="sm_90")
        assert gc.isenabled() is was_enabled
        with pytest.raises(opencicc.InputError):
            opencicc.compile("bad")
        assert gc.isenabled() is was_enabled
    finally:
        gc.enable() if before else gc.disable()


def test_nested_and_threaded_scopes_are_counted() -> None:
    assert gc.isenabled()
    entered, leave = threading.Event(), threading.Event()

    def hold() -> None:
        with compile_scope.quiet_collector():
            entered.set()
            leave.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    entered.wait()
    with compile_scope.quiet_collector():
        assert not gc.isenabled()
    assert not gc.isenabled(), "another thread still compiles"
    leave.set()
    thread.join()
    assert gc.isenabled()


# --- the package's face ---


def test_every_public_name_is_there() -> None:
    for name in opencicc.__all__:
        assert getattr(opencicc, name) is not None
    with pytest.raises(AttributeError, match="module 'opencicc' has no attribute 'nothing'"):
        opencicc.nothing  # noqa: B018
