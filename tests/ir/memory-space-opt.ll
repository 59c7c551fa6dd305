; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' | filecheck %s
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -track-indir-load=0 | filecheck %s --check-prefix=LOADS
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -track-int2ptr=0 | filecheck %s --check-prefix=NUMBERS
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -param-always-point-to-global=0 | filecheck %s --check-prefix=PARAM
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -strong-global-assumptions=0 | filecheck %s --check-prefix=STRONG
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -process-alloca-always=0 | filecheck %s --check-prefix=STACK
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -mem-space-alg=1 | filecheck %s --check-prefix=STRONG
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -mem-space-alg=0 | filecheck %s --check-prefix=LOADS
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -wmma-memory-space-opt=0 | filecheck %s --check-prefix=WMMA
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -process-builtin-assume=0 | filecheck %s --check-prefix=ASSUME
; RUN: opencicc opt %s --passes='memory-space-opt-pass<second-time;no-warnings>' | filecheck %s --check-prefix=SECOND
; RUN: opencicc opt %s -O3 -language=ptx | filecheck %s --check-prefix=PATH
; RUN: opencicc opt %s -O3 -language=ptx -do-ip-msp=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 -language=ptx -memory-space-opt=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes='memory-space-opt<no-warnings>' -dump-process-builtin-assume -o %t 2>&1 | filecheck %s --check-prefix=TOLD
; TOLD: assumed: ptr %p is shared: 1 uses
; RUN: opencicc opt %s --passes='memory-space-opt' -dump-memory-space-warnings -o %t 2>&1 | filecheck %s --check-prefix=LEFT
; LEFT: function mixed: Cannot tell what pointer points to: global or shared: store i32 0, ptr %p
; RUN: opencicc opt %s --passes='memory-space-opt<roots-only>' | filecheck %s --check-prefix=ROOTS
; RUN: opencicc opt %s -O3 -Rpass=memory-space -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: field: remark: this pointer points to global memory [-Rpass=memory-space-opt]
target triple = "nvptx64-nvidia-cuda"

%rows = type { ptr, i32, ptr }
@s = internal addrspace(3) global [32 x i32] poison
@t = internal addrspace(3) global [32 x i32] poison

