; RUN: opencicc opt %s --passes=thread-assembly | filecheck %s
; RUN: opencicc opt %s --passes=thread-assembly -thread-assembly=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc %s -arch=sm_90 -o - | filecheck %s --check-prefix=PTX
; OFF: call i16 asm "{add.f16 $0,$1,$2;{{.*}} [[MARK:#[0-9]+]]
; OFF: attributes [[MARK]] = { convergent
target triple = "nvptx64-nvidia-cuda"

; Arithmetic, conversions, loads and guards: what the thread does alone. What the assembly says of side effects stays.
; CHECK-LABEL: @alone(
; CHECK: asm "{add.f16 $0,$1,$2;{{.*}} [[PLAIN:#[0-9]+]]
; CHECK: asm sideeffect "ld.global.nc.u32 $0, [$1];"{{.*}} [[PLAIN]]
; CHECK: asm "{ .reg .pred p;{{.*}} [[PLAIN]]
; CHECK: asm "mov.u32 $0, %laneid;"{{.*}} [[PLAIN]]
define i32 @alone(i16 %a, i16 %b, ptr %p) {
  %s = call i16 asm "{add.f16 $0,$1,$2;\0A}", "=h,h,h"(i16 %a, i16 %b) #0
  %v = call i32 asm sideeffect "ld.global.nc.u32 $0, [$1];", "=r,l"(ptr %p) #0
  %w = call i32 asm "{ .reg .pred p; // a guard\0A setp.ne.b32 p, $1, 0; @p mov.b32 $0, 1; @!p mov.b32 $0, 2; }", "=r,r"(i32 %v) #0
  %l = call i32 asm "mov.u32 $0, %laneid;", "=r"() #0
  %z = zext i16 %s to i32
  %r = add i32 %z, %w
  %t = add i32 %r, %l
  ret i32 %t
}

; What threads meet at, or may, stays: a shuffle among arithmetic, barriers, a vote, atomics, matrices, jumps, and what nobody knows.
; CHECK-LABEL: @together(
; CHECK-COUNT-8: call {{.*}} asm {{.*}} [[TOGETHER:#[0-9]+]]
define void @together(ptr %p, i32 %v) {
  %a = call i32 asm sideeffect "{ .reg .pred p; shfl.sync.down.b32 $0|p, $1, 1, 31, -1; @p add.u32 $0, $0, $1; }", "=r,r"(i32 %v) #0
  call void asm sideeffect "bar.sync 0;", ""() #0
  %b = call i32 asm "activemask.b32 $0;", "=r"() #0
  call void asm sideeffect "red.global.add.u32 [$0], $1;", "l,r"(ptr %p, i32 %b) #0
  call void asm sideeffect "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {}, {}, {}, {};", ""() #0
  call void asm sideeffect "{ L1: add.u32 $0, $0, 1; @p bra L1; }", "r"(i32 %v) #0
  call void asm sideeffect "fence.sc.gpu;", ""() #0
  %c = call i32 asm "frobnicate.u32 $0, $1;", "=r,r"(i32 %v) #0
  ret void
}
; CHECK-DAG: attributes [[PLAIN]] = { nounwind }
; CHECK-DAG: attributes [[TOGETHER]] = { convergent nounwind }

; A sum by assembly keeps no loop from having copies: threads make different numbers of trips.
; PTX-LABEL: .entry sum(
; PTX-COUNT-4: ld.global.b32
; PTX: .pragma "nounroll"
; PTX: ret;
define ptx_kernel void @sum(ptr %p, ptr %q, i32 %n) {
entry:
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %far = mul i32 %t, 3
  %last = add i32 %far, %n
  br label %loop
loop:
  %i = phi i32 [ %t, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %more, %loop ]
  %wide = zext i32 %i to i64
  %at = getelementptr float, ptr %p, i64 %wide
  %v = load float, ptr %at
  %more = call float asm "add.f32 $0, $1, $2;", "=f,f,f"(float %s, float %v) #0
  %next = add nuw nsw i32 %i, 1
  %go = icmp ult i32 %next, %last
  br i1 %go, label %loop, label %end
end:
  %out = getelementptr float, ptr %q, i32 %t
  store float %more, ptr %out
  ret void
}
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
attributes #0 = { convergent nounwind }
