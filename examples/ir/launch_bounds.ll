; What a kernel promises about its launch, as function attributes: the most threads, the exact
; block shape, the fewest resident blocks and the most registers.
; ARCH: sm_75+
; KERNEL: bounded
; KERNEL: exact_shape
; KERNEL: few_registers
; PTX: \.maxntid 256(, 1, 1)?
; PTX: \.minnctapersm 2
; PTX: \.reqntid 16, 8(, 1)?
; PTX: \.maxnreg 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @bounded(ptr addrspace(1) %p) "nvvm.maxntid"="256" "nvvm.minctasm"="2" {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %p, i32 %tid)
  ret void
}

define ptx_kernel void @exact_shape(ptr addrspace(1) %p) "nvvm.reqntid"="16,8" {
  %x = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %y = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %width = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %row = mul i32 %y, %width
  %flat = add i32 %row, %x
  call void @fill(ptr addrspace(1) %p, i32 %flat)
  ret void
}

define ptx_kernel void @few_registers(ptr addrspace(1) %p) "nvvm.maxnreg"="32" {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @fill(ptr addrspace(1) %p, i32 %tid)
  ret void
}

define internal void @fill(ptr addrspace(1) %p, i32 %i) {
  %index = zext i32 %i to i64
  %slot = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %index
  store i32 %i, ptr addrspace(1) %slot, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
