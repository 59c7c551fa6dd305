; PLANTED: wrong-phi, SEED: 17, KERNELS: 18, GRID: 1, BLOCK: 1
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) noalias readonly %in, ptr addrspace(1) %inf, ptr addrspace(1) %ind, ptr addrspace(1) %out, ptr %outf, ptr addrspace(1) %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %in99 = load float, ptr addrspace(1) %inf, align 4
  %v133 = call i32 @llvm.fptoui.sat.i32.f32(float %in99)
  %v137 = sub nsw i32 0, %n
  br label %loop142

loop142:
  %i144 = phi i32 [ 0, %entry ], [ %i145, %body148 ]
  %acc139 = phi i16 [ -31, %entry ], [ 0, %body148 ]
  %acc140 = phi i32 [ 0, %entry ], [ %v157, %body148 ]
  %acc141 = phi i32 [ %v133, %entry ], [ 0, %body148 ]
  %v149.not = icmp eq i32 %i144, %v137
  br i1 %v149.not, label %join167, label %body148

body148:
  %v157 = sub i32 0, %acc141
  %i145 = add nsw i32 %i144, -1
  br label %loop142

join167:
  %v224 = sext i32 %acc140 to i64
  store i64 %v224, ptr addrspace(1) %out, align 4
  %v284 = sext i16 %acc139 to i64
  %at287 = getelementptr inbounds nuw i8, ptr addrspace(1) %out, i64 24
  store i64 %v284, ptr addrspace(1) %at287, align 4
  ret void
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fptoui.sat.i32.f32(float)
