target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
@table = constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
@local_table = internal constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.5]
@counter = addrspace(1) global i32 7
@state = internal addrspace(1) global i32 0
@buf = internal addrspace(3) global [64 x float] undef
@dyn = external addrspace(3) global [0 x float]
@.str = private unnamed_addr constant [4 x i8] c"abc\00"
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
declare i32 @vprintf(ptr, ptr)
define internal float @helper(float %x) noinline { %y = fmul float %x, 2.0
 %p = getelementptr [4 x float], ptr @local_table, i64 0, i64 2
 %t = load float, ptr %p
 %z = fadd float %y, %t
 ret float %z }
define internal float @small(float %x) { %y = call float @helper(float %x)
 ret float %y }
define internal void @kept() { ret void }
define i32 @device(i32 %i) noinline { %p = getelementptr [4 x i32], ptr @table, i64 0, i32 %i
 %v = load i32, ptr %p
 ret i32 %v }
define ptx_kernel void @k1(ptr addrspace(1) %o, float %x) "nvvm.maxntid"="128" { %v = call float @small(float %x)
 store float %v, ptr addrspace(1) %o
 %c = atomicrmw add ptr addrspace(1) @state, i32 1 monotonic
 ret void }
define ptx_kernel void @k2(ptr addrspace(1) %o, i32 %x) { %v = call i32 @device(i32 %x)
 store i32 %v, ptr addrspace(1) %o
 %q = load i32, ptr addrspace(1) @counter
 %q2 = getelementptr i32, ptr addrspace(1) %o, i64 1
 store i32 %q, ptr addrspace(1) %q2
 ret void }
define ptx_kernel void @k3(ptr addrspace(1) %o, float %x) { %v = call float @small(float %x)
 store float %v, ptr addrspace(1) %o
 store float %v, ptr addrspace(3) @buf
 store float %v, ptr addrspace(3) @dyn
 %w = call i32 @vprintf(ptr @.str, ptr null)
 ret void }
define ptx_kernel void @k4(ptr addrspace(1) %o, float %x) { %v = call float @helper(float %x)
 store float %v, ptr addrspace(1) %o
 store float %v, ptr addrspace(3) @buf
 %c = atomicrmw add ptr addrspace(1) @state, i32 1 monotonic
 ret void }
