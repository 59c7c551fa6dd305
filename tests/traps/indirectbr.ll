; A branch to an address taken from a table.
; Stock LLVM 22.1: llc: LLVM ERROR: Cannot select ... brind.
; ARCH: sm_90
; EXPECT: error
; MESSAGE: (?i)indirectbr|brind|block ?address
target triple = "nvptx64-nvidia-cuda"

@targets = internal addrspace(1) constant [2 x ptr] [ptr blockaddress(@k, %one), ptr blockaddress(@k, %two)]

define ptx_kernel void @k(ptr addrspace(1) %p, i64 %i) {
entry:
  %slot = getelementptr [2 x ptr], ptr addrspace(1) @targets, i64 0, i64 %i
  %target = load ptr, ptr addrspace(1) %slot
  indirectbr ptr %target, [label %one, label %two]

one:
  store i32 1, ptr addrspace(1) %p
  ret void

two:
  store i32 2, ptr addrspace(1) %p
  ret void
}
