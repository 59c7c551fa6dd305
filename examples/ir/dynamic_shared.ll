; Block-wide sum in shared memory whose size is chosen at launch: an external array of no elements in address space 3.
; The block size is a power of two; each block writes one sum.
; ARCH: sm_75+
; KERNEL: block_sum
; PTX: \.extern \.shared \.align 16 \.b8 scratch\[\]
; PTX: bar(rier)?\.(cta\.)?sync
; PTX: add(\.rn)?\.f32
target triple = "nvptx64-nvidia-cuda"

@scratch = external addrspace(3) global [0 x float], align 16

define ptx_kernel void @block_sum(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %base = mul i32 %ctaid, %ntid
  %i = add i32 %base, %tid
  %own = getelementptr [0 x float], ptr addrspace(3) @scratch, i32 0, i32 %tid
  %inside = icmp ult i32 %i, %n
  br i1 %inside, label %fetch, label %start

fetch:
  %index = zext i32 %i to i64
  %source = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %fetched = load float, ptr addrspace(1) %source, align 4
  br label %start

start:
  %value = phi float [ %fetched, %fetch ], [ 0.0, %entry ]
  store float %value, ptr addrspace(3) %own, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %first.half = lshr i32 %ntid, 1
  br label %level

level:
  %half = phi i32 [ %first.half, %start ], [ %next.half, %level.end ]
  %more = icmp ne i32 %half, 0
  br i1 %more, label %check, label %finish

check:
  %active = icmp ult i32 %tid, %half
  br i1 %active, label %add, label %level.end

add:
  %partner = add i32 %tid, %half
  %other.ptr = getelementptr [0 x float], ptr addrspace(3) @scratch, i32 0, i32 %partner
  %mine = load float, ptr addrspace(3) %own, align 4
  %other = load float, ptr addrspace(3) %other.ptr, align 4
  %both = fadd float %mine, %other
  store float %both, ptr addrspace(3) %own, align 4
  br label %level.end

level.end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next.half = lshr i32 %half, 1
  br label %level

finish:
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %write, label %exit

write:
  %total = load float, ptr addrspace(3) @scratch, align 16
  %block = zext i32 %ctaid to i64
  %target = getelementptr inbounds float, ptr addrspace(1) %out, i64 %block
  store float %total, ptr addrspace(1) %target, align 4
  br label %exit

exit:
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
