; PLANTED: lost-case, SEED: 31, KERNELS: 32, GRID: 1, BLOCK: 32
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @kernel(ptr addrspace(1) %in, ptr addrspace(1) %inf, ptr addrspace(1) %ind, ptr addrspace(1) %out, ptr %outf, ptr %slots, ptr addrspace(1) %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %m.tr = trunc i64 %m to i2
  switch i2 %m.tr, label %join78 [
    i2 1, label %case80
    i2 -1, label %case80
    i2 0, label %loop96
  ]

case80:
  %v90 = load i32, ptr addrspace(1) %in, align 4
  br label %join78

loop96:
  br label %loop96

join78:
  %v126 = phi i32 [ 0, %entry ], [ %v90, %case80 ]
  %v193 = sext i32 %v126 to i64
  store i64 %v193, ptr addrspace(1) %out, align 4
  ret void
}
