; RUN: opencicc opt %s -arch=sm_90 '--passes=print<rpa>' -o %t 2>&1 | filecheck %s
; RUN: opencicc opt %s '--passes=function(print<merge-sets>)' -o %t 2>&1 | filecheck %s --check-prefix=MERGE
; RUN: opencicc opt %s '--passes=require<rpa>,require<merge-sets>' | filecheck %s --check-prefix=SAME
; RUN: not opencicc opt %s --passes=rpa 2>&1 | filecheck %s --check-prefix=ALONE
; ALONE: error: 'rpa' is an analysis, not a pass
; ALONE: fix: write print<rpa> to see it, or require<rpa>
target triple = "nvptx64-nvidia-cuda"

; Every class at one point: a predicate, 16, 32, 64 and 128 bits; two halves in one register of 32 bits. Kernel pointers
; are 64 bits wide, and the constant offset of the second access costs nothing. The predicate costs no register: 1 + 1 + 2
; (the pointer) + 4 + 1.
; CHECK-LABEL: rpa: @classes: 9 registers at most, in block 0 (%entry); 64 of 64 warps fit (blocks of 128 threads)
; CHECK-NEXT: block 0 (%entry): in 1 predicate, 1 x 16, 2 x 32, 1 x 64, 1 x 128; out nothing; most 1 predicate, 1 x 16, 2 x 32, 1 x 64, 1 x 128: 9 registers, before
; CHECK-NEXT: store i32 %w, ptr %p, align 4
define ptx_kernel void @classes(i1 %b, i16 %h, i32 %w, ptr %p, i128 %q, <2 x half> %v) "nvvm.maxntid"="128" {
entry:
  %o = getelementptr i8, ptr %p, i64 16
  store i32 %w, ptr %p, align 4
  store i16 %h, ptr %o, align 2
  store <2 x half> %v, ptr %o, align 4
  store i128 %q, ptr %o, align 16
  store i1 %b, ptr %o, align 1
  ret void
}

; What a phi takes is alive at the end of the block it comes from; the phi itself from the start of its block on.
; CHECK-LABEL: rpa: @loop: 5 registers at most, in block 1 (%body); 64 of 64 warps fit (blocks of 256 threads, assumed)
; CHECK-NEXT: block 0 (%entry): in 1 x 32, 1 x 64; out 1 x 32, 1 x 64; most 1 x 32, 1 x 64: 3 registers, at its end
; CHECK-NEXT: block 1 (%body): in 1 x 32, 1 x 64; out 2 x 32, 1 x 64; most 1 predicate, 3 x 32, 1 x 64: 5 registers, before
; CHECK-NEXT: store i32 %i, ptr %p
; CHECK-NEXT: block 2 (%done): in nothing; out nothing; most nothing: 0 registers, at its end
define ptx_kernel void @loop(ptr %p, i32 %n) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %next = add i32 %i, 1
  store i32 %i, ptr %p, align 4
  %more = icmp ult i32 %next, %n
  br i1 %more, label %body, label %done
done:
  ret void
}

; A definition in an arm meets the other one behind them, and again where the loop begins anew: sets are transitive.
; MERGE-LABEL: merge-sets: @loop
; MERGE: merge-sets: @arms
; MERGE-NEXT: block 0 (%entry): none
; MERGE-NEXT: block 1 (%head): block 1 (%head)
; MERGE-NEXT: block 2 (%left): block 1 (%head), block 4 (%join)
; MERGE-NEXT: block 3 (%right): block 1 (%head), block 4 (%join)
; MERGE-NEXT: block 4 (%join): block 1 (%head)
; MERGE-NEXT: block 5 (%out): none
; SAME-LABEL: @arms
define void @arms(i1 %c, i1 %d) {
entry:
  br label %head
head:
  br i1 %c, label %left, label %right
left:
  br label %join
right:
  br label %join
join:
  br i1 %d, label %head, label %out
out:
  ret void
}
