; RUN: opencicc opt %s --passes=ipmsp -features=2 | filecheck %s
; RUN: opencicc opt %s --passes=ipmsp -features=4 | filecheck %s --check-prefix=CLONE
; RUN: opencicc opt %s --passes=ipmsp -features=4 -do-clone-for-ip-msp=0 | filecheck %s --check-prefix=NOCLONE
; RUN: opencicc opt %s --passes=ipmsp -features=4 -ip-msp-clone-size=1 | filecheck %s --check-prefix=NOCLONE
; RUN: opencicc opt %s --passes=ipmsp -features=4 -do-clone-for-ip-msp=1 | filecheck %s --check-prefix=ONE
; RUN: opencicc opt %s --passes=ipmsp -features=2 -param-always-point-to-global=0 | filecheck %s --check-prefix=PARAM
; RUN: opencicc opt %s --passes=ipmsp -features=4 -dump-ip-msp=1 -o %t 2>&1 | filecheck %s --check-prefix=DUMP
; RUN: opencicc opt %s --passes=ipmsp -features=4 -do-clone-for-ip-msp=0 -dump-ip-msp=1 -o %t 2>&1 | filecheck %s --check-prefix=AVOID
; RUN: opencicc opt %s -O3 -do-ip-msp=0 -o %t 2>&1 | filecheck %s --check-prefix=IDLE --allow-empty
; RUN: opencicc %s -O3 -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc %s -O3 -arch=sm_90 -do-ip-msp=0 -o - | filecheck %s --check-prefix=OFF
; DUMP: Initial work list size :
; DUMP: both is cloned
; DUMP: of_shared : changed in argument memory space (1 arguments)
; DUMP: give : return memory space is resolved : 3
; AVOID: avoid cloning of both
; IDLE-NOT: warning
target triple = "nvptx64-nvidia-cuda"

@s = internal addrspace(3) global [32 x float] poison
@t = internal addrspace(3) global [32 x float] poison

