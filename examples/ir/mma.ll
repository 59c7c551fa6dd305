; Matrix multiply on tensor cores, one warp: ldmatrix brings 16x16 tiles from shared memory, mma multiplies (half
; inputs, float sums), and a second kernel does the same with bfloat inputs given as packed registers.
; ARCH: sm_80+
; KERNEL: half_tile
; KERNEL: bfloat_tile
; PTX: ldmatrix\.sync\.aligned\.m8n8\.x4\.shared\.b16
; PTX: mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.f16\.f16\.f32
; PTX: mma\.sync\.aligned\.m16n8k16\.row\.col\.f32\.bf16\.bf16\.f32
target triple = "nvptx64-nvidia-cuda"

@tile_a = internal addrspace(3) global [256 x half] poison, align 16
@tile_b = internal addrspace(3) global [128 x half] poison, align 16

; A is 16x16, B is 16x8 stored column by column, C is 16x8. Each lane brings 16 bytes of A and 8 bytes of B.
define ptx_kernel void @half_tile(ptr addrspace(1) %a, ptr addrspace(1) %b, ptr addrspace(1) %c) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %lane64 = zext i32 %lane to i64
  %a.ptr = getelementptr inbounds <4 x i32>, ptr addrspace(1) %a, i64 %lane64
  %a.part = load <4 x i32>, ptr addrspace(1) %a.ptr, align 16
  %a.slot = getelementptr inbounds <4 x i32>, ptr addrspace(3) @tile_a, i32 %lane
  store <4 x i32> %a.part, ptr addrspace(3) %a.slot, align 16
  %b.ptr = getelementptr inbounds <2 x i32>, ptr addrspace(1) %b, i64 %lane64
  %b.part = load <2 x i32>, ptr addrspace(1) %b.ptr, align 8
  %b.slot = getelementptr inbounds <2 x i32>, ptr addrspace(3) @tile_b, i32 %lane
  store <2 x i32> %b.part, ptr addrspace(3) %b.slot, align 8
  call void @llvm.nvvm.bar.warp.sync(i32 -1)

  ; Lanes 0-15 name the rows of the left half of A, lanes 16-31 those of the right half.
  %row = and i32 %lane, 15
  %right = lshr i32 %lane, 4
  %row.start = shl i32 %row, 4
  %column = shl i32 %right, 3
  %a.offset = add i32 %row.start, %column
  %a.row = getelementptr inbounds half, ptr addrspace(3) @tile_a, i32 %a.offset
  %af = call { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3) %a.row)
  %b.column = and i32 %lane, 7
  %b.half = lshr i32 %row, 3
  %b.start = shl i32 %b.column, 4
  %b.step = shl i32 %b.half, 3
  %b.offset = add i32 %b.start, %b.step
  %b.row = getelementptr inbounds half, ptr addrspace(3) @tile_b, i32 %b.offset
  %bf = call { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3) %b.row)

  %a0i = extractvalue { i32, i32, i32, i32 } %af, 0
  %a1i = extractvalue { i32, i32, i32, i32 } %af, 1
  %a2i = extractvalue { i32, i32, i32, i32 } %af, 2
  %a3i = extractvalue { i32, i32, i32, i32 } %af, 3
  %b0i = extractvalue { i32, i32 } %bf, 0
  %b1i = extractvalue { i32, i32 } %bf, 1
  %a0 = bitcast i32 %a0i to <2 x half>
  %a1 = bitcast i32 %a1i to <2 x half>
  %a2 = bitcast i32 %a2i to <2 x half>
  %a3 = bitcast i32 %a3i to <2 x half>
  %b0 = bitcast i32 %b0i to <2 x half>
  %b1 = bitcast i32 %b1i to <2 x half>
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(
      <2 x half> %a0, <2 x half> %a1, <2 x half> %a2, <2 x half> %a3, <2 x half> %b0, <2 x half> %b1,
      float 0.0, float 0.0, float 0.0, float 0.0)
  call void @store_tile({ float, float, float, float } %d, ptr addrspace(1) %c, i32 %lane)
  ret void
}

define ptx_kernel void @bfloat_tile(ptr addrspace(1) %fragments, ptr addrspace(1) %c) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %lane64 = zext i32 %lane to i64
  %a.ptr = getelementptr inbounds [8 x i32], ptr addrspace(1) %fragments, i64 %lane64
  %a = load <4 x i32>, ptr addrspace(1) %a.ptr, align 16
  %b.ptr = getelementptr inbounds i8, ptr addrspace(1) %a.ptr, i64 16
  %b = load <2 x i32>, ptr addrspace(1) %b.ptr, align 16
  %a0 = extractelement <4 x i32> %a, i64 0
  %a1 = extractelement <4 x i32> %a, i64 1
  %a2 = extractelement <4 x i32> %a, i64 2
  %a3 = extractelement <4 x i32> %a, i64 3
  %b0 = extractelement <2 x i32> %b, i64 0
  %b1 = extractelement <2 x i32> %b, i64 1
  %d = call { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(
      i32 %a0, i32 %a1, i32 %a2, i32 %a3, i32 %b0, i32 %b1, float 0.0, float 0.0, float 0.0, float 0.0)
  call void @store_tile({ float, float, float, float } %d, ptr addrspace(1) %c, i32 %lane)
  ret void
}

; Lane l holds columns 2*(l%4) and 2*(l%4)+1 of rows l/4 and l/4+8.
define internal void @store_tile({ float, float, float, float } %d, ptr addrspace(1) %c, i32 %lane) {
  %row = lshr i32 %lane, 2
  %group = and i32 %lane, 3
  %column = shl i32 %group, 1
  %row.start = shl i32 %row, 3
  %offset32 = add i32 %row.start, %column
  %offset = zext i32 %offset32 to i64
  %upper = getelementptr inbounds float, ptr addrspace(1) %c, i64 %offset
  %lower = getelementptr inbounds float, ptr addrspace(1) %upper, i64 64
  %d0 = extractvalue { float, float, float, float } %d, 0
  %d1 = extractvalue { float, float, float, float } %d, 1
  %d2 = extractvalue { float, float, float, float } %d, 2
  %d3 = extractvalue { float, float, float, float } %d, 3
  %u0 = insertelement <2 x float> poison, float %d0, i64 0
  %u1 = insertelement <2 x float> %u0, float %d1, i64 1
  %l0 = insertelement <2 x float> poison, float %d2, i64 0
  %l1 = insertelement <2 x float> %l0, float %d3, i64 1
  store <2 x float> %u1, ptr addrspace(1) %upper, align 8
  store <2 x float> %l1, ptr addrspace(1) %lower, align 8
  ret void
}

declare { i32, i32, i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x4.b16.p3(ptr addrspace(3))
declare { i32, i32 } @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3(ptr addrspace(3))
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.f32.f32(<2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, <2 x half>, float, float, float, float)
declare { float, float, float, float } @llvm.nvvm.mma.m16n8k16.row.col.bf16(i32, i32, i32, i32, i32, i32, float, float, float, float)
declare void @llvm.nvvm.bar.warp.sync(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