; What LLVM's pass does, it still does.
; CHECK-LABEL: @chain(
; CHECK: store i32 0, ptr addrspace(1)
; PATH-LABEL: @chain(
; PATH: store i32 0, ptr addrspace(1)
; OFF-LABEL: @chain(
; OFF: store i32 0, ptr %q
; A chain without a root of ours is left to the pass behind.
; ROOTS-LABEL: @chain(
; ROOTS: store i32 0, ptr %q
define ptx_kernel void @chain(ptr %p, i64 %i) {
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 0, ptr %q
  ret void
}

; A field of a struct parameter comes from the host.
; CHECK-LABEL: @field(
; CHECK: load i32, ptr addrspace(1)
; CHECK: store i32 %v, ptr addrspace(1)
; LOADS-LABEL: @field(
; LOADS: load i32, ptr %b
; PARAM-LABEL: @field(
; PARAM: load i32, ptr %b
; STRONG-LABEL: @field(
; STRONG: load i32, ptr addrspace(1)
; ROOTS-LABEL: @field(
; ROOTS: load i32, ptr addrspace(1)
define ptx_kernel void @field(ptr byval(%rows) %r) {
  %a = load ptr, ptr %r
  %b.at = getelementptr %rows, ptr %r, i64 0, i32 2
  %b = load ptr, ptr %b.at
  %v = load i32, ptr %b
  store i32 %v, ptr %a
  ret void
}

; Pointers in a local array: each of them is shared, whichever is taken.
; CHECK-LABEL: @row(
; CHECK: %v = load i32, ptr addrspace(3)
; LOADS-LABEL: @row(
; LOADS: %v = load i32, ptr %p
; STRONG-LABEL: @row(
; STRONG: %v = load i32, ptr addrspace(3)
define ptx_kernel void @row(i64 %i, ptr %out) {
  %rows = alloca [2 x ptr]
  store ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %rows
  %second = getelementptr [2 x ptr], ptr %rows, i64 0, i64 1
  store ptr addrspacecast (ptr addrspace(3) @t to ptr), ptr %second
  %at = getelementptr [2 x ptr], ptr %rows, i64 0, i64 %i
  %p = load ptr, ptr %at
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

; By offset: the pointer beside the number is global, that of the other field shared.
; CHECK-LABEL: @fields_apart(
; CHECK: %v = load i32, ptr addrspace(3)
; CHECK: store i32 %v, ptr addrspace(1)
define ptx_kernel void @fields_apart(i64 %i, ptr %out, i64 %n) {
  %many = alloca [4 x %rows]
  %at0 = getelementptr [4 x %rows], ptr %many, i64 0, i64 %i, i32 0
  %at1 = getelementptr [4 x %rows], ptr %many, i64 0, i64 %n, i32 1
  %at2 = getelementptr [4 x %rows], ptr %many, i64 0, i64 %n, i32 2
  store ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %at0
  store i32 7, ptr %at1
  store ptr %out, ptr %at2
  %p = load ptr, ptr %at0
  %o = load ptr, ptr %at2
  %v = load i32, ptr %p
  store i32 %v, ptr %o
  ret void
}

; One of two: stays generic. So does what a number overwrites.
; CHECK-LABEL: @either_row(
; CHECK: store i32 1, ptr %p
; CHECK: store i32 2, ptr %q
define ptx_kernel void @either_row(i64 %i, ptr %g, i64 %number) {
  %rows = alloca [2 x ptr]
  %other = alloca ptr
  store ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %rows
  %second = getelementptr [2 x ptr], ptr %rows, i64 0, i64 1
  store ptr %g, ptr %second
  %at = getelementptr [2 x ptr], ptr %rows, i64 0, i64 %i
  %p = load ptr, ptr %at
  store i32 1, ptr %p
  store i64 %number, ptr %other
  %q = load ptr, ptr %other
  store i32 2, ptr %q
  ret void
}

; A copy of a struct parameter holds what that holds.
; CHECK-LABEL: @copied(
; CHECK: store i32 0, ptr addrspace(1)
define ptx_kernel void @copied(ptr byval(%rows) %r, i64 %i) {
  %copy = alloca [2 x %rows]
  %second = getelementptr [2 x %rows], ptr %copy, i64 0, i64 1
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %r, i64 24, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %second, ptr %r, i64 24, i1 false)
  %at = getelementptr [2 x %rows], ptr %copy, i64 0, i64 %i, i32 2
  %p = load ptr, ptr %at
  store i32 0, ptr %p
  ret void
}

; Nothing in this module stores any but global pointers outside of its stack, so a table in memory holds none.
; CHECK-LABEL: @table(
; CHECK: store i32 0, ptr addrspace(1)
; STRONG-LABEL: @table(
; STRONG: store i32 0, ptr %p
define ptx_kernel void @table(ptr %rows, i64 %i) {
  %at = getelementptr ptr, ptr %rows, i64 %i
  %p = load ptr, ptr %at
  store i32 0, ptr %p
  ret void
}

; An address that was a number for a while, and was aligned there.
; CHECK-LABEL: @aligned(
; CHECK: store i32 0, ptr addrspace(1)
; NUMBERS-LABEL: @aligned(
; NUMBERS: store i32 0, ptr %q
define ptx_kernel void @aligned(ptr %p) {
  %n = ptrtoint ptr %p to i64
  %up = add i64 %n, 15
  %down = and i64 %up, -16
  %q = inttoptr i64 %down to ptr
  store i32 0, ptr %q
  ret void
}

; LLVM copies pointers as numbers: what comes from a struct parameter is the host's, whatever it is loaded as.
; CHECK-LABEL: @copied_as_number(
; CHECK: store i32 1, ptr addrspace(1)
; CHECK: store i32 2, ptr addrspace(1)
; NUMBERS-LABEL: @copied_as_number(
; NUMBERS: store i32 1, ptr %p
define ptx_kernel void @copied_as_number(ptr byval(%rows) %r, i64 %i) {
  %n = load i64, ptr %r
  %p = inttoptr i64 %n to ptr
  store i32 1, ptr %p
  %slots = alloca [2 x i64]
  %at = getelementptr [2 x i64], ptr %slots, i64 0, i64 %i
  store i64 %n, ptr %at
  %m = load i64, ptr %slots
  %q = inttoptr i64 %m to ptr
  store i32 2, ptr %q
  ret void
}

; A number of 32 bits is no address.
; CHECK-LABEL: @half(
; CHECK: store i32 1, ptr %p
define ptx_kernel void @half(ptr byval(%rows) %r) {
  %at = getelementptr %rows, ptr %r, i64 0, i32 1
  %n = load i32, ptr %at
  %w = zext i32 %n to i64
  %p = inttoptr i64 %w to ptr
  store i32 1, ptr %p
  ret void
}

; A number that the kernel is given may be any address, and so may the sum of two.
; CHECK-LABEL: @numbers(
; CHECK: store i32 1, ptr %p
; CHECK: store i32 2, ptr %q
define ptx_kernel void @numbers(i64 %n, ptr %a) {
  %p = inttoptr i64 %n to ptr
  store i32 1, ptr %p
  %an = ptrtoint ptr %a to i64
  %sum = add i64 %an, %n
  %q = inttoptr i64 %sum to ptr
  store i32 2, ptr %q
  ret void
}

; Ambiguous pointers stay generic.
; CHECK-LABEL: @mixed(
; CHECK: store i32 0, ptr %p
define ptx_kernel void @mixed(ptr %g, i1 %c) {
  %p = select i1 %c, ptr %g, ptr addrspacecast (ptr addrspace(3) @s to ptr)
  store i32 0, ptr %p
  ret void
}

; Null is null in global memory only: a pointer that may be null or shared keeps its comparison.
; CHECK-LABEL: @maybe_null(
; CHECK: %is = icmp eq ptr %p, null
define ptx_kernel void @maybe_null(i64 %i, ptr %out) {
  %rows = alloca [2 x ptr]
  store ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr %rows
  %second = getelementptr [2 x ptr], ptr %rows, i64 0, i64 1
  store ptr null, ptr %second
  %at = getelementptr [2 x ptr], ptr %rows, i64 0, i64 %i
  %p = load ptr, ptr %at
  %is = icmp eq ptr %p, null
  br i1 %is, label %end, label %use
use:
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  br label %end
end:
  ret void
}

; The program says where the pointer points; where it does not, nothing is known.
; CHECK-LABEL: @assumed(
; CHECK: store i32 1, ptr %p
; CHECK: store i32 2, ptr addrspace(3)
; ASSUME-LABEL: @assumed(
; ASSUME: store i32 2, ptr %p
define internal void @assumed(ptr %p) {
  store i32 1, ptr %p
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  call void @llvm.assume(i1 %is)
  store i32 2, ptr %p
  ret void
}

; CHECK-LABEL: @tested(
; CHECK: store i32 1, ptr addrspace(3)
; CHECK: store i32 2, ptr %p
; CHECK: store i32 3, ptr %p
define internal void @tested(ptr %p) {
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  br i1 %is, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  store i32 3, ptr %p
  ret void
}

; Asked, and nothing else to do: nothing changes.
; CHECK-LABEL: @asked_for_nothing(
; CHECK-NEXT: %is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
; CHECK-NEXT: ret i1 %is
define internal i1 @asked_for_nothing(ptr %p) {
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  ret i1 %is
}

; Only the second time answers the question.
; CHECK-LABEL: @asked(
; CHECK: %is = call i1 @llvm.nvvm.isspacep.shared(
; CHECK: %v = zext i1 %is to i32
; SECOND-LABEL: @asked(
; SECOND: %v = zext i1 false to i32
define ptx_kernel void @asked(ptr %p) {
  %is = call i1 @llvm.nvvm.isspacep.shared(ptr %p)
  %v = zext i1 %is to i32
  store i32 %v, ptr %p
  ret void
}

; Matrix loads have forms for both memories.
; CHECK-LABEL: @matrix(
; CHECK: call {{.*}} @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p3(ptr addrspace(3) {{.*}}@s
; CHECK: call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p1(ptr addrspace(1)
; WMMA-LABEL: @matrix(
; WMMA: load.a.row.stride.f16.p0(
; WMMA: store.d.row.stride.f16.p0(
define ptx_kernel void @matrix(ptr %out) {
  %a = call {<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>} @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 16)
  %x = extractvalue {<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>} %a, 0
  call void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr %out, <2 x half> %x, <2 x half> %x, <2 x half> %x, <2 x half> %x, i32 16)
  ret void
}

; Without the promise a stack object that meets another pointer makes both unknown.
; CHECK-LABEL: @stacked(
; CHECK: load i32, ptr addrspace(5)
; STACK-LABEL: @stacked(
; STACK: load i32, ptr %p
define ptx_kernel void @stacked(i64 %i, ptr %out) {
  %x = alloca [4 x i32]
  %y = alloca [4 x i32]
  store i32 1, ptr %x
  store i32 2, ptr %y
  %rows = alloca [2 x ptr]
  store ptr %x, ptr %rows
  %second = getelementptr [2 x ptr], ptr %rows, i64 0, i64 1
  store ptr %y, ptr %second
  %at = getelementptr [2 x ptr], ptr %rows, i64 0, i64 %i
  %p = load ptr, ptr %at
  %v = load i32, ptr %p
  store i32 %v, ptr %out
  ret void
}

declare i1 @llvm.nvvm.isspacep.shared(ptr)
declare void @llvm.assume(i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare {<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>} @llvm.nvvm.wmma.m16n16k16.load.a.row.stride.f16.p0(ptr, i32)
declare void @llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f16.p0(ptr, <2 x half>, <2 x half>, <2 x half>, <2 x half>, i32)
