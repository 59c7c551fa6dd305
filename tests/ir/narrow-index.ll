; 64-bit subscripts that fit 32 bits are computed in 32: the launch bounds say what a thread's number can be.
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; (tid * 12 + 5) of a block of at most 256 threads: one 32-bit operation, and one that widens for the address.
; CHECK-LABEL: .entry fits(
; CHECK-NOT: mul.lo.s64
; CHECK-NOT: mad.lo.s64
; CHECK: {{mul|mad}}.wide.{{[us]}}32
; CHECK-LABEL: .entry fits_not(
define ptx_kernel void @fits(ptr addrspace(1) %out, i64 %v) "nvvm.maxntid"="256" {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %w = zext i32 %t to i64
  %m = mul i64 %w, 12
  %i = add i64 %m, 5
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %p
  ret void
}

; Any block number times a 64-bit stride fits nothing narrower.
; CHECK: m{{ul|ad}}.lo.s64
define ptx_kernel void @fits_not(ptr addrspace(1) %out, i64 %stride) {
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %w = zext i32 %b to i64
  %i = mul i64 %w, %stride
  %p = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %p
  ret void
}
