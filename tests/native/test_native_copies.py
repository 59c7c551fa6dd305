"""Copies of memory written out in pieces: the native helper and Python make the same loads and stores."""

from __future__ import annotations

import random

from opencicc.llvm import types
from opencicc.llvm.edit_copies import copy_in_pieces
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.helper_services import HelperServices
from opencicc.llvm.ir import Context, Instruction, Module
from opencicc.llvm.types import Type

SOURCE = b"""
@table = addrspace(4) constant [64 x i8] zeroinitializer
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p4.i64(ptr, ptr addrspace(4), i64, i1)
define void @f(ptr %to, ptr %from) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 16 %from, i64 40, i1 false)
  call void @llvm.memcpy.p0.p4.i64(ptr %to, ptr addrspace(4) align 4 @table, i64 40, i1 false)
  ret void
}
"""


def calls_of(module: Module) -> list[Instruction]:
    (function,) = module.definitions
    return [instruction for instruction in function.instructions if instruction.opcode == "call"]


def random_pieces(context: int, rng: random.Random) -> list[tuple[int, Type]]:
    kinds = [types.integer(context, bits) for bits in (8, 32, 64)]
    return [(offset, rng.choice(kinds)) for offset in sorted(rng.sample(range(32), rng.randrange(1, 6)))]


def test_same_pieces(native: NativeHelper, context: Context) -> None:
    for seed in range(20):
        made = []
        for write in (copy_in_pieces, HelperServices(native).copy_in_pieces):
            module, rng = context.parse(SOURCE), random.Random(seed)
            for call in calls_of(module):
                alignments = call.argument_alignment(0), call.argument_alignment(1)
                write(call, random_pieces(context.ref, rng), alignments)
            assert module.verify() == ""
            made.append(module.text())
        assert made[0] == made[1], seed
        assert made[0].count(" load ") >= 2
