; RUN: opencicc opt %s --passes=check-gep-index -o %t 2>&1 | filecheck %s
; CHECK: warning: function outside: subscript 17 of an array of 16
; CHECK-NEXT: %a = getelementptr [16 x i32], ptr %p, i64 0, i64 17
; CHECK: warning: function outside: subscript -1 of an array of 4
; CHECK: warning: function behind: subscript 16 of an array of 16
; CHECK-NEXT: store i32 1, ptr %a
; CHECK: warning: function behind: subscript 4 of an array of 4
; CHECK-NEXT: load i32
; CHECK-NOT: warning
target triple = "nvptx64-nvidia-cuda"
%pair = type { i32, [4 x i32] }
@table = internal addrspace(1) global [4 x i32] zeroinitializer

define void @outside(ptr %p) {
  %a = getelementptr [16 x i32], ptr %p, i64 0, i64 17
  %b = getelementptr %pair, ptr %p, i64 0, i32 1, i64 -1
  ret void
}

; One behind the end may be computed, and is not there.
define i32 @behind(ptr %p) {
  %a = getelementptr [16 x i32], ptr %p, i64 0, i64 16
  store i32 1, ptr %a
  %v = load i32, ptr addrspace(1) getelementptr ([4 x i32], ptr addrspace(1) @table, i64 0, i64 4)
  ret i32 %v
}

; The end, the first subscript, what is not constant, what has no length.
define void @inside(ptr %p, i64 %i) {
  %a = getelementptr [16 x i32], ptr %p, i64 0, i64 16
  %b = getelementptr [16 x i32], ptr %p, i64 3, i64 15
  %c = getelementptr [16 x i32], ptr %p, i64 0, i64 %i
  %d = getelementptr [0 x i32], ptr %p, i64 0, i64 5
  %e = getelementptr i32, ptr %p, i64 99
  store i32 1, ptr %b
  store i32 1, ptr %d
  ret void
}
