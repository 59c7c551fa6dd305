; Module-level variables: constant memory (address space 4), device variables with initial values, a managed variable
; that host and device share, a table of addresses, and an external variable of another module.
; ARCH: sm_75+
; KERNEL: polynomial
; PTX: \.const \.align 16 \.b8 coefficients\[16\]
; PTX: \.attribute\(\.managed\)
; PTX: ld\.const
; PTX: \.global \.align 4 \.u32 launches = 7
; PTX: \.extern \.global
; PTX: \.visible \.global .*directory
target triple = "nvptx64-nvidia-cuda"

@coefficients = addrspace(4) externally_initialized constant [4 x float] [float 1.0, float 5.0e-1, float 0.125, float 0.0625], align 16
@progress = addrspace(1) externally_initialized global i32 0, align 4
@launches = addrspace(1) externally_initialized global i32 7, align 4
@directory = addrspace(1) externally_initialized global [2 x ptr] [ptr addrspacecast (ptr addrspace(1) @launches to ptr), ptr addrspacecast (ptr addrspace(1) @progress to ptr)], align 8
@elsewhere = external addrspace(1) global [4 x i32], align 4

define ptx_kernel void @polynomial(ptr addrspace(1) %data, i32 %degree) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds float, ptr addrspace(1) %data, i64 %index
  %x = load float, ptr addrspace(1) %slot, align 4
  br label %term

term:
  %k = phi i32 [ %degree, %entry ], [ %k.next, %term ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %term ]
  %c.ptr = getelementptr [4 x float], ptr addrspace(4) @coefficients, i32 0, i32 %k
  %c = load float, ptr addrspace(4) %c.ptr, align 4
  %scaled = fmul contract float %sum, %x
  %sum.next = fadd contract float %scaled, %c
  %k.next = add i32 %k, -1
  %done = icmp slt i32 %k.next, 0
  br i1 %done, label %exit, label %term

exit:
  store float %sum.next, ptr addrspace(1) %slot, align 4
  %which = and i32 %tid, 1
  %counter.ptr = getelementptr [2 x ptr], ptr addrspace(1) @directory, i32 0, i32 %which
  %counter = load ptr, ptr addrspace(1) %counter.ptr, align 8
  %step = load i32, ptr addrspace(1) @elsewhere, align 4
  %old = atomicrmw add ptr %counter, i32 %step monotonic, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

!nvvm.annotations = !{!0}
!0 = !{ptr addrspace(1) @progress, !"managed", i32 1}
