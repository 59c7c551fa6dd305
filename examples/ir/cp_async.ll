; Asynchronous copies from global to shared memory: two buffers, the copy of the next tile runs while the
; block sums the present one. Blocks have 128 threads, a tile has 512 floats.
; ARCH: sm_80+
; KERNEL: pipelined_sum
; PTX: cp\.async\.cg\.shared\.global \[.*\], \[.*\], 16
; PTX: cp\.async\.commit_group
; PTX: cp\.async\.wait_group\s+1
; PTX: cp\.async\.wait_group\s+0
target triple = "nvptx64-nvidia-cuda"

@stage = internal addrspace(3) global [2 x [512 x float]] poison, align 16

define ptx_kernel void @pipelined_sum(ptr addrspace(1) %in, ptr addrspace(1) %out, i32 %tiles) "nvvm.maxntid"="128" {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %part = shl i32 %tid, 2
  %slot0 = getelementptr inbounds [2 x [512 x float]], ptr addrspace(3) @stage, i32 0, i32 0, i32 %part
  %part64 = zext i32 %part to i64
  %own = getelementptr inbounds float, ptr addrspace(1) %in, i64 %part64
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %slot0, ptr addrspace(1) %own)
  call void @llvm.nvvm.cp.async.commit.group()
  br label %tile

tile:
  %t = phi i32 [ 0, %entry ], [ %t.next, %consume ]
  %sum = phi float [ 0.0, %entry ], [ %sum3, %consume ]
  %t.next = add i32 %t, 1
  %more = icmp slt i32 %t.next, %tiles
  br i1 %more, label %prefetch, label %last

prefetch:
  %next.parity = and i32 %t.next, 1
  %next.slot = getelementptr inbounds [2 x [512 x float]], ptr addrspace(3) @stage, i32 0, i32 %next.parity, i32 %part
  %next.tile = zext i32 %t.next to i64
  %next.offset = shl i64 %next.tile, 9
  %next.source = getelementptr inbounds float, ptr addrspace(1) %own, i64 %next.offset
  call void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3) %next.slot, ptr addrspace(1) %next.source)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)
  br label %consume

last:
  call void @llvm.nvvm.cp.async.wait.group(i32 0)
  br label %consume

; Each thread reads only what it copied itself, so no barrier is needed.
consume:
  %parity = and i32 %t, 1
  %slot = getelementptr inbounds [2 x [512 x float]], ptr addrspace(3) @stage, i32 0, i32 %parity, i32 %part
  %v = load <4 x float>, ptr addrspace(3) %slot, align 16
  %v0 = extractelement <4 x float> %v, i64 0
  %v1 = extractelement <4 x float> %v, i64 1
  %v2 = extractelement <4 x float> %v, i64 2
  %v3 = extractelement <4 x float> %v, i64 3
  %sum0 = fadd float %sum, %v0
  %sum1 = fadd float %sum0, %v1
  %sum2 = fadd float %sum1, %v2
  %sum3 = fadd float %sum2, %v3
  br i1 %more, label %tile, label %exit

exit:
  %index = zext i32 %tid to i64
  %target = getelementptr inbounds float, ptr addrspace(1) %out, i64 %index
  store float %sum3, ptr addrspace(1) %target, align 4
  ret void
}

declare void @llvm.nvvm.cp.async.cg.shared.global.16(ptr addrspace(3), ptr addrspace(1))
declare void @llvm.nvvm.cp.async.commit.group()
declare void @llvm.nvvm.cp.async.wait.group(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
