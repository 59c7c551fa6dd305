; RUN: opencicc opt %s --passes=flatten-branches | filecheck %s
; RUN: opencicc opt %s --passes=flatten-branches --flatten-branches=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=flatten-branches --flatten-branches-max-cost=5 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=flatten-branches -Rpass=flatten -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; REMARK: counters: remark: selects what the ways of a branch leave instead of taking one [-Rpass=flatten-branches]
; REMARK-NOT: stays

target triple = "nvptx64-nvidia-cuda"

; Three counters of a switch: each is selected on its own, and the ways are gone.
; CHECK-LABEL: @counters(
; CHECK: add i32 %a, 1
; CHECK: icmp eq i8 %c, 48
; CHECK: icmp eq i8 %c, 49
; CHECK: icmp eq i8 %c, 50
; CHECK-COUNT-3: select i1
; CHECK-NOT: switch
; CHECK: br label %meet
; OFF-LABEL: @counters(
; OFF: switch i8 %c
define i32 @counters(i8 %c, i32 %a, i32 %b, i32 %d) {
  switch i8 %c, label %meet [
    i8 48, label %zero
    i8 49, label %one
    i8 50, label %two
  ]
zero:
  %a1 = add i32 %a, 1
  br label %meet
one:
  %b1 = add i32 %b, 1
  br label %meet
two:
  %d1 = add i32 %d, 1
  br label %meet
meet:
  %x = phi i32 [ %a, %0 ], [ %a1, %zero ], [ %a, %one ], [ %a, %two ]
  %y = phi i32 [ %b, %0 ], [ %b, %zero ], [ %b1, %one ], [ %b, %two ]
  %z = phi i32 [ %d, %0 ], [ %d, %zero ], [ %d, %one ], [ %d1, %two ]
  %s = mul i32 %x, %y
  %r = mul i32 %s, %z
  ret i32 %r
}

; Two values into one way, and a default with a way of its own.
; CHECK-LABEL: @joined(
; CHECK: %[[P:.*]] = icmp eq i32 %c, 3
; CHECK: %[[Q:.*]] = icmp eq i32 %c, 7
; CHECK: %[[E:.*]] = or i1 %[[P]], %[[Q]]
; CHECK: %[[V:.*]] = select i1 %[[E]], i32 %up, i32 %down
; CHECK: ret i32
define i32 @joined(i32 %c, i32 %a) {
  switch i32 %c, label %else [
    i32 3, label %then
    i32 7, label %then
  ]
then:
  %up = add i32 %a, 5
  br label %meet
else:
  %down = sub i32 %a, 5
  br label %meet
meet:
  %r = phi i32 [ %up, %then ], [ %down, %else ]
  ret i32 %r
}

; The inner of two tests, whose ways meet those of the outer one.
; CHECK-LABEL: @inner(
; CHECK: br i1 %equal, label %both, label %test
; CHECK: test:
; CHECK: select i1 %less, i32 %i1, i32 %i
; CHECK: select i1 %less, i32 %j, i32 %j1
; CHECK: br label %meet
define i32 @inner(i32 %p, i32 %q, i32 %i, i32 %j, ptr %m) {
  %equal = icmp eq i32 %p, %q
  br i1 %equal, label %both, label %test
both:
  store i32 1, ptr %m
  br label %meet
test:
  %less = icmp slt i32 %p, %q
  br i1 %less, label %left, label %right
left:
  %i1 = add i32 %i, 1
  br label %meet
right:
  %j1 = add i32 %j, 1
  br label %meet
meet:
  %x = phi i32 [ 0, %both ], [ %i1, %left ], [ %i, %right ]
  %y = phi i32 [ 0, %both ], [ %j, %left ], [ %j1, %right ]
  %r = mul i32 %x, %y
  ret i32 %r
}

; It stays where a way stores or divides,
; CHECK-LABEL: @stays_store(
; CHECK: switch i32 %c
define i32 @stays_store(i32 %c, i32 %a, ptr %m) {
  switch i32 %c, label %meet [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  store i32 1, ptr %m
  br label %meet
two:
  %up = add i32 %a, 1
  br label %meet
meet:
  %r = phi i32 [ %a, %0 ], [ %a, %one ], [ %up, %two ]
  ret i32 %r
}

; CHECK-LABEL: @stays_division(
; CHECK: switch i32 %c
define i32 @stays_division(i32 %c, i32 %a) {
  switch i32 %c, label %meet [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  %quotient = sdiv i32 7, %a
  br label %meet
two:
  %up = add i32 %a, 1
  br label %meet
meet:
  %r = phi i32 [ %a, %0 ], [ %quotient, %one ], [ %up, %two ]
  ret i32 %r
}

; where the ways meet at different places, where another block leads into a way,
; CHECK-LABEL: @stays_apart(
; CHECK: switch i32 %c
define i32 @stays_apart(i32 %c, i32 %a) {
  switch i32 %c, label %meet [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  %up = add i32 %a, 1
  br label %other
two:
  br label %meet
meet:
  %r = phi i32 [ %a, %0 ], [ 7, %two ]
  ret i32 %r
other:
  ret i32 %up
}

; CHECK-LABEL: @stays_shared(
; CHECK: switch i32 %c
define i32 @stays_shared(i32 %c, i32 %a, i1 %early) {
  br i1 %early, label %one, label %ask
ask:
  switch i32 %c, label %meet [
    i32 1, label %one
    i32 2, label %two
  ]
one:
  %up = add i32 %a, 1
  br label %meet
two:
  br label %meet
meet:
  %r = phi i32 [ %a, %ask ], [ %up, %one ], [ 7, %two ]
  ret i32 %r
}

; and where LLVM thinks about the two ways itself.
; CHECK-LABEL: @stays_pair(
; CHECK: br i1 %c, label %one, label %two
define i32 @stays_pair(i1 %c, i32 %a) {
entry:
  br label %start
start:
  br i1 %c, label %one, label %two
one:
  %up = add i32 %a, 1
  br label %meet
two:
  %down = sub i32 %a, 1
  br label %meet
meet:
  %r = phi i32 [ %up, %one ], [ %down, %two ]
  br label %end
end:
  ret i32 %r
}
