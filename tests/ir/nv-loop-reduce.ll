; The knobs of shape mark the loops that code generation leaves as they are; what reduced loops would cost in registers is
; in tests/native/test_codegen_gate.py.
; RUN: opencicc opt %s --passes=nv-loop-reduce | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s --passes=nv-loop-reduce -lsr-loop-level=1 | filecheck %s --check-prefixes=MARKED,LEVEL
; RUN: opencicc opt %s --passes=nv-loop-reduce -lsr-skip-outer-loop | filecheck %s --check-prefixes=MARKED,OUTER
; RUN: opencicc opt %s --passes=nv-loop-reduce -do-lsr-64-bit=0 | filecheck %s --check-prefixes=MARKED,WIDE
; RUN: opencicc opt %s --passes=nv-loop-reduce -disable-lsr-for-sharedmem32-ptr | filecheck %s --check-prefixes=MARKED,SPACE
; RUN: opencicc opt %s --passes=nv-loop-reduce -lsr-loop-level=2 -Rpass-missed=nv-loop -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc opt %s -O3 -lsr-skip-outer-loop | filecheck %s --check-prefix=O3
; RUN: opencicc opt %s -O3 -lsr-skip-outer-loop -no-loop-reduce | filecheck %s --check-prefix=NONE
; REMARK: nest: remark: left a loop as it is: its depth is 1, lsr-loop-level asks for 2 [-Rpass-missed=nv-loop-reduce]
; O3-LABEL: @nest
; O3: !{!"opencicc.loop.reduce.disable"}
; NONE-NOT: loop.reduce
; NONE-NOT: opencicc-skips
target triple = "nvptx64-nvidia-cuda"

; The outer loop counts in 64 bits, the inner one in 32 and stores to shared memory.
; MARKED-LABEL: @nest
; MARKED-SAME: [[ATTRIBUTES:#[0-9]+]]
; LEVEL: br i1 %c, label %inner, label %latch, !llvm.loop
; LEVEL: br i1 %d, label %outer, label %done{{$}}
; OUTER: br i1 %c, label %inner, label %latch{{$}}
; OUTER: br i1 %d, label %outer, label %done, !llvm.loop
; WIDE: br i1 %c, label %inner, label %latch{{$}}
; WIDE: br i1 %d, label %outer, label %done, !llvm.loop
; SPACE: br i1 %c, label %inner, label %latch, !llvm.loop
; MARKED: attributes [[ATTRIBUTES]] = {{.*}}"opencicc-skips"="marked-loop-reduce"
define ptx_kernel void @nest(ptr addrspace(3) %s, ptr addrspace(1) %p, i32 %n, i64 %m) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i1, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j1, %inner ]
  %jx = mul i32 %j, 12
  %q = getelementptr i8, ptr addrspace(3) %s, i32 %jx
  store volatile i32 %j, ptr addrspace(3) %q
  %j1 = add nuw nsw i32 %j, 1
  %c = icmp ult i32 %j1, %n
  br i1 %c, label %inner, label %latch
latch:
  %o = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store volatile i64 %i, ptr addrspace(1) %o
  %i1 = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i1, %m
  br i1 %d, label %outer, label %done
done:
  ret void
}
