; RUN: opencicc opt %s --passes=nvvm-reduction -arch=sm_80 | filecheck %s
; RUN: opencicc opt %s --passes=nvvm-reduction -arch=sm_75 | filecheck %s --check-prefix=OLD
; RUN: opencicc opt %s --passes=nvvm-reduction -arch=sm_80 -reduction-param-a=0 | filecheck %s --check-prefix=NOBFLY
; RUN: opencicc opt %s --passes=nvvm-reduction -arch=sm_80 -reduction-param-b=0 | filecheck %s --check-prefix=NODOWN
; RUN: opencicc %s -O3 -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; RUN: opencicc opt %s -O3 -no-reduction=1 --print-pipeline-passes | filecheck %s --check-prefix=LEFTOUT
; LEFTOUT-NOT: nvvm-reduction
; PTX: .entry butterflies
; PTX: redux.sync.add.s32
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.down.i32(i32, i32, i32, i32)
declare i32 @llvm.nvvm.shfl.sync.idx.i32(i32, i32, i32, i32)
declare i32 @llvm.umax.i32(i32, i32)
declare i32 @llvm.nvvm.read.ptx.sreg.laneid()
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()

; CHECK-LABEL: @butterflies(
; CHECK: %warp_total = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
; CHECK-NOT: shfl
; CHECK: store i32 %warp_total
; OLD-LABEL: @butterflies(
; OLD: shfl
; NOBFLY-LABEL: @butterflies(
; NOBFLY: shfl
define ptx_kernel void @butterflies(ptr addrspace(1) %p) {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = getelementptr i32, ptr addrspace(1) %p, i32 %t
  %x = load i32, ptr addrspace(1) %at
  %a1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = add i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = add i32 %a2, %s1
  %a3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = add i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = add i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = add i32 %s4, %a5
  store i32 %s5, ptr addrspace(1) %at
  ret void
}

; Only lane 0 stores the maximum.
; CHECK-LABEL: @down_to_lane_zero(
; CHECK: call i32 @llvm.nvvm.redux.sync.umax(i32 %x, i32 -1)
; CHECK-NOT: shfl
; CHECK: ret void
; NODOWN-LABEL: @down_to_lane_zero(
; NODOWN: shfl
define void @down_to_lane_zero(ptr addrspace(1) %p, i32 %x) {
  %a1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 1, i32 31)
  %s1 = call i32 @llvm.umax.i32(i32 %x, i32 %a1)
  %a2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s1, i32 2, i32 31)
  %s2 = call i32 @llvm.umax.i32(i32 %s1, i32 %a2)
  %a3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = call i32 @llvm.umax.i32(i32 %s2, i32 %a3)
  %a4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s3, i32 8, i32 31)
  %s4 = call i32 @llvm.umax.i32(i32 %s3, i32 %a4)
  %a5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s4, i32 16, i32 31)
  %s5 = call i32 @llvm.umax.i32(i32 %s4, i32 %a5)
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.laneid()
  %first = icmp eq i32 %lane, 0
  br i1 %first, label %yes, label %no
yes:
  store i32 %s5, ptr addrspace(1) %p
  br label %no
no:
  ret void
}

; Lane 0's result goes to all.
; CHECK-LABEL: @down_and_broadcast(
; CHECK: [[ALL:%.*]] = call i32 @llvm.nvvm.redux.sync.xor(i32 %x, i32 -1)
; CHECK-NEXT: ret i32 [[ALL]]
define i32 @down_and_broadcast(i32 %x) {
  %a1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = xor i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = xor i32 %s1, %a2
  %a3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = xor i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = xor i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = xor i32 %s4, %a5
  %all = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %s5, i32 0, i32 31)
  ret i32 %all
}

; Other lanes read it too; thread 0 of a row need not be lane 0 unless the block's width is known.
; CHECK-LABEL: @down_for_all(
; CHECK-COUNT-5: call i32 @llvm.nvvm.shfl
define i32 @down_for_all(i32 %x) {
  %a1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = xor i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = xor i32 %s1, %a2
  %a3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = xor i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = xor i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = xor i32 %s4, %a5
  ret i32 %s5
}

; CHECK-LABEL: @thread_of_unknown_block(
; CHECK-COUNT-5: call i32 @llvm.nvvm.shfl
; CHECK-LABEL: @thread_of_known_block(
; CHECK: redux.sync.and
define ptx_kernel void @thread_of_unknown_block(ptr addrspace(1) %p, i32 %x) {
  %a1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = and i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = and i32 %s1, %a2
  %a3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = and i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = and i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = and i32 %s4, %a5
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %first = icmp ne i32 %lane, 0
  br i1 %first, label %no, label %yes
yes:
  store i32 %s5, ptr addrspace(1) %p
  br label %no
no:
  ret void
}
define ptx_kernel void @thread_of_known_block(ptr addrspace(1) %p, i32 %x) "nvvm.reqntid"="64,2,1" {
  %a1 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = and i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = and i32 %s1, %a2
  %a3 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = and i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = and i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = and i32 %s4, %a5
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = and i32 %t, 31
  %first = icmp ne i32 %lane, 0
  br i1 %first, label %no, label %yes
yes:
  store i32 %s5, ptr addrspace(1) %p
  br label %no
no:
  ret void
}

; A partial result is wanted, half of the lanes take part, a step is missing.
; CHECK-LABEL: @stays(
; CHECK-COUNT-14: call i32 @llvm.nvvm.shfl
define i32 @stays(i32 %x) {
  %a1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
  %s1 = add i32 %x, %a1
  %a2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s1, i32 8, i32 31)
  %s2 = add i32 %s1, %a2
  %a3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s2, i32 4, i32 31)
  %s3 = add i32 %s2, %a3
  %a4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s3, i32 2, i32 31)
  %s4 = add i32 %s3, %a4
  %a5 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s4, i32 1, i32 31)
  %s5 = add i32 %s4, %a5
  %y = mul i32 %s5, %s3
  %b1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %y, i32 16, i32 31)
  %t1 = add i32 %y, %b1
  %b2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %t1, i32 8, i32 31)
  %t2 = add i32 %t1, %b2
  %b3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %t2, i32 4, i32 31)
  %t3 = add i32 %t2, %b3
  %b4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %t3, i32 2, i32 31)
  %t4 = add i32 %t3, %b4
  %b5 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 65535, i32 %t4, i32 1, i32 31)
  %t5 = add i32 %t4, %b5
  %c1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %t5, i32 8, i32 31)
  %u1 = add i32 %t5, %c1
  %c2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %u1, i32 4, i32 31)
  %u2 = add i32 %u1, %c2
  %c3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %u2, i32 2, i32 31)
  %u3 = add i32 %u2, %c3
  %c4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %u3, i32 1, i32 31)
  %u4 = add i32 %u3, %c4
  ret i32 %u4
}

