; Bulk tensor copy: one thread asks for a 32x32 tile of a tensor described by a map in parameter space,
; the block waits on a memory barrier that counts the bytes, scales the tile, and copies it back.
; ARCH: sm_90+
; KERNEL: scale_tile
; PTX: mbarrier\.init\.shared(::cta)?\.b64
; PTX: mbarrier\.arrive\.expect_tx
; PTX: mbarrier\.try_wait\.parity
; PTX: cp\.async\.bulk\.tensor\.2d\.shared::cluster\.global\.tile\.mbarrier::complete_tx::bytes
; PTX: cp\.async\.bulk\.tensor\.2d\.global\.shared::cta\.tile\.bulk_group
; PTX: fence\.proxy\.async
; PTX: cvta\.param
; PTX: cp\.async\.bulk\.wait_group\.read
target triple = "nvptx64-nvidia-cuda"

%tensor_map = type { [16 x i64] }

@tile = internal addrspace(3) global [1024 x float] poison, align 128
@arrived = internal addrspace(3) global i64 poison, align 8

define ptx_kernel void @scale_tile(ptr byval(%tensor_map) align 64 "nvvm.grid_constant" %map, float %factor) "nvvm.reqntid"="256" {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %x = shl i32 %bx, 5
  %y = shl i32 %by, 5
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %prepare, label %ready

prepare:
  call void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3) @arrived, i32 1)
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  %tile.cluster = addrspacecast ptr addrspace(3) @tile to ptr
  %tile.remote = addrspacecast ptr %tile.cluster to ptr addrspace(7)
  %state = call i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3) @arrived, i32 4096)
  call void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7) %tile.remote, ptr addrspace(3) @arrived, ptr %map, i32 %x, i32 %y, i16 0, i64 0, i1 false, i1 false, i32 0)
  br label %ready

ready:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %wait

wait:
  %done = call i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3) @arrived, i32 0)
  br i1 %done, label %scale, label %wait

scale:
  %slot = getelementptr <4 x float>, ptr addrspace(3) @tile, i32 %tid
  %value = load <4 x float>, ptr addrspace(3) %slot, align 16
  %f0 = insertelement <4 x float> poison, float %factor, i64 0
  %f = shufflevector <4 x float> %f0, <4 x float> poison, <4 x i32> zeroinitializer
  %scaled = fmul <4 x float> %value, %f
  store <4 x float> %scaled, ptr addrspace(3) %slot, align 16
  call void @llvm.nvvm.fence.proxy.async.shared_cta()
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %leader, label %write, label %exit

write:
  call void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3) @tile, ptr %map, i32 %x, i32 %y, i64 0, i1 false)
  call void @llvm.nvvm.cp.async.bulk.commit.group()
  call void @llvm.nvvm.cp.async.bulk.wait.group.read(i32 0)
  br label %exit

exit:
  ret void
}

declare void @llvm.nvvm.mbarrier.init.shared(ptr addrspace(3), i32)
declare i64 @llvm.nvvm.mbarrier.arrive.expect.tx.scope.cta.space.cta(ptr addrspace(3), i32)
declare i1 @llvm.nvvm.mbarrier.try.wait.parity.scope.cta.space.cta(ptr addrspace(3), i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.g2s.tile.2d(ptr addrspace(7), ptr addrspace(3), ptr, i32, i32, i16, i64, i1, i1, i32)
declare void @llvm.nvvm.cp.async.bulk.tensor.s2g.tile.2d(ptr addrspace(3), ptr, i32, i32, i64, i1)
declare void @llvm.nvvm.cp.async.bulk.commit.group()
declare void @llvm.nvvm.cp.async.bulk.wait.group.read(i32)
declare void @llvm.nvvm.fence.proxy.async.shared_cta()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
