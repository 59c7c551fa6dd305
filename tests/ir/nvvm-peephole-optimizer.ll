; RUN: opencicc opt %s --passes=nvvm-peephole-optimizer | filecheck %s
; RUN: opencicc opt %s --passes=nvvm-peephole-optimizer -FPFoldDisable | filecheck %s --check-prefix=NOFOLD
; RUN: opencicc opt %s -O3 --print-pipeline-passes | filecheck %s --check-prefix=LATE
; RUN: opencicc opt %s -O3 -no-late-opt=1 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s -O3 -enable-nvvm-peephole=0 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; RUN: opencicc opt %s -O3 -language=default --print-pipeline-passes | filecheck %s --check-prefix=PATH
; RUN: opencicc opt %s -O3 -language=default -enable-nvvm-peephole=0 --print-pipeline-passes | filecheck %s --check-prefix=NONE
; LATE: nvvm-late-opt
; PATH: nvvm-peephole-optimizer
; NONE-NOT: {{nvvm-late-opt|nvvm-peephole-optimizer}}
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.vote.ballot.sync(i32, i1)
declare i1 @llvm.nvvm.vote.any.sync(i32, i1)
declare i1 @llvm.nvvm.vote.all.sync(i32, i1)
declare float @llvm.nvvm.ex2.approx.f(float)
declare float @llvm.nvvm.lg2.approx.f(float)
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)

; CHECK-LABEL: @there_and_back(
; CHECK: store i32 %v, ptr addrspace(3) %s
; CHECK: store i32 %v, ptr addrspace(1) %u
define void @there_and_back(ptr addrspace(3) %s, i32 %v) {
  %g = addrspacecast ptr addrspace(3) %s to ptr
  %t = addrspacecast ptr %g to ptr addrspace(3)
  store i32 %v, ptr addrspace(3) %t
  %u = addrspacecast ptr %g to ptr addrspace(1)
  store i32 %v, ptr addrspace(1) %u
  ret void
}

; Wider and back loses nothing; narrower and back does.
; CHECK-LABEL: @conversions(
; CHECK: store half %h
; CHECK: fptrunc float %f to half
; CHECK: fpext
define void @conversions(half %h, float %f, ptr %p) {
  %w = fpext half %h to float
  %n = fptrunc float %w to half
  store half %n, ptr %p
  %m = fptrunc float %f to half
  %x = fpext half %m to float
  store float %x, ptr %p
  ret void
}

; CHECK-LABEL: @registers(
; CHECK: store volatile i32 %lane
; CHECK: store volatile i1 true
; CHECK: store volatile i1 false
; CHECK: %m = and i32 %lane, 15
; CHECK: %c = icmp ult i32 %lane, 16
; CHECK: %t = call
; CHECK: %d = icmp ult i32 %t, 2048
define void @registers(ptr %p) {
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %k = and i32 %lane, 31
  store volatile i32 %k, ptr %p
  %a = icmp ult i32 %lane, 32
  store volatile i1 %a, ptr %p
  %b = icmp slt i32 %lane, 0
  store volatile i1 %b, ptr %p
  %m = and i32 %lane, 15
  store volatile i32 %m, ptr %p
  %c = icmp ult i32 %lane, 16
  store volatile i1 %c, ptr %p
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %d = icmp ult i32 %t, 2048
  store volatile i1 %d, ptr %p
  ret void
}

; Everybody votes the same; a ballot also says who is there.
; CHECK-LABEL: @votes(
; CHECK: store volatile i1 false
; CHECK: store volatile i1 true
; CHECK: store volatile i32 0
; CHECK: call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 true)
; CHECK: call i1 @llvm.nvvm.vote.any.sync(i32 %mask, i1 %x)
define void @votes(ptr %p, i32 %mask, i1 %x) {
  %a = call i1 @llvm.nvvm.vote.any.sync(i32 %mask, i1 false)
  store volatile i1 %a, ptr %p
  %b = call i1 @llvm.nvvm.vote.all.sync(i32 %mask, i1 true)
  store volatile i1 %b, ptr %p
  %c = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 false)
  store volatile i32 %c, ptr %p
  %d = call i32 @llvm.nvvm.vote.ballot.sync(i32 %mask, i1 true)
  store volatile i32 %d, ptr %p
  %e = call i1 @llvm.nvvm.vote.any.sync(i32 %mask, i1 %x)
  store volatile i1 %e, ptr %p
  ret void
}

; CHECK-LABEL: @approximations(
; CHECK: store volatile float 8.0
; CHECK: call float @llvm.nvvm.lg2.approx.f(float -1.0
; CHECK: call float @llvm.nvvm.ex2.approx.f32(float 5.0{{.*}}e+02)
; NOFOLD-LABEL: @approximations(
; NOFOLD: call float @llvm.nvvm.ex2.approx.f32(float 3.0
define void @approximations(ptr %p) {
  %a = call float @llvm.nvvm.ex2.approx.f(float 3.0)
  store volatile float %a, ptr %p
  %b = call float @llvm.nvvm.lg2.approx.f(float -1.0)
  store volatile float %b, ptr %p
  %c = call float @llvm.nvvm.ex2.approx.f(float 500.0)
  store volatile float %c, ptr %p
  ret void
}

; Of two barriers with nothing between one goes; one alone at the end of a kernel is for basic-dbe.
; CHECK-LABEL: @barriers(
; CHECK: store
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: load
; CHECK-NEXT: call void @llvm.nvvm.barrier
define ptx_kernel void @barriers(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %v = load volatile i32, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  ret void
}

; Of each row the first stays: in front of it stands an access, the block's beginning, or a barrier that gives something.
; CHECK-LABEL: @rows(
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: store i32 1
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: %x = load i32
; CHECK-NEXT: store i32 %x
; CHECK-NEXT: %all = call i32 @llvm.nvvm.barrier
; CHECK-NEXT: br i1
; CHECK: more:
; CHECK-NEXT: call void @llvm.nvvm.barrier
; CHECK-NEXT: store i32 %all
define ptx_kernel void @rows(ptr addrspace(3) %p, i1 %c) {
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 1, ptr addrspace(3) %p
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 1)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %x = load i32, ptr addrspace(3) %p
  store i32 %x, ptr addrspace(3) %p
  %all = call i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32 0, i1 %c)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  br i1 %c, label %more, label %end
more:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  store i32 %all, ptr addrspace(3) %p
  br label %end
end:
  ret void
}
declare i32 @llvm.nvvm.barrier.cta.red.popc.aligned.all(i32, i1)
