; Thread block clusters: four blocks run together, each publishes a number in its shared memory, and every
; block reads the number of its right neighbour through distributed shared memory (mapa, address space 7).
; ARCH: sm_90+
; KERNEL: neighbour_exchange
; PTX: \.explicitcluster
; PTX: \.reqnctapercluster 4, 1, 1
; PTX: barrier\.cluster\.arrive
; PTX: barrier\.cluster\.wait
; PTX: mapa\.shared::cluster
; PTX: ld\.shared::cluster
; PTX: %cluster_ctarank
target triple = "nvptx64-nvidia-cuda"

@mailbox = internal addrspace(3) global i32 poison, align 4

define ptx_kernel void @neighbour_exchange(ptr addrspace(1) %in, ptr addrspace(1) %out) #0 {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %block = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %rank = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
  %size = call i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank()
  %index = zext i32 %block to i64
  %leader = icmp eq i32 %tid, 0
  br i1 %leader, label %publish, label %meet

publish:
  %source = getelementptr inbounds i32, ptr addrspace(1) %in, i64 %index
  %value = load i32, ptr addrspace(1) %source, align 4
  store i32 %value, ptr addrspace(3) @mailbox, align 4
  br label %meet

meet:
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  br i1 %leader, label %fetch, label %leave

fetch:
  %right = add i32 %rank, 1
  %neighbour = urem i32 %right, %size
  %remote = call ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3) @mailbox, i32 %neighbour)
  %received = load i32, ptr addrspace(7) %remote, align 4
  %target = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %received, ptr addrspace(1) %target, align 4
  br label %leave

; No block may end while a neighbour can still read its memory.
leave:
  call void @llvm.nvvm.barrier.cluster.arrive.aligned()
  call void @llvm.nvvm.barrier.cluster.wait.aligned()
  ret void
}

declare ptr addrspace(7) @llvm.nvvm.mapa.shared.cluster(ptr addrspace(3), i32)
declare void @llvm.nvvm.barrier.cluster.arrive.aligned()
declare void @llvm.nvvm.barrier.cluster.wait.aligned()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()
declare i32 @llvm.nvvm.read.ptx.sreg.cluster.nctarank()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

attributes #0 = { "nvvm.cluster_dim"="4,1,1" }
