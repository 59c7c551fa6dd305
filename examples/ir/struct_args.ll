; Structures as arguments: by value to a kernel (`byval`, read from parameter space), by value and as a result in device
; functions, and through a hidden result pointer (`sret`).
; ARCH: sm_75+
; KERNEL: transform_points
; PTX: \.param \.align 8 \.b8 transform_points_param_0\[48\]
; PTX: ld\.param
; PTX: \.param \.align \d+ \.b8 func_retval0\[12\]
; PTX: call\.uni
target triple = "nvptx64-nvidia-cuda"

%point = type { float, float, float }
%box = type { %point, %point }
%transform = type { [3 x float], float, ptr addrspace(1), ptr addrspace(1), i32, [3 x i32] }

define internal %point @move(%point %p, [3 x float] %offset) noinline {
  %x = extractvalue %point %p, 0
  %y = extractvalue %point %p, 1
  %z = extractvalue %point %p, 2
  %dx = extractvalue [3 x float] %offset, 0
  %dy = extractvalue [3 x float] %offset, 1
  %dz = extractvalue [3 x float] %offset, 2
  %mx = fadd float %x, %dx
  %my = fadd float %y, %dy
  %mz = fadd float %z, %dz
  %r0 = insertvalue %point poison, float %mx, 0
  %r1 = insertvalue %point %r0, float %my, 1
  %r2 = insertvalue %point %r1, float %mz, 2
  ret %point %r2
}

define internal void @box_around(ptr sret(%box) align 4 %result, ptr byval(%point) align 4 %center, float %radius) noinline {
  %x = load float, ptr %center, align 4
  %y.ptr = getelementptr inbounds %point, ptr %center, i64 0, i32 1
  %z.ptr = getelementptr inbounds %point, ptr %center, i64 0, i32 2
  %y = load float, ptr %y.ptr, align 4
  %z = load float, ptr %z.ptr, align 4
  %low.x = fsub float %x, %radius
  %low.y = fsub float %y, %radius
  %low.z = fsub float %z, %radius
  %high.x = fadd float %x, %radius
  %high.y = fadd float %y, %radius
  %high.z = fadd float %z, %radius
  %l0 = insertvalue %point poison, float %low.x, 0
  %l1 = insertvalue %point %l0, float %low.y, 1
  %l2 = insertvalue %point %l1, float %low.z, 2
  %h0 = insertvalue %point poison, float %high.x, 0
  %h1 = insertvalue %point %h0, float %high.y, 1
  %h2 = insertvalue %point %h1, float %high.z, 2
  %b0 = insertvalue %box poison, %point %l2, 0
  %b1 = insertvalue %box %b0, %point %h2, 1
  store %box %b1, ptr %result, align 4
  ret void
}

define ptx_kernel void @transform_points(ptr byval(%transform) align 8 %t, i32 %n) {
entry:
  %center = alloca %point, align 4
  %bounds = alloca %box, align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %tid, %n
  br i1 %inside, label %body, label %exit

body:
  %index = zext i32 %tid to i64
  %offset = load [3 x float], ptr %t, align 8
  %radius.ptr = getelementptr inbounds %transform, ptr %t, i64 0, i32 1
  %radius = load float, ptr %radius.ptr, align 4
  %in.ptr = getelementptr inbounds %transform, ptr %t, i64 0, i32 2
  %in = load ptr addrspace(1), ptr %in.ptr, align 8
  %out.ptr = getelementptr inbounds %transform, ptr %t, i64 0, i32 3
  %out = load ptr addrspace(1), ptr %out.ptr, align 8
  %source = getelementptr inbounds %point, ptr addrspace(1) %in, i64 %index
  %p = load %point, ptr addrspace(1) %source, align 4
  %moved = call %point @move(%point %p, [3 x float] %offset)
  store %point %moved, ptr %center, align 4
  call void @box_around(ptr sret(%box) align 4 %bounds, ptr byval(%point) align 4 %center, float %radius)
  %box = load %box, ptr %bounds, align 4
  %target = getelementptr inbounds %box, ptr addrspace(1) %out, i64 %index
  store %box %box, ptr addrspace(1) %target, align 4
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
