; A short function goes to careful-sink where LLVM would move a load of a loop to where ways meet again.
; RUN: opencicc opt %s --passes=careful-sink | filecheck %s
; RUN: opencicc opt %s --passes=careful-sink -careful-sink-loads=0 | filecheck %s --check-prefix=NONE
; CHECK: define ptx_kernel void @weighed({{.*}} #[[MARKED:[0-9]+]]
; CHECK: define ptx_kernel void @stored({{[^#]*}} {
; CHECK: define ptx_kernel void @one_side({{[^#]*}} {
; CHECK: define ptx_kernel void @used_at_once({{[^#]*}} {
; CHECK: attributes #[[MARKED]] = { {{.*}}"opencicc-skips"="machine-sink"
; NONE-NOT: opencicc-skips
target triple = "nvptx64-nvidia-cuda"

; The weight is loaded first and needed last.
define ptx_kernel void @weighed(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %i
  %weight = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %p, i32 %n
  %v = load float, ptr addrspace(1) %q, align 4
  %is.far = fcmp ogt float %v, %most
  br i1 %is.far, label %meet, label %near
near:
  %m = fmul float %v, %most
  %r = call float @llvm.sqrt.f32(float %m)
  br label %meet
meet:
  %s = phi float [ 0.0, %loop ], [ %r, %near ]
  %t = fmul float %s, %weight
  %o = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %t, ptr addrspace(1) %o, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; A store on the way keeps the load where it is.
define ptx_kernel void @stored(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %i
  %weight = load float, ptr addrspace(1) %p, align 4
  %is.far = icmp sgt i32 %i, 7
  br i1 %is.far, label %meet, label %near
near:
  store float %most, ptr addrspace(1) %out, align 4
  br label %meet
meet:
  %t = fmul float %most, %weight
  %o = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %t, ptr addrspace(1) %o, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; What one side needs alone is loaded less often there.
define ptx_kernel void @one_side(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %i
  %weight = load float, ptr addrspace(1) %p, align 4
  %is.far = icmp sgt i32 %i, 7
  br i1 %is.far, label %meet, label %near
near:
  %m = fmul float %weight, %most
  br label %meet
meet:
  %s = phi float [ 0.0, %loop ], [ %m, %near ]
  %o = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %s, ptr addrspace(1) %o, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

; Nothing can move what its own block needs.
define ptx_kernel void @used_at_once(ptr addrspace(1) %in, ptr addrspace(1) %out, float %most, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %meet ]
  %p = getelementptr float, ptr addrspace(1) %in, i32 %i
  %weight = load float, ptr addrspace(1) %p, align 4
  %is.far = fcmp ogt float %weight, %most
  br i1 %is.far, label %meet, label %near
near:
  %m = call float @llvm.sqrt.f32(float %most)
  br label %meet
meet:
  %s = phi float [ %weight, %loop ], [ %m, %near ]
  %o = getelementptr float, ptr addrspace(1) %out, i32 %i
  store float %s, ptr addrspace(1) %o, align 4
  %next = add nuw nsw i32 %i, 1
  %test = icmp slt i32 %next, %n
  br i1 %test, label %loop, label %done
done:
  ret void
}

declare float @llvm.sqrt.f32(float)
