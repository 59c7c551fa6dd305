; The shape of what Julia emits for the GPU: array descriptors (pointer, byte size, shape, length) by value in
; parameter space, one-based indices, a bounds error that reports through a state record and ends the thread,
; `exit` by inline assembly, addresses as integers, mangled names with the world age.
; ARCH: sm_75+
; KERNEL: _Z3vadd13CuDeviceArrayI7Float32Li1ELi1EES_
; PTX: \.param \.align 8 \.b8 _Z3vadd\w+_param_1\[32\]
; PTX: exit;
; PTX: add(\.rn)?\.f32
; PTX: gpu_signal_exception
target triple = "nvptx64-nvidia-cuda"

%state = type { i64, i32 }
%array = type { ptr addrspace(1), i64, [1 x i64], i64 }

define internal fastcc void @gpu_report_exception(ptr byval(%state) align 8 %state, i32 %reason) noinline {
entry:
  %flag.address = load i64, ptr %state, align 8
  %flag = inttoptr i64 %flag.address to ptr
  %armed = icmp ne ptr %flag, null
  br i1 %armed, label %report, label %done

report:
  %previous = cmpxchg ptr %flag, i32 0, i32 %reason monotonic monotonic, align 4
  br label %done

done:
  ret void
}

define internal fastcc void @gpu_signal_exception(ptr byval(%state) align 8 %state) noinline noreturn {
  call fastcc void @gpu_report_exception(ptr byval(%state) align 8 %state, i32 1)
  call void @llvm.nvvm.membar.sys()
  call void asm sideeffect "exit;", ""() noreturn
  unreachable
}

define internal fastcc void @julia_throw_boundserror_4711(ptr byval(%state) align 8 %state) noinline noreturn {
top:
  call fastcc void @gpu_signal_exception(ptr byval(%state) align 8 %state)
  call void @llvm.trap()
  unreachable
}

define ptx_kernel void @_Z3vadd13CuDeviceArrayI7Float32Li1ELi1EES_(ptr byval(%state) align 8 %state, ptr byval(%array) align 8 %x, ptr byval(%array) align 8 %y) {
conversion:
  %x.length.ptr = getelementptr inbounds %array, ptr %x, i64 0, i32 3
  %y.length.ptr = getelementptr inbounds %array, ptr %y, i64 0, i32 3
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x(), !range !0
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x(), !range !1
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x(), !range !2
  %base = mul i32 %block, %width
  %zero.based = add i32 %base, %thread
  %zero.based.wide = zext i32 %zero.based to i64
  %i = add nuw nsw i64 %zero.based.wide, 1
  %x.length = load i64, ptr %x.length.ptr, align 8
  %x.bound = call i64 @llvm.smax.i64(i64 %x.length, i64 0)
  %x.offset = add nsw i64 %i, -1
  %x.inside = icmp ult i64 %x.offset, %x.bound
  br i1 %x.inside, label %L10, label %L8

L8:
  call fastcc void @julia_throw_boundserror_4711(ptr byval(%state) align 8 %state)
  unreachable

L10:
  %x.data = load ptr addrspace(1), ptr %x, align 8
  %x.slot = getelementptr inbounds float, ptr addrspace(1) %x.data, i64 %x.offset
  %x.value = load float, ptr addrspace(1) %x.slot, align 4
  %y.length = load i64, ptr %y.length.ptr, align 8
  %y.bound = call i64 @llvm.smax.i64(i64 %y.length, i64 0)
  %y.inside = icmp ult i64 %x.offset, %y.bound
  br i1 %y.inside, label %L20, label %L18

L18:
  call fastcc void @julia_throw_boundserror_4711(ptr byval(%state) align 8 %state)
  unreachable

L20:
  %y.data = load ptr addrspace(1), ptr %y, align 8
  %y.slot = getelementptr inbounds float, ptr addrspace(1) %y.data, i64 %x.offset
  %y.value = load float, ptr addrspace(1) %y.slot, align 4
  %sum = fadd float %x.value, %y.value
  store float %sum, ptr addrspace(1) %y.slot, align 4
  ret void
}

declare i64 @llvm.smax.i64(i64, i64)
declare void @llvm.trap()
declare void @llvm.nvvm.membar.sys()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!0 = !{i32 0, i32 2147483646}
!1 = !{i32 1, i32 1025}
!2 = !{i32 0, i32 1024}
