; Struct parameters get a copy on the stack where they are written to or handed around.
; RUN: opencicc opt %s "--passes=lower-struct-args<opt-byval>" --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=lower-struct-args | filecheck %s --check-prefix=ALL
; RUN: opencicc opt %s --passes=lower-struct-args -lower-func-args=0 | filecheck %s --check-prefix=KERNELS
; RUN: opencicc opt %s "--passes=lower-struct-args<opt-byval>" -lsa-opt=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s "--passes=lower-struct-args<opt-byval>" -devicefn-param-always-local=1 | filecheck %s --check-prefix=LOCAL
; RUN: opencicc opt %s "--passes=lower-struct-args<opt-byval>" -Rpass=lower-struct -o %t 2>&1 | filecheck %s --check-prefix=SAID
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 -O0 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc opt %s "--passes=lower-struct-args<values>" | filecheck %s --check-prefix=VALUES
; SAID: written: remark: copied a struct parameter to the stack: s
; OFF-NOT: alloca
target triple = "nvptx64-nvidia-cuda"
%S = type { i32, [39 x i32] }

; VALUES-LABEL: @written(
; VALUES-NOT: alloca
; CHECK-LABEL: @written(
; CHECK: %s.copy = alloca %S, align 16
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %s.copy, ptr align 16 %s, i64 160, i1 false)
; CHECK: getelementptr i32, ptr %s.copy
; PTX-LABEL: .entry written(
; PTX-NOT: ld.param.b8
; PTX: ld.param.v4.b32
; PTX: ret;
define ptx_kernel void @written(ptr byval(%S) align 16 %s, ptr addrspace(1) %out, i64 %i) {
  %p = getelementptr i32, ptr %s, i64 %i
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %s, i64 8
  %v = load i32, ptr %q
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Only read: straight from parameter memory, a subscript that only the program knows included.
; CHECK-LABEL: @read(
; CHECK-NOT: alloca
; CHECK: ret void
; ALL-LABEL: @read(
; ALL: alloca
; KERNELS-LABEL: @read(
; KERNELS: alloca
; PTX-LABEL: .entry read(
; PTX-NOT: .local
; PTX: ld.param.b32 %{{.*}}, [%rd
define ptx_kernel void @read(ptr byval(%S) align 16 %s, ptr addrspace(1) %out, i64 %i) {
  %p = getelementptr i32, ptr %s, i64 %i
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Read through one of two pointers.
; CHECK-LABEL: @read_one_of_two(
; CHECK-NOT: alloca
; CHECK: ret void
; PTX-LABEL: .entry read_one_of_two(
; PTX-NOT: .local
; PTX: ret;
define ptx_kernel void @read_one_of_two(ptr byval(%S) align 16 %s, ptr byval(%S) align 16 %t, ptr addrspace(1) %out, i1 %c) {
  %p = select i1 %c, ptr %s, ptr %t
  %v = load i32, ptr %p
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Handed to a function that only reads: function-attrs has said so of the parameter.
; CHECK-LABEL: @read_by_call(
; CHECK-NOT: alloca
; CHECK: ret void
; CHECK-LABEL: @handed_over(
; CHECK: alloca
define ptx_kernel void @read_by_call(ptr byval(%S) align 16 readonly captures(none) %s, ptr addrspace(1) %out) {
  %v = call i32 @take(ptr %s)
  store i32 %v, ptr addrspace(1) %out
  ret void
}
define ptx_kernel void @handed_over(ptr byval(%S) align 16 %s, ptr addrspace(1) %out) {
  %v = call i32 @take(ptr %s)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; Its address may be taken, by those who promised not to write.
; CHECK-LABEL: @grid_constant(
; CHECK-NOT: alloca
; CHECK: ret void
define ptx_kernel void @grid_constant(ptr byval(%S) align 16 "nvvm.grid_constant" %s, ptr addrspace(1) %out) {
  %v = call i32 @take(ptr %s)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; A device function: what sroa can take apart; memory of its own that is indexed stays.
; VALUES-LABEL: @device(
; VALUES: alloca
; CHECK-LABEL: @device(
; CHECK: %s.copy = alloca %S, align 4
; CHECK-LABEL: @device_indexed(
; CHECK-NOT: alloca
; CHECK: ret i32
; KERNELS-LABEL: @device(
; KERNELS-NOT: alloca
; LOCAL-LABEL: @device_indexed(
; LOCAL: alloca
define i32 @device(ptr byval(%S) align 4 %s, i32 %n) noinline {
  %a = load i32, ptr %s
  store i32 %n, ptr %s
  %b = load i32, ptr %s
  %c = add i32 %a, %b
  ret i32 %c
}
define i32 @device_indexed(ptr byval(%S) align 4 %s, i32 %n) noinline {
  store i32 %n, ptr %s
  %p = getelementptr i32, ptr %s, i32 %n
  %a = load i32, ptr %p
  ret i32 %a
}

define internal i32 @take(ptr %p) noinline {
  %v = load i32, ptr %p
  ret i32 %v
}
