; PLANTED: sext-for-zext, SEED: 4, KERNELS: 5, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr %in, ptr noalias readonly %inf, ptr %ind, ptr addrspace(1) %out, ptr addrspace(1) %outf, ptr addrspace(1) %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, ptr byval({ i32, i64, float }) align 8 %packed) {
entry:
  %n = load i32, ptr %packed, align 4
  %0 = trunc i32 %n to i16
  br label %loop35

loop35:
  %i37 = phi i32 [ 0, %entry ], [ %i38, %loop35 ]
  %acc34 = phi i16 [ %0, %entry ], [ %v49, %loop35 ]
  %v49 = mul i16 %acc34, 31
  %i38 = add i32 %i37, 1
  %v51 = icmp slt i32 %i38, %n
  br i1 %v51, label %loop35, label %exit145

exit145:
  %v217 = zext i16 %v49 to i64
  store i64 %v217, ptr addrspace(1) %out, align 4
  ret void
}
