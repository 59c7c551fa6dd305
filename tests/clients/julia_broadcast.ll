; Written after GPUCompiler's and CUDA.jl's documentation: the kernel's state comes first, device arrays are structs by
; value, kernels are named by annotations, exceptions are reported through functions of the runtime and end the thread,
; shared memory is a variable with a type of bytes, math functions are LLVM's or libdevice's.
; KERNEL: _Z9broadcast13CuDeviceArrayI7Float32Li1ELi1EES0_7Float32
; KERNEL: _Z6reduce13CuDeviceArrayI7Float64Li1ELi1EES0_
; PTX: ex2\.approx
; PTX: atom\.shared\.(exch|cas)|atom\.global
; PTX: fence\.
; PTX: bar\.sync|barrier\.sync
; PTX: exit
source_filename = "start"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@shmem = internal addrspace(3) global [1024 x i8] undef, align 32
@exception_flag = weak externally_initialized global i64 0
@_j_str = private unnamed_addr constant [12 x i8] c"BoundsError\00", align 1

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare void @llvm.nvvm.barrier0()
declare float @llvm.exp.f32(float)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.pow.f32(float, float)
declare double @__nv_hypot(double, double)
declare i32 @vprintf(ptr, ptr)

define internal void @gpu_report_exception(ptr %name) noinline {
top:
  %buffer = alloca i64, align 8
  store ptr %name, ptr %buffer, align 8
  %said = call i32 @vprintf(ptr %name, ptr %buffer)
  ret void
}

define internal void @gpu_signal_exception([1 x i64] %state) noinline {
top:
  %address = extractvalue [1 x i64] %state, 0
  %flag = inttoptr i64 %address to ptr
  %set = icmp eq ptr %flag, null
  br i1 %set, label %out, label %tell

tell:
  store volatile i64 1, ptr %flag, align 8
  fence seq_cst
  br label %out

out:
  call void asm sideeffect "exit;", ""()
  unreachable
}

define internal fastcc void @julia_throw_boundserror_1234([1 x i64] %state) noinline noreturn {
top:
  call void @gpu_report_exception(ptr @_j_str)
  call void @gpu_signal_exception([1 x i64] %state)
  unreachable
}

define void @_Z9broadcast13CuDeviceArrayI7Float32Li1ELi1EES0_7Float32([1 x i64] %state, { ptr addrspace(1), i64, [1 x i64], i64 } %out, { ptr addrspace(1), i64, [1 x i64], i64 } %in, float %power) {
conversion:
  %to = extractvalue { ptr addrspace(1), i64, [1 x i64], i64 } %out, 0
  %from = extractvalue { ptr addrspace(1), i64, [1 x i64], i64 } %in, 0
  %length = extractvalue { ptr addrspace(1), i64, [1 x i64], i64 } %out, 2, 0
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !range !5
  %size = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !range !6
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !7
  %first = mul i32 %block, %size
  %zero = add i32 %first, %thread
  %one = add i32 %zero, 1
  %at = zext i32 %one to i64
  %above = icmp ugt i64 %at, %length
  br i1 %above, label %fail, label %pass

fail:
  call fastcc void @julia_throw_boundserror_1234([1 x i64] %state)
  unreachable

pass:
  %index = add nsw i64 %at, -1
  %place = getelementptr inbounds float, ptr addrspace(1) %from, i64 %index
  %value = load float, ptr addrspace(1) %place, align 4, !tbaa !8
  %power.1 = call float @llvm.pow.f32(float %value, float %power)
  %e = call float @llvm.exp.f32(float %power.1)
  %target = getelementptr inbounds float, ptr addrspace(1) %to, i64 %index
  store float %e, ptr addrspace(1) %target, align 4, !tbaa !8
  ret void
}

define void @_Z6reduce13CuDeviceArrayI7Float64Li1ELi1EES0_([1 x i64] %state, { ptr addrspace(1), i64, [1 x i64], i64 } %in, { ptr addrspace(1), i64, [1 x i64], i64 } %out) {
conversion:
  %from = extractvalue { ptr addrspace(1), i64, [1 x i64], i64 } %in, 0
  %to = extractvalue { ptr addrspace(1), i64, [1 x i64], i64 } %out, 0
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !7
  %at = zext i32 %thread to i64
  %place = getelementptr inbounds double, ptr addrspace(1) %from, i64 %at
  %value = load double, ptr addrspace(1) %place, align 8, !tbaa !8
  %length = call double @__nv_hypot(double %value, double 1.0)
  %mine = and i64 %at, 127
  %slot = getelementptr inbounds double, ptr addrspace(3) @shmem, i64 %mine
  store double %length, ptr addrspace(3) %slot, align 8
  call void @llvm.nvvm.barrier0()
  %beside = xor i64 %mine, 1
  %other.at = getelementptr inbounds double, ptr addrspace(3) @shmem, i64 %beside
  %other = load double, ptr addrspace(3) %other.at, align 8
  %mixed = call double @llvm.fma.f64(double %length, double 5.000000e-01, double %other)
  %generic = addrspacecast ptr addrspace(1) %to to ptr
  %before = atomicrmw fadd ptr addrspace(1) %to, double %mixed syncscope("device") acq_rel, align 8
  %bits = bitcast double %before to i64
  %count = getelementptr inbounds i64, ptr %generic, i64 1
  %old = atomicrmw umax ptr %count, i64 %bits monotonic, align 8
  ret void
}

!llvm.module.flags = !{!0, !1}
!nvvm.annotations = !{!2, !3, !4}

!0 = !{i32 2, !"Dwarf Version", i32 2}
!1 = !{i32 2, !"Debug Info Version", i32 3}
!2 = !{ptr @_Z9broadcast13CuDeviceArrayI7Float32Li1ELi1EES0_7Float32, !"kernel", i32 1}
!3 = !{ptr @_Z6reduce13CuDeviceArrayI7Float64Li1ELi1EES0_, !"kernel", i32 1}
!4 = !{ptr @_Z6reduce13CuDeviceArrayI7Float64Li1ELi1EES0_, !"maxntidx", i32 128}
!5 = !{i32 0, i32 2147483647}
!6 = !{i32 1, i32 1025}
!7 = !{i32 0, i32 1024}
!8 = !{!9, !9, i64 0}
!9 = !{!"custom_tbaa_addrspace(1)", !10, i64 0}
!10 = !{!"custom_tbaa"}
