; Two half values in one register: packed arithmetic, comparison with select, and the sum of both lanes.
; ARCH: sm_75+
; KERNEL: packed_axpy
; KERNEL: packed_relu_dot
; PTX: fma\.rn\.f16x2
; PTX: (mul|fma)(\.rn)?\.f16
; PTX sm_80+: max\.f16x2
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @packed_axpy(half %a, ptr addrspace(1) %x, ptr addrspace(1) %y, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %inside = icmp slt i32 %tid, %n
  br i1 %inside, label %body, label %exit

body:
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds <2 x half>, ptr addrspace(1) %x, i64 %index
  %py = getelementptr inbounds <2 x half>, ptr addrspace(1) %y, i64 %index
  %vx = load <2 x half>, ptr addrspace(1) %px, align 4
  %vy = load <2 x half>, ptr addrspace(1) %py, align 4
  %a0 = insertelement <2 x half> poison, half %a, i64 0
  %aa = shufflevector <2 x half> %a0, <2 x half> poison, <2 x i32> zeroinitializer
  %r = call <2 x half> @llvm.fma.v2f16(<2 x half> %aa, <2 x half> %vx, <2 x half> %vy)
  store <2 x half> %r, ptr addrspace(1) %py, align 4
  br label %exit

exit:
  ret void
}

define ptx_kernel void @packed_relu_dot(ptr addrspace(1) %x, ptr addrspace(1) %w, ptr addrspace(1) %out) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds <2 x half>, ptr addrspace(1) %x, i64 %index
  %pw = getelementptr inbounds <2 x half>, ptr addrspace(1) %w, i64 %index
  %vx = load <2 x half>, ptr addrspace(1) %px, align 4
  %vw = load <2 x half>, ptr addrspace(1) %pw, align 4
  %positive = call <2 x half> @llvm.maxnum.v2f16(<2 x half> %vx, <2 x half> zeroinitializer)
  %product = fmul <2 x half> %positive, %vw
  %low = extractelement <2 x half> %product, i64 0
  %high = extractelement <2 x half> %product, i64 1
  %low.wide = fpext half %low to float
  %high.wide = fpext half %high to float
  %dot = fadd float %low.wide, %high.wide
  %slot = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %dot, ptr addrspace(1) %slot, align 4
  ret void
}

declare <2 x half> @llvm.fma.v2f16(<2 x half>, <2 x half>, <2 x half>)
declare <2 x half> @llvm.maxnum.v2f16(<2 x half>, <2 x half>)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
