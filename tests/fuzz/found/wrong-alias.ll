; PLANTED: wrong-alias, SEED: 48, KERNELS: 49, GRID: 1, BLOCK: 1
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr addrspace(1) %inf, ptr addrspace(1) %ind, ptr %out, ptr %outf, ptr addrspace(1) %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  br label %loop194

loop194:
  %i196 = phi i16 [ 20, %entry ], [ %i197, %loop194 ]
  %v206 = load i64, ptr addrspace(1) %slots, align 8
  %at219 = getelementptr inbounds nuw i8, ptr addrspace(1) %slots, i64 56
  store i64 %v206, ptr addrspace(1) %at219, align 8
  store i32 0, ptr addrspace(1) %again, align 4
  %i197 = add nuw nsw i16 %i196, 1
  %v236.not = icmp eq i16 %i197, 24
  br i1 %v236.not, label %join305, label %loop194

join305:
  ret void
}
