; RUN: opencicc opt %s --passes=late-conversions | filecheck %s
; RUN: opencicc opt %s --passes=late-conversions -late-conversions=0 | filecheck %s --check-prefix=OFF
target triple = "nvptx64-nvidia-cuda"

; Two floats through the loop for one word, in a function that has fewer registers than that takes: converted where they are needed.
; CHECK-LABEL: define ptx_kernel void @crowded(
; CHECK-NOT: fpext
; CHECK: loop:
; CHECK: trunc i32 %word to i16
; CHECK: fpext half {{.*}} to float
; CHECK: lshr i32 %word, 16
; CHECK: fpext half {{.*}} to float
; CHECK: done:
; OFF-LABEL: define ptx_kernel void @crowded(
; OFF: fpext
; OFF: loop:
; OFF-NOT: fpext
; OFF: done:

; The same where registers suffice.
; CHECK-LABEL: define ptx_kernel void @roomy(
; CHECK: fpext
; CHECK: fpext
; CHECK: loop:
; CHECK-NOT: fpext
; CHECK: ret void

define ptx_kernel void @crowded(ptr %p, i32 %word, i32 %n) "nvvm.maxnreg"="6" {
entry:
  %low = trunc i32 %word to i16
  %half0 = bitcast i16 %low to half
  %float0 = fpext half %half0 to float
  %up = lshr i32 %word, 16
  %high = trunc i32 %up to i16
  %half1 = bitcast i16 %high to half
  %float1 = fpext half %half1 to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %f = sitofp i32 %i to float
  %a = fmul float %f, %float0
  %b = fadd float %a, %float1
  %sum = fadd float %s, %b
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store float %sum, ptr %p
  ret void
}

define ptx_kernel void @roomy(ptr %p, i32 %word, i32 %n) {
entry:
  %low = trunc i32 %word to i16
  %half0 = bitcast i16 %low to half
  %float0 = fpext half %half0 to float
  %up = lshr i32 %word, 16
  %high = trunc i32 %up to i16
  %half1 = bitcast i16 %high to half
  %float1 = fpext half %half1 to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %f = sitofp i32 %i to float
  %a = fmul float %f, %float0
  %b = fadd float %a, %float1
  %sum = fadd float %s, %b
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  store float %sum, ptr %p
  ret void
}
