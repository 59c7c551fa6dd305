; C = A * B for square matrices whose size is a multiple of 16: each block stages 16x16 tiles of A and B in static
; shared memory. One barrier after the tiles are filled, one before they are overwritten.
; ARCH: sm_75+
; KERNEL: tiled_matmul
; PTX: \.shared \.align 16 \.b8 tile_a\[1024\]
; PTX: (?s)bar(rier)?\.(cta\.)?sync.*bar(rier)?\.(cta\.)?sync
; PTX: ld\.shared
; PTX: st\.shared
; PTX: fma\.rn\.f32
target triple = "nvptx64-nvidia-cuda"

@tile_a = internal addrspace(3) global [16 x [16 x float]] poison, align 4
@tile_b = internal addrspace(3) global [16 x [16 x float]] poison, align 4

define ptx_kernel void @tiled_matmul(ptr %a, ptr %b, ptr %c, i32 %size) {
entry:
  %tx = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ty = call i32 @llvm.nvvm.read.ptx.sreg.tid.y()
  %bx = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %by = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
  %row.base = shl i32 %by, 4
  %row = add i32 %row.base, %ty
  %column.base = shl i32 %bx, 4
  %column = add i32 %column.base, %tx
  %row.start = mul i32 %row, %size
  %slot.a = getelementptr [16 x [16 x float]], ptr addrspace(3) @tile_a, i32 0, i32 %ty, i32 %tx
  %slot.b = getelementptr [16 x [16 x float]], ptr addrspace(3) @tile_b, i32 0, i32 %ty, i32 %tx
  br label %tile

tile:
  %start = phi i32 [ 0, %entry ], [ %next.start, %tile.end ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %tile.end ]
  %more = icmp slt i32 %start, %size
  br i1 %more, label %fill, label %done

fill:
  %a.column = add i32 %start, %tx
  %a.flat = add i32 %row.start, %a.column
  %a.index = sext i32 %a.flat to i64
  %a.ptr = getelementptr inbounds float, ptr %a, i64 %a.index
  %a.value = load float, ptr %a.ptr, align 4
  store float %a.value, ptr addrspace(3) %slot.a, align 4
  %b.row = add i32 %start, %ty
  %b.row.start = mul i32 %b.row, %size
  %b.flat = add i32 %b.row.start, %column
  %b.index = sext i32 %b.flat to i64
  %b.ptr = getelementptr inbounds float, ptr %b, i64 %b.index
  %b.value = load float, ptr %b.ptr, align 4
  store float %b.value, ptr addrspace(3) %slot.b, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br label %product

product:
  %k = phi i32 [ 0, %fill ], [ %k.next, %product ]
  %partial = phi float [ %sum, %fill ], [ %sum.next, %product ]
  %left.ptr = getelementptr [16 x [16 x float]], ptr addrspace(3) @tile_a, i32 0, i32 %ty, i32 %k
  %right.ptr = getelementptr [16 x [16 x float]], ptr addrspace(3) @tile_b, i32 0, i32 %k, i32 %tx
  %left = load float, ptr addrspace(3) %left.ptr, align 4
  %right = load float, ptr addrspace(3) %right.ptr, align 4
  %term = fmul contract float %left, %right
  %sum.next = fadd contract float %partial, %term
  %k.next = add nuw nsw i32 %k, 1
  %k.more = icmp ult i32 %k.next, 16
  br i1 %k.more, label %product, label %tile.end

tile.end:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %next.start = add i32 %start, 16
  br label %tile

done:
  %c.flat = add i32 %row.start, %column
  %c.index = sext i32 %c.flat to i64
  %c.ptr = getelementptr inbounds float, ptr %c, i64 %c.index
  store float %sum, ptr %c.ptr, align 4
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.y()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.y()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
