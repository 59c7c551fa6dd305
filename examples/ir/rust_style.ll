; The shape of what Rust emits for nvptx64: slices as pointer and length, bounds checks that end in a panic which never
; returns, overflow checks through intrinsics, an enum returned as a pair, tuples in named types, mangled names with
; dots and hashes.
; ARCH: sm_75+
; KERNEL: gather
; PTX: trap;
; PTX: \.entry gather
; PTX: (brkpt|exit|trap|ret);
target triple = "nvptx64-nvidia-cuda"

%"core::panic::Location" = type { ptr, i64, i32, i32 }

@alloc_file = private unnamed_addr constant [10 x i8] c"src/lib.rs", align 1
@alloc_location = private unnamed_addr constant %"core::panic::Location" { ptr @alloc_file, i64 10, i32 21, i32 9 }, align 8
@alloc_message = private unnamed_addr constant [28 x i8] c"attempt to add with overflow", align 1

; A panic on the device has nobody to tell: it stops the kernel.
define internal void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %index, i64 %len, ptr align 8 %location) unnamed_addr noreturn cold noinline {
start:
  call void @llvm.trap()
  unreachable
}

define internal void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr align 1 %msg.0, i64 %msg.1, ptr align 8 %location) unnamed_addr noreturn cold noinline {
start:
  call void @llvm.trap()
  unreachable
}

; fn checked_index(base: usize, step: usize) -> Option<usize>
define internal { i64, i64 } @_ZN7kernels13checked_index17hfedcba9876543210E(i64 %base, i64 %step) unnamed_addr {
start:
  %pair = call { i64, i1 } @llvm.uadd.with.overflow.i64(i64 %base, i64 %step)
  %sum = extractvalue { i64, i1 } %pair, 0
  %overflow = extractvalue { i64, i1 } %pair, 1
  br i1 %overflow, label %none, label %some, !prof !0

none:
  ret { i64, i64 } { i64 0, i64 undef }

some:
  %0 = insertvalue { i64, i64 } { i64 1, i64 poison }, i64 %sum, 1
  ret { i64, i64 } %0
}

; fn gather(values: &[f32], order: &[u64], out: &mut [f32])
define ptx_kernel void @gather(ptr noalias noundef nonnull readonly align 4 %values.0, i64 noundef %values.1, ptr noalias noundef nonnull readonly align 8 %order.0, i64 noundef %order.1, ptr noalias noundef nonnull align 4 %out.0, i64 noundef %out.1) unnamed_addr {
start:
  %_5 = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %thread = zext i32 %_5 to i64
  %_6 = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %_7 = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %block = zext i32 %_6 to i64
  %width = zext i32 %_7 to i64
  %base = mul nuw i64 %block, %width
  %option = call { i64, i64 } @_ZN7kernels13checked_index17hfedcba9876543210E(i64 %base, i64 %thread)
  %discriminant = extractvalue { i64, i64 } %option, 0
  %index = extractvalue { i64, i64 } %option, 1
  switch i64 %discriminant, label %default.unreachable [
    i64 0, label %overflowed
    i64 1, label %checked
  ]

default.unreachable:
  unreachable

overflowed:
  call void @_ZN4core9panicking5panic17h0123456789abcdefE(ptr align 1 @alloc_message, i64 28, ptr align 8 @alloc_location) noreturn
  unreachable

checked:
  %in.order = icmp ult i64 %index, %order.1
  br i1 %in.order, label %read.order, label %panic.order

read.order:
  %order.slot = getelementptr inbounds nuw i64, ptr %order.0, i64 %index
  %source = load i64, ptr %order.slot, align 8, !noundef !1
  %in.values = icmp ult i64 %source, %values.1
  br i1 %in.values, label %read.value, label %panic.values

read.value:
  %value.slot = getelementptr inbounds nuw float, ptr %values.0, i64 %source
  %value = load float, ptr %value.slot, align 4, !noundef !1
  %in.out = icmp ult i64 %index, %out.1
  br i1 %in.out, label %write, label %panic.out

write:
  %out.slot = getelementptr inbounds nuw float, ptr %out.0, i64 %index
  store float %value, ptr %out.slot, align 4
  ret void

panic.order:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %index, i64 %order.1, ptr align 8 @alloc_location) noreturn
  unreachable

panic.values:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %source, i64 %values.1, ptr align 8 @alloc_location) noreturn
  unreachable

panic.out:
  call void @_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE(i64 %index, i64 %out.1, ptr align 8 @alloc_location) noreturn
  unreachable
}

declare { i64, i1 } @llvm.uadd.with.overflow.i64(i64, i64)
declare void @llvm.trap()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

!0 = !{!"branch_weights", i32 1, i32 2000}
!1 = !{}
