; PLANTED: contracted, SEED: 19, KERNELS: 20, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr noalias readonly %in, ptr addrspace(1) %inf, ptr %ind, ptr %out, ptr %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %thread = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %in29 = load double, ptr %ind, align 8
  %v30 = fptrunc double %in29 to float
  %0 = trunc i32 %thread to i8
  %v92 = and i8 %0, 28
  %v93 = add nuw nsw i8 %v92, 5
  br label %loop97

loop97:
  %i99 = phi i8 [ 5, %entry ], [ %i100, %body103 ]
  %acc96 = phi float [ %v30, %entry ], [ %v119, %body103 ]
  %v104.not = icmp eq i8 %i99, %v93
  br i1 %v104.not, label %exit98, label %body103

body103:
  %v117 = fmul float %acc96, 3.750000e-01
  %v118 = fadd float %v117, 5.000000e-01
  %v119 = fmul float %v118, 5.000000e-01
  %i100 = add nuw nsw i8 %i99, 4
  br label %loop97

exit98:
  %v212 = fpext float %acc96 to double
  %1 = zext nneg i32 %thread to i64
  %2 = getelementptr inbounds nuw double, ptr %outf, i64 %1
  store double %v212, ptr %2, align 8
  ret void
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
