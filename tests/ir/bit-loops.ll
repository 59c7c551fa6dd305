; RUN: opencicc opt %s --passes=bit-loops | filecheck %s
; RUN: opencicc opt %s --passes=bit-loops --bit-loops=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=bit-loops -Rpass=bit-loops -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -arch=sm_90 -O3 -o - | opencicc run - --kernel all --block 8 --arg 'u32[8]=0,1,2,3,255,2147483648,4294967295,2863311530' --arg 's32[48]=zeros' --json | filecheck %s --check-prefix=VALUES
; REMARK: set_bits: remark: a loop over the bits of a word became a count of them [-Rpass=bit-loops]

target triple = "nvptx64-nvidia-cuda"
@seen = addrspace(1) global i32 0

; x &= x - 1 until nothing is left; asked for a word that is not zero.
; CHECK-LABEL: @set_bits(
; CHECK: loop:
; CHECK: %[[COUNT:.*]] = call i32 @llvm.ctpop.i32(i32 %x)
; CHECK-NOT: phi
; CHECK: br label %end
; OFF-LABEL: @set_bits(
; OFF: br i1 %done, label %end, label %loop
define i32 @set_bits(i32 %x, i32 %from) {
  %none = icmp eq i32 %x, 0
  br i1 %none, label %end, label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ %from, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %below = add i32 %w, -1
  %w.next = and i32 %below, %w
  %n.next = add nuw nsw i32 %n, 1
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  %r = phi i32 [ %from, %0 ], [ %n.next, %loop ]
  ret i32 %r
}

; Nobody asked: the loop runs once for zero too.
; CHECK-LABEL: @set_bits_once_at_least(
; CHECK: call i8 @llvm.ctpop.i8(i8 %x)
; CHECK: call i8 @llvm.umax.i8(
; CHECK: mul {{.*}}, 3
define i64 @set_bits_once_at_least(i8 %x) {
  br label %loop
loop:
  %n = phi i64 [ 0, %0 ], [ %n.next, %loop ]
  %w = phi i8 [ %x, %0 ], [ %w.next, %loop ]
  %below = add i8 %w, -1
  %w.next = and i8 %w, %below
  %n.next = add i64 %n, 3
  %more = icmp ne i8 %w.next, 0
  br i1 %more, label %loop, label %end
end:
  ret i64 %n.next
}

; A truth value that turns with each bit.
; CHECK-LABEL: @parity(
; CHECK: call i32 @llvm.ctpop.i32(i32 %x)
; CHECK: trunc i32 {{.*}} to i1
; CHECK-NOT: br i1
define i1 @parity(i32 %x) {
  br label %loop
loop:
  %p = phi i1 [ %turned, %loop ], [ false, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %turned = xor i1 %p, true
  %below = add i32 %w, -1
  %w.next = and i32 %below, %w
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i1 %turned
}

; Shift and test; the test may be one of the word before its last shift. Its length comes out too.
; CHECK-LABEL: @shift_and_test(
; CHECK: call i32 @llvm.ctpop.i32(i32 %x)
; CHECK: call i32 @llvm.ctlz.i32(i32 %x, i1 false)
; CHECK: call i32 @llvm.umax.i32(
; CHECK-NOT: br i1
define i32 @shift_and_test(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %k = phi i32 [ %k.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %bit = and i32 %w, 1
  %n.next = add i32 %n, %bit
  %k.next = add i32 %k, 1
  %w.next = lshr i32 %w, 1
  %more = icmp ugt i32 %w, 1
  br i1 %more, label %loop, label %end
end:
  %r = mul i32 %n.next, %k.next
  ret i32 %r
}

; The same from the top.
; CHECK-LABEL: @shift_up(
; CHECK: call i16 @llvm.ctpop.i16(i16 %x)
; CHECK-NOT: br i1
define i16 @shift_up(i16 %x) {
  br label %loop
loop:
  %n = phi i16 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i16 [ %w.next, %loop ], [ %x, %0 ]
  %bit = lshr i16 %w, 15
  %n.next = add i16 %n, %bit
  %w.next = shl i16 %w, 1
  %done = icmp eq i16 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i16 %n.next
}

; A fixed number of trips with a shift by the counter: bits 4 to 11.
; CHECK-LABEL: @some_bits(
; CHECK: %[[SOME:.*]] = and i64 %x, 4080
; CHECK: call i64 @llvm.ctpop.i64(i64 %[[SOME]])
; CHECK-NOT: br i1
define i8 @some_bits(i64 %x) {
  br label %loop
loop:
  %n = phi i8 [ 0, %0 ], [ %n.next, %loop ]
  %k = phi i32 [ 11, %0 ], [ %k.next, %loop ]
  %wide = zext i32 %k to i64
  %shifted = lshr i64 %x, %wide
  %low = trunc i64 %shifted to i8
  %bit = and i8 %low, 1
  %n.next = xor i8 %bit, %n
  %k.next = add nsw i32 %k, -1
  %more = icmp sgt i32 %k, 4
  br i1 %more, label %loop, label %end
end:
  ret i8 %n.next
}

; All 64, shifted by one each trip; nothing is left of the word.
; CHECK-LABEL: @all_bits(
; CHECK: call i64 @llvm.ctpop.i64(i64 %x)
; CHECK: ret i64 0
define i64 @all_bits(i64 %x, ptr %p) {
  br label %loop
loop:
  %n = phi i8 [ 0, %0 ], [ %n.next, %loop ]
  %k = phi i8 [ 0, %0 ], [ %k.next, %loop ]
  %w = phi i64 [ %x, %0 ], [ %w.next, %loop ]
  %low = trunc i64 %w to i8
  %bit = and i8 %low, 1
  %n.next = add i8 %n, %bit
  %w.next = lshr i64 %w, 1
  %k.next = add i8 %k, 1
  %done = icmp eq i8 %k.next, 64
  br i1 %done, label %end, label %loop
end:
  store i8 %n.next, ptr %p
  ret i64 %w.next
}

; Trailing zeros, where a loop without end is ruled out.
; CHECK-LABEL: @trailing(
; CHECK: call i32 @llvm.cttz.i32(i32 %{{.*}}, i1 true)
; CHECK-NOT: br i1
define i32 @trailing(i32 %x) mustprogress {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %n.next = add i32 %n, 1
  %w.next = lshr i32 %w, 1
  %next = and i32 %w, 2
  %more = icmp eq i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  %r = xor i32 %n.next, %w.next
  ret i32 %r
}

; It stays where the loop may run forever,
; CHECK-LABEL: @trailing_or_never(
; CHECK: br i1 %more, label %loop, label %end
define i32 @trailing_or_never(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %n.next = add i32 %n, 1
  %w.next = lshr i32 %w, 1
  %next = and i32 %w, 2
  %more = icmp eq i32 %next, 0
  br i1 %more, label %loop, label %end
end:
  ret i32 %n.next
}

; where it does something else,
; CHECK-LABEL: @noticed(
; CHECK: br i1 %done, label %end, label %loop
define i32 @noticed(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  store i32 %w, ptr addrspace(1) @seen
  %below = add i32 %w, -1
  %w.next = and i32 %below, %w
  %n.next = add i32 %n, 1
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %n.next
}

; where something else comes out of it: the last bit, a sum of other things,
; CHECK-LABEL: @last_bit(
; CHECK: br i1 %done, label %end, label %loop
define i32 @last_bit(i32 %x) {
  br label %loop
loop:
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %below = add i32 %w, -1
  %w.next = and i32 %below, %w
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %w
}

; CHECK-LABEL: @sum_of_pairs(
; CHECK: br i1 %done, label %end, label %loop
define i32 @sum_of_pairs(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %pair = and i32 %w, 3
  %n.next = add i32 %n, %pair
  %w.next = lshr i32 %w, 1
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %n.next
}

; where the test is another one, where bits are left out,
; CHECK-LABEL: @down_to_three(
; CHECK: br i1 %done, label %end, label %loop
define i32 @down_to_three(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %below = add i32 %w, -1
  %w.next = and i32 %below, %w
  %n.next = add i32 %n, 1
  %done = icmp ult i32 %w.next, 4
  br i1 %done, label %end, label %loop
end:
  ret i32 %n.next
}

; CHECK-LABEL: @every_second(
; CHECK: br i1 %done, label %end, label %loop
define i32 @every_second(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ %n.next, %loop ], [ 0, %0 ]
  %w = phi i32 [ %w.next, %loop ], [ %x, %0 ]
  %bit = and i32 %w, 1
  %n.next = add i32 %n, %bit
  %w.next = lshr i32 %w, 2
  %done = icmp eq i32 %w.next, 0
  br i1 %done, label %end, label %loop
end:
  ret i32 %n.next
}

; and where a shift would leave the word.
; CHECK-LABEL: @too_far(
; CHECK: br i1 %more, label %loop, label %end
define i32 @too_far(i32 %x) {
  br label %loop
loop:
  %n = phi i32 [ 0, %0 ], [ %n.next, %loop ]
  %k = phi i32 [ 0, %0 ], [ %k.next, %loop ]
  %shifted = lshr i32 %x, %k
  %bit = and i32 %shifted, 1
  %n.next = add i32 %bit, %n
  %k.next = add i32 %k, 1
  %more = icmp ult i32 %k.next, 33
  br i1 %more, label %loop, label %end
end:
  ret i32 %n.next
}

; All of them at work: no loop is left, and the values are right for 0, 1, 2, 3, 255, 2^31, 2^32 - 1 and 0xAAAAAAAA.
; PTX-LABEL: .entry all(
; PTX-NOT: {{^}}$L__{{.*}}:
; PTX: popc.b32
; PTX: ret;
; VALUES: 0, 1, 1, 2, 8, 1, 32, 16, 1, 1, 1, 2, 8, 1, 32, 16, 0, 1, 2, 4, 64, 32, 1024, 512, 0, 0, 0, 0, 4, 0, 8, 4
define ptx_kernel void @all(ptr addrspace(1) %in, ptr addrspace(1) %out) {
  %i = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %from = getelementptr i32, ptr addrspace(1) %in, i32 %i
  %x = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(1) %out, i32 %i
  %a = call i32 @set_bits(i32 %x, i32 0)
  store i32 %a, ptr addrspace(1) %to
  %wide = call i64 @set_bits_wide(i32 %x)
  %b = trunc i64 %wide to i32
  %to.b = getelementptr i32, ptr addrspace(1) %to, i32 8
  store i32 %b, ptr addrspace(1) %to.b
  %c = call i32 @shift_and_test(i32 %x)
  %to.c = getelementptr i32, ptr addrspace(1) %to, i32 16
  store i32 %c, ptr addrspace(1) %to.c
  %w = zext i32 %x to i64
  %d8 = call i8 @some_sum(i64 %w)
  %d = zext i8 %d8 to i32
  %to.d = getelementptr i32, ptr addrspace(1) %to, i32 24
  store i32 %d, ptr addrspace(1) %to.d
  ret void
}

define internal i64 @set_bits_wide(i32 %x) {
  br label %loop
loop:
  %n = phi i64 [ 0, %0 ], [ %n.next, %loop ]
  %w = phi i32 [ %x, %0 ], [ %w.next, %loop ]
  %below = add i32 %w, -1
  %w.next = and i32 %w, %below
  %n.next = add i64 %n, 1
  %more = icmp ne i32 %w.next, 0
  br i1 %more, label %loop, label %end
end:
  ret i64 %n.next
}

define internal i8 @some_sum(i64 %x) {
  br label %loop
loop:
  %n = phi i8 [ 0, %0 ], [ %n.next, %loop ]
  %k = phi i64 [ 4, %0 ], [ %k.next, %loop ]
  %shifted = lshr i64 %x, %k
  %low = trunc i64 %shifted to i8
  %bit = and i8 %low, 1
  %n.next = add i8 %bit, %n
  %k.next = add i64 %k, 1
  %more = icmp ne i64 %k.next, 12
  br i1 %more, label %loop, label %end
end:
  ret i8 %n.next
}
