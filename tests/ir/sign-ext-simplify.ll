; Numbers that are never negative are extended with zeros.
; RUN: opencicc opt %s --passes=sign-ext-simplify -do-sign-ext-simplify=1 --verify-each | filecheck %s
; RUN: opencicc opt %s -O3 -do-sign-ext-simplify=0 --print-pipeline-passes | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s -O3 -do-sign-ext-simplify=1 --print-pipeline-passes | filecheck %s --check-prefix=ON
; OFF-NOT: sign-ext-simplify
; ON: sign-ext-simplify
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.smax.i32(i32, i32)

; A thread's number; a counter that starts there; a mask; a larger of two; a remainder; a shift.
; CHECK-LABEL: @fires(
; CHECK: %counter = zext nneg i32 %i to i64
; CHECK: %masked = zext nneg i32 %m to i64
; CHECK: %larger = zext nneg i32 %s to i64
; CHECK: %shifted = zext nneg i32 %r to i64
define i64 @fires(i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %counter = sext i32 %i to i64
  %next = add nsw i32 %i, 256
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %m = and i32 %n, 1023
  %masked = sext i32 %m to i64
  %s = call i32 @llvm.smax.i32(i32 %n, i32 0)
  %larger = sext i32 %s to i64
  %r = lshr i32 %n, 3
  %shifted = sext i32 %r to i64
  %a = add i64 %counter, %masked
  %b = add i64 %larger, %shifted
  %c = add i64 %a, %b
  ret i64 %c
}

; An addition that may wrap, a parameter, a counter that steps down, a truth value.
; CHECK-LABEL: @stays(
; CHECK-COUNT-4: sext
define i64 @stays(i32 %n, i1 %b) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %down = sext i32 %i to i64
  %next = add nsw i32 %i, -1
  %more = icmp sgt i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %w = add i32 %t, 1
  %wraps = sext i32 %w to i64
  %param = sext i32 %n to i64
  %truth = sext i1 %b to i64
  %x = add i64 %down, %wraps
  %y = add i64 %param, %truth
  %z = add i64 %x, %y
  ret i64 %z
}