; One after the other: each goes in as what came out of the one before, and none begins in the middle of another.
; CHECK-LABEL: @in_a_row(
; CHECK-NEXT: [[A:%.*]] = call i32 @llvm.nvvm.redux.sync.add(i32 %x, i32 -1)
; CHECK-NEXT: [[B:%.*]] = call i32 @llvm.nvvm.redux.sync.add(i32 [[A]], i32 -1)
; CHECK-NEXT: [[C:%.*]] = call i32 @llvm.nvvm.redux.sync.xor(i32 [[B]], i32 -1)
; CHECK-NEXT: ret i32 [[C]]
define i32 @in_a_row(i32 %x) {
  %xa0 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %x, i32 16, i32 31)
  %xs0 = add i32 %x, %xa0
  %xa1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %xs0, i32 8, i32 31)
  %xs1 = add i32 %xs0, %xa1
  %xa2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %xs1, i32 4, i32 31)
  %xs2 = add i32 %xs1, %xa2
  %xa3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %xs2, i32 2, i32 31)
  %xs3 = add i32 %xs2, %xa3
  %xa4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %xs3, i32 1, i32 31)
  %xs4 = add i32 %xs3, %xa4
  %ya0 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %xs4, i32 16, i32 31)
  %ys0 = add i32 %xs4, %ya0
  %ya1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %ys0, i32 8, i32 31)
  %ys1 = add i32 %ys0, %ya1
  %ya2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %ys1, i32 4, i32 31)
  %ys2 = add i32 %ys1, %ya2
  %ya3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %ys2, i32 2, i32 31)
  %ys3 = add i32 %ys2, %ya3
  %ya4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %ys3, i32 1, i32 31)
  %ys4 = add i32 %ys3, %ya4
  %za0 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %ys4, i32 16, i32 31)
  %zs0 = xor i32 %ys4, %za0
  %za1 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %zs0, i32 8, i32 31)
  %zs1 = xor i32 %zs0, %za1
  %za2 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %zs1, i32 4, i32 31)
  %zs2 = xor i32 %zs1, %za2
  %za3 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %zs2, i32 2, i32 31)
  %zs3 = xor i32 %zs2, %za3
  %za4 = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %zs3, i32 1, i32 31)
  %zs4 = xor i32 %zs3, %za4
  ret i32 %zs4
}
