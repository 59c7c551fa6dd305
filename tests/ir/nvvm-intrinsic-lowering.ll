; RUN: opencicc opt %s --passes='nvvm-intrinsic-lowering<level=0>' | filecheck %s --check-prefixes=CHECK,ZERO
; RUN: opencicc opt %s --passes='nvvm-intrinsic-lowering<level=1>' | filecheck %s --check-prefixes=CHECK,ONE
; RUN: opencicc opt %s -O0 | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -Ofast-compile=max | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -language=ptx | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=LEVEL
; RUN: opencicc %s -O0 -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc opt %s -O0 -Rpass=nvvm-intrinsic-lowering -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: shuffles: remark: llvm.nvvm.shfl.sync.i32 written in libLLVM's form [-Rpass=nvvm-intrinsic-lowering]
target triple = "nvptx64-nvidia-cuda"

declare {i32, i1} @llvm.nvvm.shfl.sync.i32(i32, i32, i32, i32, i32)
declare {i32, i1} @llvm.nvvm.vote.sync(i32, i32, i1)
declare {i32, i1} @llvm.nvvm.match.all.sync.i32(i32, i32)
declare {i32, i1} @llvm.nvvm.match.all.sync.i64(i32, i64)
declare i1 @llvm.nvvm.vote.all(i1)
declare float @llvm.nvvm.shfl.down.f32(float, i32, i32)
declare void @llvm.nvvm.cluster.barrier(i32)

; CHECK-LABEL: @shuffles(
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.idx.i32p(i32 %mask, i32 %v, i32 1, i32 31)
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 %mask, i32 %v, i32 1, i32 0)
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.down.i32p(i32 %mask, i32 %v, i32 1, i32 31)
; CHECK: call { i32, i1 } @llvm.nvvm.shfl.sync.bfly.i32p(i32 %mask, i32 %v, i32 1, i32 31)
; LEVEL-LABEL: @shuffles(
; LEVEL-NOT: @llvm.nvvm.shfl.sync.i32(
; LEVEL: @llvm.nvvm.shfl.sync.idx.i32p(
; PTX-LABEL: .entry shuffles(
; PTX: shfl.sync.idx.b32
; PTX: shfl.sync.up.b32
; PTX: shfl.sync.down.b32
; PTX: shfl.sync.bfly.b32
define ptx_kernel void @shuffles(i32 %mask, i32 %v, ptr %out) {
  %a = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %mask, i32 0, i32 %v, i32 1, i32 31)
  %b = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %mask, i32 1, i32 %v, i32 1, i32 0)
  %c = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %mask, i32 2, i32 %v, i32 1, i32 31)
  %d = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %mask, i32 3, i32 %v, i32 1, i32 31)
  %a0 = extractvalue {i32, i1} %a, 0
  %b0 = extractvalue {i32, i1} %b, 0
  %c0 = extractvalue {i32, i1} %c, 0
  %d0 = extractvalue {i32, i1} %d, 0
  %ab = add i32 %a0, %b0
  %cd = xor i32 %c0, %d0
  %r = sub i32 %ab, %cd
  store i32 %r, ptr %out
  ret void
}

; A ballot is the number of the pair, the other votes are its truth value.
; CHECK-LABEL: @votes(
; CHECK: %[[ALL:.*]] = call i1 @llvm.nvvm.vote.all.sync(i32 -1, i1 %p)
; CHECK: insertvalue { i32, i1 } zeroinitializer, i1 %[[ALL]], 1
; CHECK: call i1 @llvm.nvvm.vote.any.sync(
; CHECK: call i1 @llvm.nvvm.vote.uni.sync(
; CHECK: %[[BALLOT:.*]] = call i32 @llvm.nvvm.vote.ballot.sync(i32 -1, i1 %p)
; CHECK: insertvalue { i32, i1 } zeroinitializer, i32 %[[BALLOT]], 0
define void @votes(i1 %p, ptr %out) {
  %a = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 0, i1 %p)
  %b = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 1, i1 %p)
  %c = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 2, i1 %p)
  %d = call {i32, i1} @llvm.nvvm.vote.sync(i32 -1, i32 3, i1 %p)
  %n = extractvalue {i32, i1} %d, 0
  store i32 %n, ptr %out
  ret void
}

; CHECK-LABEL: @matches(
; CHECK: call { i32, i1 } @llvm.nvvm.match.all.sync.i32p(i32 -1, i32 %v)
; CHECK: call { i32, i1 } @llvm.nvvm.match.all.sync.i64p(i32 -1, i64 %w)
define void @matches(i32 %v, i64 %w) {
  %a = call {i32, i1} @llvm.nvvm.match.all.sync.i32(i32 -1, i32 %v)
  %b = call {i32, i1} @llvm.nvvm.match.all.sync.i64(i32 -1, i64 %w)
  ret void
}

; CHECK-LABEL: @without_mask(
; CHECK: %[[MASK:.*]] = call i32 @llvm.nvvm.activemask()
; CHECK: call i1 @llvm.nvvm.vote.all.sync(i32 %[[MASK]], i1 %p)
; CHECK: call float @llvm.nvvm.shfl.sync.down.f32(i32 %{{.*}}, float %f, i32 1, i32 31)
define void @without_mask(i1 %p, float %f) {
  %a = call i1 @llvm.nvvm.vote.all(i1 %p)
  %b = call float @llvm.nvvm.shfl.down.f32(float %f, i32 1, i32 31)
  ret void
}

; Barriers are for level 1.
; ZERO-LABEL: @barrier(
; ZERO: call void @llvm.nvvm.cluster.barrier(i32 0)
; ONE-LABEL: @barrier(
; ONE: call void @llvm.nvvm.barrier.cluster.arrive()
define void @barrier() {
  call void @llvm.nvvm.cluster.barrier(i32 0)
  ret void
}
