; Textures and surfaces by handle: a filtered 2D read, an unfiltered 1D read, and a surface that is read and written.
; Handles are 64-bit numbers that the host passes as kernel arguments.
; ARCH: sm_75+
; KERNEL: resample
; KERNEL: brighten
; PTX: tex\.2d\.v4\.f32\.f32
; PTX: tex\.1d\.v4\.s32\.s32
; PTX: suld\.b\.2d\.b32\.clamp
; PTX: sust\.b\.2d\.b32\.(clamp|trap|zero)
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @resample(i64 %image, i64 %palette, ptr addrspace(1) %out, i32 %width, float %scale) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %x = uitofp i32 %tx to float
  %y = uitofp i32 %ty to float
  %u = fmul float %x, %scale
  %v = fmul float %y, %scale
  %texel = call { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64 %image, float %u, float %v)
  %red = extractvalue { float, float, float, float } %texel, 0
  %alpha = extractvalue { float, float, float, float } %texel, 3
  %entry = fptosi float %red to i32
  %color = call { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64 %palette, i32 %entry)
  %level = extractvalue { i32, i32, i32, i32 } %color, 1
  %level.float = sitofp i32 %level to float
  %result = fmul float %level.float, %alpha
  %row = mul i32 %ty, %width
  %flat = add i32 %row, %tx
  %index = zext i32 %flat to i64
  %slot = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %result, ptr addrspace(1) %slot, align 4
  ret void
}

; The x coordinate of a surface counts bytes.
define ptx_kernel void @brighten(i64 %surface, i32 %amount) {
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %x = shl i32 %tx, 2
  %old = call i32 @llvm.nvvm.suld.2d.i32.clamp(i64 %surface, i32 %x, i32 %y)
  %new = add i32 %old, %amount
  call void @llvm.nvvm.sust.b.2d.i32.clamp(i64 %surface, i32 %x, i32 %y, i32 %new)
  ret void
}

declare { float, float, float, float } @llvm.nvvm.tex.unified.2d.v4f32.f32(i64, float, float)
declare { i32, i32, i32, i32 } @llvm.nvvm.tex.unified.1d.v4s32.s32(i64, i32)
declare i32 @llvm.nvvm.suld.2d.i32.clamp(i64, i32, i32)
declare void @llvm.nvvm.sust.b.2d.i32.clamp(i64, i32, i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
