; 16-bit floats as scalars: half and bfloat arithmetic, and conversions among half, bfloat and float. An architecture
; without the bfloat instructions computes through float.
; ARCH: sm_75+
; KERNEL: half_axpy
; KERNEL: bfloat_axpy
; KERNEL: convert
; PTX: fma\.rn\.f16
; PTX sm_80+: fma\.rn\.bf16
; PTX: cvt\.rn\.f16\.f32
; PTX sm_80+: cvt\.rn\.bf16\.f32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @half_axpy(half %a, ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds half, ptr addrspace(1) %x, i64 %index
  %py = getelementptr inbounds half, ptr addrspace(1) %y, i64 %index
  %vx = load half, ptr addrspace(1) %px, align 2
  %vy = load half, ptr addrspace(1) %py, align 2
  %r = call half @llvm.fma.f16(half %a, half %vx, half %vy)
  store half %r, ptr addrspace(1) %py, align 2
  ret void
}

define ptx_kernel void @bfloat_axpy(bfloat %a, ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds bfloat, ptr addrspace(1) %x, i64 %index
  %py = getelementptr inbounds bfloat, ptr addrspace(1) %y, i64 %index
  %vx = load bfloat, ptr addrspace(1) %px, align 2
  %vy = load bfloat, ptr addrspace(1) %py, align 2
  %product = fmul contract bfloat %a, %vx
  %sum = fadd contract bfloat %product, %vy
  store bfloat %sum, ptr addrspace(1) %py, align 2
  ret void
}

define ptx_kernel void @convert(ptr addrspace(1) %in, ptr addrspace(1) %halves, ptr addrspace(1) %bfloats, ptr addrspace(1) %back) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %source = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %source, align 4
  %h = fptrunc float %value to half
  %b = fptrunc float %value to bfloat
  %h.slot = getelementptr inbounds half, ptr addrspace(1) %halves, i64 %index
  store half %h, ptr addrspace(1) %h.slot, align 2
  %b.slot = getelementptr inbounds bfloat, ptr addrspace(1) %bfloats, i64 %index
  store bfloat %b, ptr addrspace(1) %b.slot, align 2
  %h.wide = fpext half %h to float
  %b.wide = fpext bfloat %b to float
  %difference = fsub float %h.wide, %b.wide
  %slot = getelementptr inbounds float, ptr addrspace(1) %back, i64 %index
  store float %difference, ptr addrspace(1) %slot, align 4
  ret void
}

declare half @llvm.fma.f16(half, half, half)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
