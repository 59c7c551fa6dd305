; RUN: opencicc opt %s --passes=printf-lowering | filecheck %s
; RUN: opencicc opt %s -O0 | filecheck %s
; RUN: opencicc opt %s -Ofast-compile=max | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -O3 | filecheck %s --check-prefix=LEVEL
; RUN: opencicc opt %s -O0 -nvvm-lower-printf=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc %s -O0 -o - | filecheck %s --check-prefix=PTX
; RUN: not opencicc %s -O0 -nvvm-lower-printf=0 -o %t 2>&1 | filecheck %s --check-prefix=UNDEFINED
; RUN: opencicc opt %s -O0 -Rpass=printf -o %t 2>&1 | filecheck %s --check-prefix=REMARK
; UNDEFINED: error: undefined function: printf
; REMARK: values: remark: printf of 8 arguments became vprintf [-Rpass=printf-lowering]
; LEVEL-NOT: @printf
; LEVEL: call i32 @vprintf(
; PTX-NOT: .extern .func {{.*}} printf
; PTX: call.uni (retval0), vprintf,
target triple = "nvptx64-nvidia-cuda"

@format = private constant [4 x i8] c"%d\0A\00"
@shared = internal addrspace(3) global i32 undef
declare i32 @printf(ptr, ...)
; OFF: declare i32 @printf(ptr, ...)
; CHECK-NOT: declare i32 @printf

; The offsets of nvcc 13.0 for the same arguments: 0, 8, 16, 24, 32, 40, 48, 52 in 56 bytes.
; CHECK-LABEL: @values(
; CHECK-NEXT: %vprintfBuffer.local = alloca [56 x i8], align 8
; CHECK-NEXT: store i32 %i, ptr %vprintfBuffer.local, align 8
; CHECK-NEXT: %[[F:.*]] = fpext float %f to double
; CHECK-NEXT: %bufIndexed = getelementptr inbounds i8, ptr %vprintfBuffer.local, i64 8
; CHECK-NEXT: store double %[[F]], ptr %bufIndexed, align 8
; CHECK: %[[C:.*]] = sext i8 %c to i32
; CHECK: i64 16
; CHECK: store i32 %[[C]], ptr %{{.*}}, align 8
; CHECK: i64 24
; CHECK: store double %d, ptr %{{.*}}, align 8
; CHECK: %[[S:.*]] = zext i16 %s to i32
; CHECK: i64 32
; CHECK: i64 40
; CHECK: store ptr %p, ptr %{{.*}}, align 8
; CHECK: i64 48
; CHECK: store i32 %u, ptr %{{.*}}, align 8
; CHECK: %[[B:.*]] = zext i1 %b to i32
; CHECK: i64 52
; CHECK: store i32 %[[B]], ptr %{{.*}}, align 4
; CHECK: %n = call i32 @vprintf(ptr @format, ptr %vprintfBuffer.local)
; CHECK: ret i32 %n
define i32 @values(i32 %i, float %f, i8 %c, double %d, i16 %s, ptr %p, i32 %u, i1 %b) {
  %n = call i32 (ptr, ...) @printf(ptr @format, i32 %i, float %f, i8 signext %c, double %d, i16 %s, ptr %p, i32 %u, i1 %b)
  ret i32 %n
}

; One buffer for both calls, in the entry block; without arguments there is no buffer to pass.
; CHECK-LABEL: @several(
; CHECK: alloca [16 x i8], align 8
; CHECK-NOT: alloca
; CHECK: again:
; CHECK: call i32 @vprintf(ptr @format, ptr %vprintfBuffer.local)
; CHECK: %[[G:.*]] = addrspacecast
; CHECK: call i32 @vprintf(ptr @format, ptr %vprintfBuffer.local)
; CHECK: call i32 @vprintf(ptr @format, ptr null)
define void @several(i1 %c, i64 %x, ptr addrspace(1) %g) {
  br label %again
again:
  %a = call i32 (ptr, ...) @printf(ptr @format, i32 1)
  %b = call i32 (ptr, ...) @printf(ptr @format, i64 %x, ptr addrspace(1) %g)
  %d = call i32 (ptr, ...) @printf(ptr @format)
  br i1 %c, label %again, label %end
end:
  ret void
}
