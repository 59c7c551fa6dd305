; RUN: opencicc opt %s --passes=print-convergence -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s --passes=print-convergence -dump-conv-func -o %t 2>&1 | filecheck %s --check-prefix=FUNC
; RUN: opencicc opt %s -O3 -dump-conv-text -o %t 2>&1 | filecheck %s --check-prefix=TEXT
; RUN: opencicc opt %s --passes=print-convergence -dump-conv-dot -o %t 2>&1 | filecheck %s --check-prefix=DOT
; RUN: opencicc opt %s -O3 -o %t 2>&1 | filecheck %s --check-prefix=SILENT --allow-empty
; SILENT-NOT: convergence
; FUNC: convergence of @kernel: 1 of 5 blocks run parted, 1 of 2 branches part the threads
; FUNC-NOT: entry
; TEXT: convergence of @kernel
; DOT: digraph "kernel" {
; DOT: "entry" -> "then" [penwidth=3];
; DOT: "then" [style=filled, fillcolor="grey"];
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()

; CHECK: convergence of @kernel: 1 of 5 blocks run parted, 1 of 2 branches part the threads
; CHECK-NEXT: entry: together; parts the threads, who meet again in %join; %t, %c differ
; CHECK-NEXT: then: parted
; CHECK-NEXT: join: together; %x differs
; CHECK-NEXT: loop: together
; CHECK-NEXT: done: together
define ptx_kernel void @kernel(ptr addrspace(1) %p, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %c = icmp ult i32 %t, %n
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %x = phi i32 [ 1, %then ], [ %n, %entry ]
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  store i32 %x, ptr addrspace(1) %p
  br label %loop
loop:
  %i = phi i32 [ 0, %join ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %b
  br i1 %again, label %loop, label %done
done:
  store i32 %next, ptr addrspace(1) %p
  ret void
}

; A thread that leaves the loop in another trip takes another value of %i with it.
; CHECK: convergence of @apart
; CHECK: loop: parted; parts the threads, who meet again in %done; %i, %next, %again differ
; CHECK: done: together; %twice differs
define ptx_kernel void @apart(ptr addrspace(1) %p) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %again = icmp ult i32 %i, %t
  br i1 %again, label %loop, label %done
done:
  %twice = add i32 %i, %i
  store i32 %twice, ptr addrspace(1) %p
  ret void
}
