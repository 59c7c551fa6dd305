; RUN: opencicc opt %s --passes=join-conditions | filecheck %s
; RUN: opencicc opt %s --passes=join-conditions --join-conditions=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=join-conditions --join-conditions-max-cost=3 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=simplifycfg | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=join-conditions -Rpass=join-conditions -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: either: remark: joined a condition with the next [-Rpass=join-conditions]
; REMARK: both: remark: joined a condition with the next [-Rpass=join-conditions]
; REMARK: chosen: remark: joined a condition with the next [-Rpass=join-conditions]
; REMARK-NOT: {{loads|divides|many|unknown}}: remark:
target triple = "nvptx64-nvidia-cuda"
declare void @yes()
declare void @no()

; a > b || (a == b && i < j)
; CHECK-LABEL: @either(
; CHECK: %both = select i1 %equal, i1 %before, i1 false
; CHECK: [[EITHER:%.*]] = select i1 %above, i1 true, i1 %both
; CHECK-NOT: br i1 %above
; CHECK: %either = phi i1 [ [[EITHER]], %first ]
; OFF-LABEL: @either(
; OFF: br i1 %above
; OFF: phi i1
define void @either(float %a, float %b, i32 %i, i32 %j) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %equal = fcmp oeq float %a, %b
  %before = icmp slt i32 %i, %j
  %both = select i1 %equal, i1 %before, i1 false
  br label %test
test:
  %either = phi i1 [ true, %first ], [ %both, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; a > b && (i < j || i > k): the second is not computed where it is poison and nobody asks, so it is selected, not and-ed.
; CHECK-LABEL: @both(
; CHECK: [[BOTH:%.*]] = select i1 %above, i1 %either, i1 false
; CHECK: %both = phi i1 [ [[BOTH]], %first ]
define void @both(float %a, float %b, i32 %i, i32 %j, i32 %k) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %second, label %test
second:
  %before = icmp slt i32 %i, %j
  %after = icmp sgt i32 %i, %k
  %either = select i1 %before, i1 true, i1 %after
  br label %test
test:
  %both = phi i1 [ %either, %second ], [ false, %first ]
  br i1 %both, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; What the condition decides may be selected already.
; CHECK-LABEL: @chosen(
; CHECK: [[EITHER:%.*]] = select i1 %above, i1 true, i1 %both
; CHECK: %either = phi i1 [ [[EITHER]], %first ]
define i32 @chosen(float %a, float %b, i32 %i, i32 %j, i32 %k, ptr %p) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %equal = fcmp oeq float %a, %b
  %before = icmp slt i32 %i, %j
  %both = and i1 %equal, %before
  br label %test
test:
  %either = phi i1 [ true, %first ], [ %both, %second ]
  %less = select i1 %either, i32 %i, i32 %j
  %more = icmp slt i32 %less, %k
  br i1 %more, label %then, label %end
then:
  store i32 %less, ptr %p
  br label %end
end:
  ret i32 %less
}

; A load may only be made where it is asked for,
; CHECK-LABEL: @loads(
; CHECK: br i1 %above
define void @loads(float %a, float %b, ptr %p) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %value = load i32, ptr %p
  %zero = icmp eq i32 %value, 0
  %one = icmp eq i32 %value, 1
  %low = or i1 %zero, %one
  br label %test
test:
  %either = phi i1 [ true, %first ], [ %low, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; and a division costs more than the branch.
; CHECK-LABEL: @divides(
; CHECK: br i1 %above
define void @divides(float %a, float %b, float %c) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %ratio = fdiv float %a, %c
  %low = fcmp olt float %ratio, 1.0
  %same = fcmp oeq float %a, %c
  %any = or i1 %low, %same
  br label %test
test:
  %either = phi i1 [ true, %first ], [ %any, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; So do many steps.
; CHECK-LABEL: @many(
; CHECK: br i1 %above
define void @many(float %a, float %b, i32 %i, i32 %j, i32 %k) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %x = icmp slt i32 %i, %j
  %y = icmp slt i32 %j, %k
  %z = icmp eq i32 %i, %k
  %w = fcmp oeq float %a, %b
  %xy = and i1 %x, %y
  %zw = and i1 %z, %w
  %any = or i1 %xy, %zw
  br label %test
test:
  %either = phi i1 [ true, %first ], [ %any, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; Two conditions of which none is known: LLVM's simplifycfg decides about these.
; CHECK-LABEL: @unknown(
; CHECK: br i1 %above
define void @unknown(float %a, float %b, i32 %i, i32 %j, i1 %known) {
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
second:
  %x = icmp slt i32 %i, %j
  %y = fcmp oeq float %a, %b
  %xy = and i1 %x, %y
  br label %test
test:
  %either = phi i1 [ %known, %first ], [ %xy, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}

; The second condition may stand in front of the first.
; CHECK-LABEL: @turned(
; CHECK: [[EITHER:%.*]] = select i1 %above, i1 true, i1 %before
; CHECK: %either = phi i1 [ [[EITHER]], %first ]
define void @turned(float %a, float %b, i32 %i, i32 %j) {
entry:
  br label %first
second:
  %before = icmp slt i32 %i, %j
  br label %test
first:
  %above = fcmp ogt float %a, %b
  br i1 %above, label %test, label %second
test:
  %either = phi i1 [ true, %first ], [ %before, %second ]
  br i1 %either, label %then, label %otherwise
then:
  call void @yes()
  ret void
otherwise:
  call void @no()
  ret void
}
