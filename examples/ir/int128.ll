; 128-bit integers: sums and products with carries, shifts by a run-time amount, comparison, and division,
; which no instruction does and which is expanded into a loop.
; ARCH: sm_75+
; KERNEL: multiply_add
; KERNEL: divide
; KERNEL: shift_compare
; PTX: mul\.hi\.u64
; PTX: (add|sub)c?\.cc\.s64
; PTX: addc(\.cc)?\.s64
; PTX: clz\.b64
; PTX: shl\.b64
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @multiply_add(ptr addrspace(1) %x, ptr addrspace(1) %y, i128 %c) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds i128, ptr addrspace(1) %x, i64 %index
  %py = getelementptr inbounds i128, ptr addrspace(1) %y, i64 %index
  %vx = load i128, ptr addrspace(1) %px, align 16
  %vy = load i128, ptr addrspace(1) %py, align 16
  %product = mul i128 %vx, %vy
  %sum = add i128 %product, %c
  store i128 %sum, ptr addrspace(1) %py, align 16
  ret void
}

define ptx_kernel void @divide(ptr addrspace(1) %data, i128 %divisor) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds i128, ptr addrspace(1) %data, i64 %index
  %value = load i128, ptr addrspace(1) %slot, align 16
  %quotient = sdiv i128 %value, %divisor
  %rest = urem i128 %value, %divisor
  %mixed = xor i128 %quotient, %rest
  store i128 %mixed, ptr addrspace(1) %slot, align 16
  ret void
}

define ptx_kernel void @shift_compare(ptr addrspace(1) %data, i128 %limit, i32 %amount) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds i128, ptr addrspace(1) %data, i64 %index
  %value = load i128, ptr addrspace(1) %slot, align 16
  %by32 = and i32 %amount, 127
  %by = zext i32 %by32 to i128
  %left = shl i128 %value, %by
  %right = ashr i128 %value, %by
  %small = icmp slt i128 %value, %limit
  %chosen = select i1 %small, i128 %left, i128 %right
  store i128 %chosen, ptr addrspace(1) %slot, align 16
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
