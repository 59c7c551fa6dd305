; Two ways to say "this is a kernel": older front ends list it in the metadata nvvm.annotations (with its launch bounds),
; newer ones use the calling convention ptx_kernel. Both appear here, one calls the same device function as the other.
; ARCH: sm_75+
; KERNEL: by_metadata
; KERNEL: by_convention
; PTX: \.maxntid 128, 2(, 1)?
; PTX: \.minnctapersm 4
; PTX: \.visible \.func +\(\.param \.b32 func_retval0\) weight
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

define i32 @weight(i32 %x) noinline {
  %square = mul i32 %x, %x
  %result = add i32 %square, 3
  ret i32 %result
}

define void @by_metadata(ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %value = call i32 @weight(i32 %tid)
  %index = sext i32 %tid to i64
  %slot = getelementptr i32, ptr %out, i64 %index
  store i32 %value, ptr %slot, align 4
  ret void
}

define ptx_kernel void @by_convention(ptr %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %value = call i32 @weight(i32 %tid)
  %index = sext i32 %tid to i64
  %slot = getelementptr i32, ptr %out, i64 %index
  store i32 %value, ptr %slot, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0, !1}
!nvvmir.version = !{!2}
!0 = !{ptr @by_metadata, !"kernel", i32 1}
!1 = !{ptr @by_metadata, !"maxntidx", i32 128, !"maxntidy", i32 2, !"minctasm", i32 4}
!2 = !{i32 2, i32 0, i32 3, i32 2}
