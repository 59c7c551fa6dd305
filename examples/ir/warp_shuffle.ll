; Communication inside a warp without memory: a butterfly sum, an inclusive scan, votes, the active mask and matching.
; ARCH: sm_75+
; KERNEL: warp_sum
; KERNEL: warp_scan
; KERNEL: warp_vote
; PTX: shfl\.sync\.bfly\.b32
; PTX: shfl\.sync\.up\.b32
; PTX: shfl\.sync\.idx\.b32
; PTX: vote\.sync\.ballot\.b32
; PTX: vote\.sync\.all\.pred
; PTX: match\.any\.sync\.b32
; PTX: activemask\.b32
; PTX: popc\.b32
target triple = "nvptx64-nvidia-cuda"

define internal float @butterfly(float %value) {
entry:
  br label %step

step:
  %lane.mask = phi i32 [ 16, %entry ], [ %lane.mask.next, %step ]
  %sum = phi float [ %value, %entry ], [ %sum.next, %step ]
  %other = call float @llvm.nvvm.shfl.sync.bfly.f32(i32 -1, float %sum, i32 %lane.mask, i32 31)
  %sum.next = fadd float %sum, %other
  %lane.mask.next = lshr i32 %lane.mask, 1
  %done = icmp eq i32 %lane.mask.next, 0
  br i1 %done, label %exit, label %step

exit:
  ret float %sum.next
}

define ptx_kernel void @warp_sum(ptr addrspace(1) %in, ptr addrspace(1) %out) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %index = zext i32 %tid to i64
  %source = getelementptr inbounds float, ptr addrspace(1) %in, i64 %index
  %value = load float, ptr addrspace(1) %source, align 4
  %sum = call float @butterfly(float %value)
  %leader = icmp eq i32 %lane, 0
  br i1 %leader, label %write, label %exit

write:
  %warp = lshr i32 %tid, 5
  %warp.index = zext i32 %warp to i64
  %target = getelementptr inbounds float, ptr addrspace(1) %out, i64 %warp.index
  store float %sum, ptr addrspace(1) %target, align 4
  br label %exit

exit:
  ret void
}

; The shuffle says by its second result whether the source lane was inside the warp.
define ptx_kernel void @warp_scan(ptr addrspace(1) %data) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %index
  %value = load i32, ptr addrspace(1) %slot, align 4
  br label %step

step:
  %distance = phi i32 [ 1, %entry ], [ %distance.next, %step ]
  %sum = phi i32 [ %value, %entry ], [ %sum.next, %step ]
  %pair = call { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32 -1, i32 %sum, i32 %distance, i32 0)
  %below = extractvalue { i32, i1 } %pair, 0
  %valid = extractvalue { i32, i1 } %pair, 1
  %term = select i1 %valid, i32 %below, i32 0
  %sum.next = add i32 %sum, %term
  %distance.next = shl i32 %distance, 1
  %more = icmp ult i32 %distance.next, 32
  br i1 %more, label %step, label %exit

exit:
  store i32 %sum.next, ptr addrspace(1) %slot, align 4
  ret void
}

define ptx_kernel void @warp_vote(ptr addrspace(1) %data, i32 %limit) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %slot = getelementptr inbounds i32, ptr addrspace(1) %data, i64 %index
  %value = load i32, ptr addrspace(1) %slot, align 4
  %small = icmp slt i32 %value, %limit
  %active = call i32 @llvm.nvvm.activemask()
  %ballot = call i32 @llvm.nvvm.vote.ballot.sync(i32 %active, i1 %small)
  %count = call i32 @llvm.ctpop.i32(i32 %ballot)
  %all = call i1 @llvm.nvvm.vote.all.sync(i32 %active, i1 %small)
  %equal = call i32 @llvm.nvvm.match.any.sync.i32(i32 %active, i32 %value)
  %leader = call i32 @llvm.cttz.i32(i32 %equal, i1 true)
  %leader.value = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 %active, i32 %value, i32 %leader, i32 31)
  %result = select i1 %all, i32 %leader.value, i32 %count
  store i32 %result, ptr addrspace(1) %slot, align 4
  ret void
}

declare float @llvm.nvvm.shfl.sync.bfly.f32(i32, float, i32, i32)
declare { i32, i1 } @llvm.nvvm.shfl.sync.up.i32p(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.activemask()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare i32 @llvm.nvvm.match.any.sync.i32(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.cttz.i32(i32, i1)
