; RUN: opencicc opt %s --passes=thread-jumps | filecheck %s
; RUN: opencicc opt %s --passes=thread-jumps --thread-jumps=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=thread-jumps --thread-jumps-past-barriers=0 | filecheck %s --check-prefix=ALONE
; RUN: opencicc opt %s --passes=thread-jumps -Rpass=thread-jumps -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s --passes=jump-threading | filecheck %s --check-prefix=OFF
; REMARK: flag: remark: threaded jumps past tests with a known outcome [-Rpass=thread-jumps]
; REMARK-NOT: {{with_barrier|with_assembly|convergent_itself|atomic_access|exchange}}: remark:
; REMARK: count: remark: threaded jumps past tests with a known outcome [-Rpass=thread-jumps]
; REMARK: stores_to_the_stack: remark:
; REMARK: kernel_with_barrier: remark:
; REMARK-NOT: remark:

target triple = "nvptx64-nvidia-cuda"
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32) convergent
declare void @left()
declare void @right()

; A flag that one side sets and the test behind the join asks for.
; CHECK-LABEL: @flag(
; CHECK: call void @left()
; CHECK-NOT: phi
; CHECK: store i32 1
; OFF-LABEL: @flag(
; OFF: phi i1 [ true, %a ], [ false, %b ]
; OFF: br i1 %was.left
define void @flag(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; A barrier in a function that a loop may call keeps the jumps as they are,
; CHECK-LABEL: @with_barrier(
; CHECK: phi i1 [ true, %a ], [ false, %b ]
; CHECK: br i1 %was.left
define void @with_barrier(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; and so does inline assembly that is marked so, or a function that says so of itself.
; CHECK-LABEL: @with_assembly(
; CHECK: br i1 %was.left
define void @with_assembly(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void asm sideeffect "bar.warp.sync -1;", ""() convergent
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: @convergent_itself(
; CHECK: br i1 %was.left
define void @convergent_itself(i1 %c, ptr %p) convergent {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; Where the result of an atomic access is read, the threads of a warp had better stay together: they may have to try again.
; CHECK-LABEL: @atomic_access(
; CHECK: br i1 %was.left
define void @atomic_access(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  %old = atomicrmw add ptr %p, i32 1 monotonic
  store i32 %old, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: @exchange(
; CHECK: br i1 %was.left
define void @exchange(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  %pair = cmpxchg ptr %p, i32 0, i32 1 monotonic monotonic
  %won = extractvalue { i32, i1 } %pair, 1
  br i1 %won, label %end, label %no
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; One that only counts asks for nothing.
; CHECK-LABEL: @count(
; CHECK: call void @left()
; CHECK-NOT: phi
; CHECK: atomicrmw
; OFF-LABEL: @count(
; OFF: br i1 %was.left
define void @count(i1 %c, ptr %p) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  %old = atomicrmw add ptr %p, i32 1 monotonic
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}

; A join that stores what its flag decides: LLVM would part the select, and the threads would store on every way.
; CHECK-LABEL: @stores_at_the_join(
; CHECK: phi i1 [ true, %entry ], [ false, %a ], [ %d, %b ]
; CHECK-NEXT: select i1
; CHECK-NEXT: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define void @stores_at_the_join(i1 %c, i1 %d, i1 %e, ptr addrspace(1) %p, i32 %x, i32 %y) {
entry:
  br i1 %c, label %join, label %a
a:
  br i1 %e, label %b, label %join
b:
  call void @left()
  br label %join
join:
  %flag = phi i1 [ true, %entry ], [ false, %a ], [ %d, %b ]
  %v = select i1 %flag, i32 %x, i32 %y
  store i32 %v, ptr addrspace(1) %p
  br i1 %flag, label %yes, label %no
yes:
  call void @left()
  br label %no
no:
  ret void
}

; A store to the thread's own memory is made by every thread apart anyway.
; CHECK-LABEL: @stores_to_the_stack(
; CHECK-NOT: phi i1
; CHECK: ret i32
define i32 @stores_to_the_stack(i1 %c, i1 %d, i1 %e, i32 %i, i32 %x, i32 %y) {
entry:
  %array = alloca [4 x i32]
  %place = getelementptr [4 x i32], ptr %array, i32 0, i32 %i
  br i1 %c, label %join, label %a
a:
  br i1 %e, label %b, label %join
b:
  call void @left()
  br label %join
join:
  %flag = phi i1 [ true, %entry ], [ false, %a ], [ %d, %b ]
  %v = select i1 %flag, i32 %x, i32 %y
  store i32 %v, ptr %place
  br i1 %flag, label %yes, label %no
yes:
  call void @left()
  br label %no
no:
  %r = load i32, ptr %array
  ret i32 %r
}

; Barriers of a kernel outside of its loops: every thread reaches each once, whichever way it came.
; CHECK-LABEL: @kernel_with_barrier(
; CHECK-NOT: phi
; CHECK: call void @llvm.nvvm.barrier
; CHECK-NOT: call void @llvm.nvvm.barrier
; CHECK: ret void
; ALONE-LABEL: @kernel_with_barrier(
; ALONE: br i1 %was.left
define ptx_kernel void @kernel_with_barrier(i1 %c, ptr %p) convergent {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; In a loop they keep the jumps as they are: what is parted there is written out with the loop.
; CHECK-LABEL: @kernel_with_barrier_in_loop(
; CHECK: br i1 %was.left
define ptx_kernel void @kernel_with_barrier_in_loop(i1 %c, ptr %p, i32 %n) convergent {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %end ]
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Threads meet at the atomic operation, whichever way they came: parted, each way would make one of its own.
; CHECK-LABEL: @counts_what_it_finds(
; CHECK: phi i1 [ true, %a ], [ false, %b ]
; CHECK: phi i32 [ 1, %a ], [ 0, %b ]
; CHECK: atomicrmw
; CHECK: br i1 %was.left
define ptx_kernel void @counts_what_it_finds(i1 %c, ptr %p, ptr %q) {
  br i1 %c, label %a, label %b
a:
  call void @left()
  br label %join
b:
  call void @right()
  br label %join
join:
  %was.left = phi i1 [ true, %a ], [ false, %b ]
  %found = phi i32 [ 1, %a ], [ 0, %b ]
  %old = atomicrmw add ptr %q, i32 %found monotonic
  br i1 %was.left, label %yes, label %no
yes:
  store i32 1, ptr %p
  br label %end
no:
  store i32 2, ptr %p
  br label %end
end:
  ret void
}
