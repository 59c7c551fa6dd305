; RUN: opencicc opt %s --passes=join-halves | filecheck %s
; RUN: opencicc opt %s --passes=join-halves --join-halves=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=join-halves -Rpass=join-halves -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; RUN: opencicc %s -arch=sm_90 -O3 -o - | filecheck %s --check-prefix=PTX
; REMARK: packed: remark: joined 2 values of 16 bits as pairs [-Rpass=join-halves]
; REMARK: four: remark: joined 4 values of 16 bits as pairs

target triple = "nvptx64-nvidia-cuda"

; Two conversions and a word: one instruction of the machine, if ptxas sees the pair.
; CHECK-LABEL: @packed(
; CHECK: %[[LOW:.*]] = insertelement <2 x i16> poison, i16 %low, i64 0
; CHECK: %[[BOTH:.*]] = insertelement <2 x i16> %[[LOW]], i16 %high, i64 1
; CHECK: %[[WORD:.*]] = bitcast <2 x i16> %[[BOTH]] to i32
; CHECK-NEXT: store i32 %[[WORD]]
; OFF-LABEL: @packed(
; OFF: or disjoint i32
; PTX-LABEL: .entry packed(
; PTX-NOT: shl
; PTX: mov.b32 %r{{[0-9]+}}, {%rs{{[0-9]+}}, %rs{{[0-9]+}}};
define ptx_kernel void @packed(ptr addrspace(1) %to, float %a, float %b) {
  %x = fptrunc float %a to half
  %y = fptrunc float %b to half
  %low = bitcast half %x to i16
  %high = bitcast half %y to i16
  %low.wide = zext i16 %low to i32
  %high.wide = zext i16 %high to i32
  %high.place = shl nuw i32 %high.wide, 16
  %word = or disjoint i32 %high.place, %low.wide
  store i32 %word, ptr addrspace(1) %to
  ret void
}

; CHECK-LABEL: @four(
; CHECK: %[[A:.*]] = insertelement <2 x i16> {{.*}}, i16 %b, i64 1
; CHECK: %[[FIRST:.*]] = bitcast <2 x i16> %[[A]] to i32
; CHECK: insertelement <2 x i16> poison, i16 %c, i64 0
; CHECK: %[[C:.*]] = insertelement <2 x i16> {{.*}}, i16 %d, i64 1
; CHECK: %[[SECOND:.*]] = bitcast <2 x i16> %[[C]] to i32
; CHECK: zext i32 %[[FIRST]] to i64
; CHECK: zext i32 %[[SECOND]] to i64
; CHECK: shl i64 {{.*}}, 32
; CHECK: or i64
define i64 @four(i16 %a, i16 %b, i16 %c, i16 %d) {
  %a.wide = zext i16 %a to i64
  %b.wide = zext i16 %b to i64
  %c.wide = zext i16 %c to i64
  %d.wide = zext i16 %d to i64
  %b.place = shl i64 %b.wide, 16
  %c.place = shl i64 %c.wide, 32
  %d.place = shl i64 %d.wide, 48
  %ab = add i64 %a.wide, %b.place
  %cd = or i64 %d.place, %c.place
  %all = or i64 %cd, %ab
  ret i64 %all
}

; The upper pair alone.
; CHECK-LABEL: @upper(
; CHECK: bitcast <2 x i16>
; CHECK: zext i32
; CHECK-NEXT: shl i64 {{.*}}, 32
define i64 @upper(i16 %c, i16 %d) {
  %c.wide = zext i16 %c to i64
  %d.wide = zext i16 %d to i64
  %c.place = shl i64 %c.wide, 32
  %d.place = shl i64 %d.wide, 48
  %cd = or i64 %d.place, %c.place
  ret i64 %cd
}

; A pair of three values.
; CHECK-LABEL: @three(
; CHECK: bitcast <2 x i16>
; CHECK-NOT: insertelement
; CHECK: ret
define i64 @three(i16 %a, i16 %b, i16 %c) {
  %a.wide = zext i16 %a to i64
  %b.wide = zext i16 %b to i64
  %c.wide = zext i16 %c to i64
  %b.place = shl i64 %b.wide, 16
  %c.place = shl i64 %c.wide, 32
  %ab = or i64 %a.wide, %b.place
  %all = or i64 %ab, %c.place
  ret i64 %all
}

; It stays: two values share bits, a lane is wider, the parts are halves of words, bytes.
; CHECK-LABEL: @same_bits(
; CHECK-NOT: insertelement
define i32 @same_bits(i16 %a, i16 %b) {
  %a.wide = zext i16 %a to i32
  %b.wide = zext i16 %b to i32
  %both = or i32 %a.wide, %b.wide
  ret i32 %both
}

; CHECK-LABEL: @odd_place(
; CHECK-NOT: insertelement
define i32 @odd_place(i16 %a, i16 %b) {
  %a.wide = zext i16 %a to i32
  %b.wide = zext i16 %b to i32
  %b.place = shl i32 %b.wide, 12
  %both = or i32 %a.wide, %b.place
  ret i32 %both
}

; CHECK-LABEL: @out_of_the_word(
; CHECK-NOT: insertelement
define i32 @out_of_the_word(i16 %a, i16 %b, i32 %n) {
  %a.wide = zext i16 %a to i32
  %b.wide = zext i16 %b to i32
  %b.place = shl i32 %b.wide, %n
  %both = or i32 %a.wide, %b.place
  ret i32 %both
}

; CHECK-LABEL: @halves_of_words(
; CHECK-NOT: insertelement
define i32 @halves_of_words(i32 %a, i32 %b) {
  %a.half = trunc i32 %a to i16
  %b.half = trunc i32 %b to i16
  %a.wide = zext i16 %a.half to i32
  %b.wide = zext i16 %b.half to i32
  %b.place = shl i32 %b.wide, 16
  %both = or i32 %a.wide, %b.place
  ret i32 %both
}

; CHECK-LABEL: @bytes(
; CHECK-NOT: insertelement
define i32 @bytes(i8 %a, i8 %b) {
  %a.wide = zext i8 %a to i32
  %b.wide = zext i8 %b to i32
  %b.place = shl i32 %b.wide, 16
  %both = or i32 %a.wide, %b.place
  ret i32 %both
}

; A pair in a word with other parts is still a pair.
; CHECK-LABEL: @beside(
; CHECK: %[[PAIR:.*]] = bitcast <2 x i16>
; CHECK: add i32 %[[PAIR]], %x
define i32 @beside(i16 %a, i16 %b, i32 %x) {
  %a.wide = zext i16 %a to i32
  %b.wide = zext i16 %b to i32
  %b.place = shl i32 %b.wide, 16
  %both = or i32 %a.wide, %b.place
  %sum = add i32 %both, %x
  ret i32 %sum
}
