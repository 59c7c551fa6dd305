; Convergent operations that tokens control: a loop has one heart, and so have the copies of its body that make one trip. Those of a
; straight remainder are no loop, and take the token from around it.
; RUN: opencicc opt %s --passes=loop-unroll -arch=sm_90 --strict-passes --verify-each | filecheck %s

target triple = "nvptx64-nvidia-cuda"
declare token @llvm.experimental.convergence.entry() convergent
declare token @llvm.experimental.convergence.loop() convergent
declare i32 @llvm.nvvm.shfl.sync.bfly.i32(i32, i32, i32, i32) convergent

define ptx_kernel void @nested(ptr addrspace(1) %p, i32 %n, i32 %m) convergent {
; CHECK-LABEL: @nested(
; CHECK: inner:
; CHECK: call token @llvm.experimental.convergence.loop()
; CHECK: ret void
entry:
  %t = call token @llvm.experimental.convergence.entry()
  %go = icmp sgt i32 %n, 0
  %go2 = icmp sgt i32 %m, 0
  %both = and i1 %go, %go2
  br i1 %both, label %outer, label %exit
outer:
  %j = phi i32 [ 0, %entry ], [ %j1, %outer.latch ]
  %s0 = phi i32 [ 1, %entry ], [ %s2, %outer.latch ]
  %t1 = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t) ]
  br label %inner
inner:
  %i = phi i32 [ 0, %outer ], [ %i1, %inner ]
  %s = phi i32 [ %s0, %outer ], [ %s1, %inner ]
  %t2 = call token @llvm.experimental.convergence.loop() [ "convergencectrl"(token %t1) ]
  %x = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s, i32 1, i32 31) [ "convergencectrl"(token %t2) ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  %xx = mul i32 %x, %v
  %s1 = add i32 %xx, %i
  %i1 = add nuw nsw i32 %i, 1
  %c = icmp slt i32 %i1, %n
  br i1 %c, label %inner, label %outer.latch
outer.latch:
  %s2 = phi i32 [ %s1, %inner ]
  %j1 = add nuw nsw i32 %j, 1
  %d = icmp slt i32 %j1, %m
  br i1 %d, label %outer, label %done
done:
  store i32 %s2, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}
