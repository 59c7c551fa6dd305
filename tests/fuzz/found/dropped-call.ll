; PLANTED: dropped-call, SEED: 9, KERNELS: 10, GRID: 1, BLOCK: 32
; ModuleID = '<unnamed>'
source_filename = "<unnamed>"
target triple = "nvptx64-nvidia-cuda"

; Function Attrs: noinline
define internal range(i32 0, 4) i32 @device1(i32 %p3) #0 {
entry:
  %v14 = and i32 %p3, 3
  ret i32 %v14
}

; Function Attrs: alwaysinline
define internal range(i64 0, 4) i64 @device36(i32 %p38) #1 {
entry:
  %v42 = call i32 @device1(i32 %p38)
  %v44 = zext nneg i32 %v42 to i64
  ret i64 %v44
}

define ptx_kernel void @kernel(ptr noalias readonly %in, ptr noalias readonly %inf, ptr addrspace(1) %ind, ptr %out, ptr addrspace(1) %outf, ptr %slots, ptr %again, ptr addrspace(1) %cells, i32 %n, i64 %m, float %x) {
entry:
  %v163 = call i64 @device36(i32 %n)
  store i64 %v163, ptr %out, align 4
  ret void
}

attributes #0 = { noinline }
attributes #1 = { alwaysinline }
