; Printing from a kernel: the arguments are packed into a stack buffer, each at its own alignment (a float as a double),
; and vprintf gets the format and the buffer. A call without arguments passes a null buffer.
; ARCH: sm_75+
; KERNEL: report
; PTX: \.extern \.func +\(\.param \.b32 func_retval0\) vprintf
; PTX: call\.uni .*vprintf
; PTX: \.global \.align 1 \.b8 format\[
; PTX: cvta\.(to\.)?local|cvta\.local
target triple = "nvptx64-nvidia-cuda"

@format = private unnamed_addr constant [32 x i8] c"thread %d: %f at %p, size %llu\0A\00", align 1
@banner = private unnamed_addr constant [14 x i8] c"report starts\00", align 1

define ptx_kernel void @report(ptr %data, i64 %size) {
entry:
  %buffer = alloca [32 x i8], align 8
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = icmp eq i32 %tid, 0
  br i1 %first, label %announce, label %body

announce:
  %printed.banner = call i32 @vprintf(ptr @banner, ptr null)
  br label %body

body:
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds float, ptr %data, i64 %index
  %value = load float, ptr %slot, align 4
  %promoted = fpext float %value to double
  store i32 %tid, ptr %buffer, align 8
  %at8 = getelementptr inbounds i8, ptr %buffer, i64 8
  store double %promoted, ptr %at8, align 8
  %at16 = getelementptr inbounds i8, ptr %buffer, i64 16
  store ptr %slot, ptr %at16, align 8
  %at24 = getelementptr inbounds i8, ptr %buffer, i64 24
  store i64 %size, ptr %at24, align 8
  %printed = call i32 @vprintf(ptr @format, ptr %buffer)
  ret void
}

declare i32 @vprintf(ptr, ptr)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
