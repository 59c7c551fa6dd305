; A tile register type of another processor.
; Stock LLVM 22.1: llc: LLVM ERROR: Do not know how to split this operator's operand!.
; ARCH: sm_90
; EXPECT: error
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @k(ptr addrspace(1) %p) {
  %v = load <256 x i32>, ptr addrspace(1) %p
  %a = call x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32> %v)
  %b = call <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx %a)
  store <256 x i32> %b, ptr addrspace(1) %p
  ret void
}

declare x86_amx @llvm.x86.cast.vector.to.tile.v256i32(<256 x i32>)
declare <256 x i32> @llvm.x86.cast.tile.to.vector.v256i32(x86_amx)
