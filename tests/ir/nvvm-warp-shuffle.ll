; RUN: opencicc opt %s --passes=nvvm-warp-shuffle | filecheck %s
; RUN: opencicc opt %s "--passes=nvvm-warp-shuffle<level=0>" | filecheck %s --check-prefix=ZERO
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=PLACED
; RUN: opencicc opt %s -O3 -no-warp-shuffle=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; PLACED: nvvm-warp-shuffle<level=1>
; LEFTOUT-NOT: nvvm-warp-shuffle
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()

; Every thread has what a kernel's parameters are made of.
; CHECK-LABEL: @of_block(
; CHECK-NOT: shfl
; CHECK: store i32 %m
; ZERO-LABEL: @of_block(
; ZERO: shfl
define ptx_kernel void @of_block(ptr addrspace(1) %p, i32 %n) {
  %m = mul i32 %n, 3
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %m, i32 3, i32 31)
  store i32 %x, ptr addrspace(1) %p
  ret void
}

; A lane that asks itself.
; CHECK-LABEL: @itself(
; CHECK-NOT: shfl
; CHECK: ret i32 %v
; ZERO-LABEL: @itself(
; ZERO-NOT: shfl
; ZERO: ret i32 %v
define i32 @itself(i32 %v) {
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 0, i32 31)
  %b = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %a, i32 0, i32 31)
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %b, i32 %lane, i32 31)
  ret i32 %c
}

; Two in one, and a broadcast of a broadcast.
; CHECK-LABEL: @two(
; CHECK: call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 12, i32 31)
; CHECK: %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %b, i32 5, i32 31)
; CHECK-NEXT: ret i32 %c
define i32 @two(i32 %v) {
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 8, i32 31)
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 4, i32 31)
  %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %b, i32 5, i32 31)
  %d = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %c, i32 1, i32 31)
  ret i32 %d
}

; What differs from thread to thread; half a warp; a section of a warp; a lane that each thread chooses.
; CHECK-LABEL: @stays(
; CHECK-COUNT-5: call i32 @llvm.nvvm.shfl
define ptx_kernel void @stays(ptr addrspace(1) %p, i32 %n) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %m = mul i32 %n, %t
  %x = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %m, i32 3, i32 31)
  %y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 65535, i32 %x, i32 2, i32 31)
  %a = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %y, i32 4, i32 6175)
  %b = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %a, i32 2, i32 6175)
  %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %b, i32 %t, i32 31)
  store i32 %c, ptr addrspace(1) %p
  ret void
}
