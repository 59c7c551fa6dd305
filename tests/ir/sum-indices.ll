; RUN: opencicc opt %s --passes=sum-indices | filecheck %s
; RUN: opencicc opt %s --passes=sum-indices --sum-indices=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=sum-indices -Rpass=sum-indices -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: steps64: remark: a quotient and its remainder are added up [-Rpass=sum-indices]
target triple = "nvptx64-nvidia-cuda"

; Modulo 2^64 this is z * n, whatever wraps.
; CHECK-LABEL: @steps64(
; CHECK: %[[I:.*]] = mul i64 %n, %z
; CHECK-NEXT: %[[P:.*]] = getelementptr float, ptr %p, i64 %[[I]]
; CHECK-NEXT: ret ptr %[[P]]
; OFF-LABEL: @steps64(
; OFF: ret ptr %q
define ptr @steps64(ptr %p, i64 %z, i64 %C, i64 %n) {
  %b = udiv i64 %z, %C
  %c = urem i64 %z, %C
  %Cn = mul i64 %C, %n
  %i = mul i64 %b, %Cn
  %j = mul i64 %c, %n
  %o = getelementptr inbounds float, ptr %p, i64 %i
  %q = getelementptr inbounds float, ptr %o, i64 %j
  ret ptr %q
}

; Products of 32 bits that do not wrap are the numbers themselves. Their sum may be larger: it is made in 64 bits.
; CHECK-LABEL: @steps32(
; CHECK-DAG: %[[N:.*]] = sext i32 %n to i64
; CHECK-DAG: %[[Z:.*]] = sext i32 %z to i64
; CHECK: %[[I:.*]] = mul i64
; CHECK-NEXT: getelementptr float, ptr %p, i64 %[[I]]
define ptr @steps32(ptr %p, i32 %z, i32 %C, i32 %n) {
  %b = sdiv i32 %z, %C
  %c = srem i32 %z, %C
  %Cn = mul nsw i32 %C, %n
  %i = mul nsw i32 %b, %Cn
  %j = mul nsw i32 %c, %n
  %iw = sext i32 %i to i64
  %jw = sext i32 %j to i64
  %o = getelementptr inbounds float, ptr %p, i64 %iw
  %q = getelementptr inbounds float, ptr %o, i64 %jw
  ret ptr %q
}

; Without the flag on one product it may have wrapped before it was extended.
; CHECK-LABEL: @wraps(
; CHECK: ret ptr %q
define ptr @wraps(ptr %p, i32 %z, i32 %C, i32 %n) {
  %b = sdiv i32 %z, %C
  %c = srem i32 %z, %C
  %Cn = mul nsw i32 %C, %n
  %i = mul i32 %b, %Cn
  %j = mul nsw i32 %c, %n
  %iw = sext i32 %i to i64
  %jw = sext i32 %j to i64
  %o = getelementptr inbounds float, ptr %p, i64 %iw
  %q = getelementptr inbounds float, ptr %o, i64 %jw
  ret ptr %q
}

; An unsigned remainder that is extended with its sign is another number.
; CHECK-LABEL: @other_sign(
; CHECK: ret ptr %q
define ptr @other_sign(ptr %p, i32 %z, i32 %C) {
  %b = udiv i32 %z, %C
  %c = urem i32 %z, %C
  %i = mul nsw i32 %b, %C
  %iw = sext i32 %i to i64
  %jw = sext i32 %c to i64
  %o = getelementptr float, ptr %p, i64 %iw
  %q = getelementptr float, ptr %o, i64 %jw
  ret ptr %q
}

; One part extended with its sign and one without: not the same number of 64 bits.
; CHECK-LABEL: @mixed(
; CHECK: ret ptr %q
define ptr @mixed(ptr %p, i32 %z, i32 %C) {
  %b = udiv i32 %z, %C
  %c = urem i32 %z, %C
  %i = mul nuw i32 %b, %C
  %iw = zext i32 %i to i64
  %jw = sext i32 %c to i64
  %o = getelementptr float, ptr %p, i64 %iw
  %q = getelementptr float, ptr %o, i64 %jw
  ret ptr %q
}

; Without sign all of it fits.
; CHECK-LABEL: @unsigned(
; CHECK: %[[Z:.*]] = zext i32 %z to i64
; CHECK-NEXT: getelementptr float, ptr %p, i64 %[[Z]]
define ptr @unsigned(ptr %p, i32 %z, i32 %C) {
  %b = udiv i32 %z, %C
  %c = urem i32 %z, %C
  %i = mul nuw i32 %b, %C
  %iw = zext i32 %i to i64
  %jw = zext i32 %c to i64
  %o = getelementptr float, ptr %p, i64 %iw
  %q = getelementptr float, ptr %o, i64 %jw
  ret ptr %q
}

; As LLVM writes (z / C) * C: the remainder cancels.
; CHECK-LABEL: @cancels(
; CHECK: mul i64
; CHECK-NEXT: %summed = getelementptr float
; CHECK-NEXT: ret ptr %summed
define ptr @cancels(ptr %p, i64 %z, i64 %C, i64 %n) {
  %c = srem i64 %z, %C
  %whole = sub i64 %z, %c
  %i = mul i64 %whole, %n
  %j = mul i64 %c, %n
  %o = getelementptr float, ptr %p, i64 %i
  %q = getelementptr float, ptr %o, i64 %j
  ret ptr %q
}

; i / (W * H) is i / W / H where the product does not wrap.
; CHECK-LABEL: @three(
; CHECK: ret i32 %i
; OFF-LABEL: @three(
; OFF: ret i32 %sum
define i32 @three(i32 %i, i32 %W, i32 %H) {
  %WH = mul nsw i32 %W, %H
  %n = sdiv i32 %i, %WH
  %r = sdiv i32 %i, %W
  %h = srem i32 %r, %H
  %w = srem i32 %i, %W
  %a = mul i32 %n, %WH
  %b = mul i32 %h, %W
  %ab = add i32 %a, %b
  %sum = add i32 %ab, %w
  ret i32 %sum
}

; CHECK-LABEL: @three_wraps(
; CHECK: ret i32 %sum
define i32 @three_wraps(i32 %i, i32 %W, i32 %H) {
  %WH = mul i32 %W, %H
  %n = sdiv i32 %i, %WH
  %r = sdiv i32 %i, %W
  %h = srem i32 %r, %H
  %w = srem i32 %i, %W
  %a = mul i32 %n, %WH
  %b = mul i32 %h, %W
  %ab = add i32 %a, %b
  %sum = add i32 %ab, %w
  ret i32 %sum
}

; Another stride for the quotient: nothing cancels.
; CHECK-LABEL: @strides(
; CHECK: ret ptr %q
define ptr @strides(ptr %p, i64 %z, i64 %C, i64 %n, i64 %m) {
  %b = udiv i64 %z, %C
  %c = urem i64 %z, %C
  %i = mul i64 %b, %m
  %j = mul i64 %c, %n
  %o = getelementptr float, ptr %p, i64 %i
  %q = getelementptr float, ptr %o, i64 %j
  ret ptr %q
}

; The first step is needed anyway.
; CHECK-LABEL: @shared_step(
; CHECK: %q = getelementptr
define ptr @shared_step(ptr %p, i64 %z, i64 %C, ptr %keep) {
  %b = udiv i64 %z, %C
  %c = urem i64 %z, %C
  %i = mul i64 %b, %C
  %o = getelementptr float, ptr %p, i64 %i
  store ptr %o, ptr %keep
  %q = getelementptr float, ptr %o, i64 %c
  ret ptr %q
}

; Rows of an array: two indices of one step.
; CHECK-LABEL: @rows(
; CHECK: %[[I:.*]] = mul i64 %z, 4
; CHECK-NEXT: getelementptr i8, ptr %p, i64 %[[I]]
define ptr @rows(ptr %p, i64 %z) {
  %b = sdiv i64 %z, 6
  %c = srem i64 %z, 6
  %q = getelementptr [6 x float], ptr %p, i64 %b, i64 %c
  ret ptr %q
}

; Wider than an address.
; CHECK-LABEL: @wide(
; CHECK: ret i128 %sum
define i128 @wide(i128 %z, i128 %C) {
  %b = udiv i128 %z, %C
  %c = urem i128 %z, %C
  %a = mul i128 %b, %C
  %sum = add i128 %a, %c
  ret i128 %sum
}
