"""Every combination of -ftz, -fma, -prec-div and -prec-sqrt gives the instructions nvcc 13.0 gives for it."""

from __future__ import annotations

import itertools
import re

import pytest

import opencicc
from opencicc.llvm import arithmetic
from opencicc.llvm.arithmetic import Arithmetic
from opencicc.llvm.ir import Context

KERNEL = """\
target triple = "nvptx64-nvidia-cuda"
declare float @llvm.sqrt.f32(float)
define ptx_kernel void @k(ptr %p, float %a, float %b, float %c) {
  %sum = fadd float %a, %b
  store volatile float %sum, ptr %p
  %product = fmul float %a, %b
  %fused = fadd float %product, %c
  store volatile float %fused, ptr %p
  %quotient = fdiv float %a, %b
  store volatile float %quotient, ptr %p
  %reciprocal = fdiv float 1.0, %a
  store volatile float %reciprocal, ptr %p
  %root = call float @llvm.sqrt.f32(float %b)
  store volatile float %root, ptr %p
  ret void
}
"""
FLAGS = list(itertools.product((False, True), repeat=4))


def expected(ftz: bool, fma: bool, prec_div: bool, prec_sqrt: bool) -> list[str]:
    flush = ".ftz" if ftz else ""
    # nvcc writes .rn where fusing is forbidden: ptxas may fuse an operation without it.
    fused = [f"fma.rn{flush}.f32"] if fma else [f"mul.rn{flush}.f32", f"add.rn{flush}.f32"]
    rounding = "" if fma else ".rn"
    return [
        f"add{rounding}{flush}.f32",
        *fused,
        f"div.rn{flush}.f32" if prec_div else f"div.full{flush}.f32",
        f"rcp.rn{flush}.f32" if prec_div else f"rcp.approx{flush}.f32",
        f"sqrt.rn{flush}.f32" if prec_sqrt else f"sqrt.approx{flush}.f32",
    ]


def instructions(ptx: str) -> list[str]:
    return re.findall(r"^\s+((?:add|mul|fma|div|rcp|sqrt|rsqrt)[\w.]*\.f32)", ptx, re.MULTILINE)


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize(("ftz", "fma", "prec_div", "prec_sqrt"), FLAGS)
def test_instructions(ftz: bool, fma: bool, prec_div: bool, prec_sqrt: bool, level: int) -> None:
    options: dict[str, object] = {"ftz": ftz, "fma": fma, "prec-div": prec_div, "prec-sqrt": prec_sqrt}
    ptx = opencicc.compile(KERNEL, arch="sm_90", opt_level=level, options=options).ptx
    found, wanted = instructions(ptx), expected(ftz, fma, prec_div, prec_sqrt)
    if level == 0 and fma:
        # Without optimisation libLLVM fuses nothing; the rounding is what matters there.
        found = [name.replace("mul", "fma").replace("add", "fma") for name in found]
        wanted = [name.replace("add", "fma") for name in wanted]
        assert {name for name in wanted if "fma" not in name} <= set(found)
        return
    assert found == wanted


def test_two_arithmetics_in_two_threads_do_not_meet() -> None:
    import threading

    results: dict[bool, list[str]] = {True: [], False: []}

    def work(ftz: bool) -> None:
        for _ in range(10):
            results[ftz].append(opencicc.compile(KERNEL, arch="sm_90", options={"ftz": ftz}).ptx)

    threads = [threading.Thread(target=work, args=(ftz,)) for ftz in (True, False)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(".ftz" in ptx for ptx in results[True])
    assert not any(".ftz" in ptx for ptx in results[False])


def test_modes_leave_the_module_alone_where_nothing_is_said(context: Context) -> None:
    module = context.parse(KERNEL.encode())
    before = module.text()
    arithmetic.apply_modes(module, Arithmetic(ftz=None, fma=None))
    assert arithmetic.lower_approximations(module, Arithmetic()) == 0
    assert module.text() == before


def test_lowering_counts_and_stays_valid(context: Context) -> None:
    module = context.parse(KERNEL.encode())
    assert arithmetic.lower_approximations(module, Arithmetic(prec_div=False, prec_sqrt=False)) == 3
    assert module.verify() == ""
    text = module.text()
    assert "llvm.nvvm.div.full" in text and "llvm.nvvm.sqrt.approx" in text and "fdiv afn float 1.0" in text


def test_vectors_and_other_types_are_left_to_libllvm() -> None:
    text = """\
target triple = "nvptx64-nvidia-cuda"
define ptx_kernel void @k(ptr %p, <2 x float> %a, half %h, double %d) {
  %q = fdiv <2 x float> %a, %a
  store volatile <2 x float> %q, ptr %p
  %i = fdiv half %h, %h
  store volatile half %i, ptr %p
  %j = fdiv double %d, 3.0
  store volatile double %j, ptr %p
  ret void
}
"""
    ptx = opencicc.compile(text, arch="sm_90", options={"prec-div": False}).ptx
    assert "div.rn.f64" in ptx
