; Functions that call themselves and each other: Ackermann's function, and a tree walk through two mutually recursive
; functions. No inlining can remove these calls, so a real call stack is needed.
; ARCH: sm_75+
; KERNEL: ackermann_table
; KERNEL: tree_sums
; PTX: \.func +\(\.param \.b32 func_retval0\) ackermann
; PTX: (?s)call\.uni .*ackermann
; PTX: (?s)call\.uni .*(even_level|odd_level)
target triple = "nvptx64-nvidia-cuda"

%node = type { i32, ptr, ptr }

define internal i32 @ackermann(i32 %m, i32 %n) noinline {
entry:
  %m.zero = icmp eq i32 %m, 0
  br i1 %m.zero, label %base, label %check

base:
  %n.plus = add i32 %n, 1
  ret i32 %n.plus

check:
  %m.less = add i32 %m, -1
  %n.zero = icmp eq i32 %n, 0
  br i1 %n.zero, label %first, label %both

first:
  %a = call i32 @ackermann(i32 %m.less, i32 1)
  ret i32 %a

both:
  %n.less = add i32 %n, -1
  %inner = call i32 @ackermann(i32 %m, i32 %n.less)
  %outer = call i32 @ackermann(i32 %m.less, i32 %inner)
  ret i32 %outer
}

define ptx_kernel void @ackermann_table(ptr addrspace(1) %out, i32 %m) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %value = call i32 @ackermann(i32 %m, i32 %tid)
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %value, ptr addrspace(1) %slot, align 4
  ret void
}

; Adds the values on even levels and subtracts those on odd levels.
define internal i32 @even_level(ptr %node) noinline {
entry:
  %missing = icmp eq ptr %node, null
  br i1 %missing, label %none, label %some

none:
  ret i32 0

some:
  %value = load i32, ptr %node, align 8
  %left.ptr = getelementptr inbounds %node, ptr %node, i64 0, i32 1
  %right.ptr = getelementptr inbounds %node, ptr %node, i64 0, i32 2
  %left = load ptr, ptr %left.ptr, align 8
  %right = load ptr, ptr %right.ptr, align 8
  %left.sum = call i32 @odd_level(ptr %left)
  %right.sum = call i32 @odd_level(ptr %right)
  %below = add i32 %left.sum, %right.sum
  %sum = sub i32 %value, %below
  ret i32 %sum
}

define internal i32 @odd_level(ptr %node) noinline {
entry:
  %missing = icmp eq ptr %node, null
  br i1 %missing, label %none, label %some

none:
  ret i32 0

some:
  %value = load i32, ptr %node, align 8
  %left.ptr = getelementptr inbounds %node, ptr %node, i64 0, i32 1
  %right.ptr = getelementptr inbounds %node, ptr %node, i64 0, i32 2
  %left = load ptr, ptr %left.ptr, align 8
  %right = load ptr, ptr %right.ptr, align 8
  %left.sum = call i32 @even_level(ptr %left)
  %right.sum = call i32 @even_level(ptr %right)
  %below = add i32 %left.sum, %right.sum
  %sum = sub i32 %value, %below
  ret i32 %sum
}

define ptx_kernel void @tree_sums(ptr addrspace(1) %roots, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %root.ptr = getelementptr inbounds ptr, ptr addrspace(1) %roots, i64 %index
  %root = load ptr, ptr addrspace(1) %root.ptr, align 8
  %sum = call i32 @even_level(ptr %root)
  %slot = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %sum, ptr addrspace(1) %slot, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