; Every call gives shared memory.
; CHECK-LABEL: @of_shared(
; CHECK: %p.shared = addrspacecast ptr %p to ptr addrspace(3)
; CHECK: load float, ptr addrspace(3)
; PTX-LABEL: of_shared(
; PTX: ld.shared
; OFF-LABEL: of_shared(
; OFF-NOT: ld.shared
; OFF: ret
define internal float @of_shared(ptr %p, i64 %i) noinline {
  %at = getelementptr float, ptr %p, i64 %i
  %v = load float, ptr %at
  ret float %v
}

; Every call gives a kernel's parameter.
; CHECK-LABEL: @of_global(
; CHECK: store float %v, ptr addrspace(1)
; PARAM-LABEL: @of_global(
; PARAM: store float %v, ptr %p
define internal void @of_global(ptr %p, float %v) noinline {
  store float %v, ptr %p
  ret void
}

; Calls disagree: one copy for each, or none.
; CHECK-LABEL: @both(
; CHECK: load float, ptr %p
; CHECK-NOT: @both.ipmsp
; NOCLONE-LABEL: @both(
; NOCLONE: load float, ptr %p
; NOCLONE-NOT: @both.ipmsp
; CLONE-LABEL: @both(
; CLONE: load float, ptr addrspace(3)
; ONE-LABEL: @both(
define internal float @both(ptr %p) noinline {
  br label %next
next:
  %n = phi i32 [ 0, %0 ], [ %m, %next ]
  %m = add i32 %n, 1
  %c = icmp ult i32 %m, 10
  br i1 %c, label %next, label %end
end:
  %v = load float, ptr %p
  ret float %v
}

; A function that calls itself with its own parameter.
; CHECK-LABEL: @recursive(
; CHECK: load float, ptr addrspace(3)
define internal float @recursive(ptr %p, i32 %n) noinline {
  %v = load float, ptr %p
  %c = icmp eq i32 %n, 0
  br i1 %c, label %end, label %again
again:
  %q = getelementptr float, ptr %p, i64 1
  %m = sub i32 %n, 1
  %w = call float @recursive(ptr %q, i32 %m)
  %sum = fadd float %v, %w
  ret float %sum
end:
  ret float %v
}

; A chain of calls.
; CHECK-LABEL: @outer(
; CHECK-LABEL: @inner(
; CHECK: load float, ptr addrspace(3)
define internal float @outer(ptr %p) noinline {
  %v = call float @inner(ptr %p)
  ret float %v
}
define internal float @inner(ptr %p) noinline {
  %v = load float, ptr %p
  ret float %v
}

; What other modules, or pointers, may call can be given anything.
; CHECK-LABEL: @visible(
; CHECK: load float, ptr %p
define float @visible(ptr %p) noinline {
  %v = load float, ptr %p
  ret float %v
}
; CHECK-LABEL: @by_pointer(
; CHECK: load float, ptr %p
define internal float @by_pointer(ptr %p) noinline {
  %v = load float, ptr %p
  ret float %v
}
; CHECK-LABEL: @replaceable(
; CHECK: load float, ptr %p
; CLONE-NOT: @replaceable.ipmsp
define linkonce float @replaceable(ptr %p) noinline {
  %v = load float, ptr %p
  ret float %v
}

; Null is given too: shared memory's casts would not keep it.
; CHECK-LABEL: @maybe_null(
; CHECK: icmp eq ptr %p, null
; CHECK: load float, ptr %p
define internal float @maybe_null(ptr %p) noinline {
  %is = icmp eq ptr %p, null
  br i1 %is, label %none, label %some
none:
  ret float 0.0
some:
  %v = load float, ptr %p
  ret float %v
}

; All ends agree about what is given back.
; CHECK-LABEL: @give(
define internal ptr @give(i1 %c) noinline {
  %p = select i1 %c, ptr addrspacecast (ptr addrspace(3) @s to ptr), ptr addrspacecast (ptr addrspace(3) @t to ptr)
  ret ptr %p
}

; CHECK-LABEL: @k(
; CHECK: %g = call ptr @give(
; CHECK: load float, ptr addrspace(3)
; CLONE-LABEL: @k(
; CLONE: call float @both(ptr addrspacecast
; CLONE: call float @both.ipmsp.{{[0-9]}}(ptr %out)
; CLONE: define internal float @both.ipmsp.{{[0-9]}}(ptr %p)
; CLONE: phi i32 [ 0, %0 ], [ %m, %next ]
; CLONE: load float, ptr addrspace(1)
; ONE-LABEL: @k(
; ONE-COUNT-1: define internal float @{{.*}}.ipmsp.1(
; ONE-NOT: .ipmsp.2(
define ptx_kernel void @k(ptr %out, i64 %i, i1 %c, ptr %table) {
  %a = call float @of_shared(ptr addrspacecast (ptr addrspace(3) @s to ptr), i64 %i)
  %b = call float @of_shared(ptr addrspacecast (ptr addrspace(3) @t to ptr), i64 %i)
  %d = call float @both(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %e = call float @both(ptr %out)
  %f = call float @recursive(ptr addrspacecast (ptr addrspace(3) @s to ptr), i32 3)
  %h = call float @outer(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %j = call float @visible(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %l = call float @by_pointer(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  store ptr @by_pointer, ptr %table
  %m = call float @replaceable(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %n = call float @maybe_null(ptr addrspacecast (ptr addrspace(3) @s to ptr))
  %o = call float @maybe_null(ptr null)
  %g = call ptr @give(i1 %c)
  %q = load float, ptr %g
  %s1 = fadd float %a, %b
  %s2 = fadd float %d, %e
  %s3 = fadd float %f, %h
  %s4 = fadd float %j, %l
  %s5 = fadd float %m, %n
  %s6 = fadd float %o, %q
  %t1 = fadd float %s1, %s2
  %t2 = fadd float %s3, %s4
  %t3 = fadd float %s5, %s6
  %t4 = fadd float %t1, %t2
  %t5 = fadd float %t4, %t3
  call void @of_global(ptr %out, float %t5)
  ret void
}
