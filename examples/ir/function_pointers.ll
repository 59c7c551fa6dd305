; Indirect calls: a table of function addresses in memory, indexed by a value known only at run time, and a
; function that takes another as an argument.
; ARCH: sm_75+
; KERNEL: apply_operator
; PTX: call \(.*\), *(%rd\d+|\n\t%rd\d+)
; PTX: \.callprototype
; PTX: operators\[4\] = \{op_add, op_subtract, op_largest, op_scale\}
target triple = "nvptx64-nvidia-cuda"

@operators = addrspace(1) constant [4 x ptr] [ptr @op_add, ptr @op_subtract, ptr @op_largest, ptr @op_scale], align 8

define float @op_add(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}

define float @op_subtract(float %a, float %b) {
  %r = fsub float %a, %b
  ret float %r
}

define float @op_largest(float %a, float %b) {
  %r = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %r
}

define float @op_scale(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}

define internal float @fold(ptr %operator, ptr addrspace(1) %values, i32 %count) noinline {
entry:
  br label %head

head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %count
  br i1 %more, label %body, label %exit

body:
  %index = zext i32 %i to i64
  %slot = getelementptr inbounds float, ptr addrspace(1) %values, i64 %index
  %value = load float, ptr addrspace(1) %slot, align 4
  %next = call float %operator(float %sum, float %value)
  %i.next = add i32 %i, 1
  br label %head

exit:
  ret float %sum
}

define ptx_kernel void @apply_operator(ptr addrspace(1) %choices, ptr addrspace(1) %values, i32 %count, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %choice.ptr = getelementptr inbounds i32, ptr addrspace(1) %choices, i64 %index
  %choice = load i32, ptr addrspace(1) %choice.ptr, align 4
  %which = and i32 %choice, 3
  %entry.ptr = getelementptr [4 x ptr], ptr addrspace(1) @operators, i32 0, i32 %which
  %operator = load ptr, ptr addrspace(1) %entry.ptr, align 8
  %result = call float @fold(ptr %operator, ptr addrspace(1) %values, i32 %count)
  %slot = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %result, ptr addrspace(1) %slot, align 4
  ret void
}

declare float @llvm.maxnum.f32(float, float)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
