; PTX written by hand inside IR: several results, tied operands, immediate operands, predicates in their own braces,
; and a fence that clobbers memory.
; ARCH: sm_75+
; KERNEL: lane_facts
; KERNEL: wide_add
; PTX: mov\.u32\s+%r\d+, %laneid
; PTX: lop3\.b32 .*0x96
; PTX: add\.cc\.u32
; PTX: addc\.u32
; PTX: membar\.gl
; PTX: setp\.lt\.s32 +\$?inside
; PTX: // begin inline asm
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @lane_facts(ptr addrspace(1) %out, i32 %a, i32 %b, i32 %limit) {
  %lane = call i32 asm "mov.u32 $0, %laneid;", "=r"()
  %parity = call i32 asm "lop3.b32 $0, $1, $2, $3, 0x96;", "=r,r,r,r"(i32 %a, i32 %b, i32 %lane)
  %clamped = call i32 asm "{\0A\09.reg .pred inside;\0A\09setp.lt.s32 inside, $1, $2;\0A\09selp.s32 $0, $1, $2, inside;\0A\09}", "=r,r,r"(i32 %parity, i32 %limit)
  %index = zext i32 %lane to i64
  %slot = getelementptr inbounds i32, ptr addrspace(1) %out, i64 %index
  store i32 %clamped, ptr addrspace(1) %slot, align 4
  call void asm sideeffect "membar.gl;", "~{memory}"()
  %shifted = call i32 asm "shf.l.wrap.b32 $0, $1, $1, $2;", "=r,r,n"(i32 %clamped, i32 7)
  %next = getelementptr inbounds i32, ptr addrspace(1) %slot, i64 32
  store i32 %shifted, ptr addrspace(1) %next, align 4
  ret void
}

; A 64-bit sum from 32-bit halves: the two additions share the carry flag, so they stay in one statement.
define ptx_kernel void @wide_add(ptr addrspace(1) %x, ptr addrspace(1) %y) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %px = getelementptr inbounds <2 x i32>, ptr addrspace(1) %x, i64 %index
  %py = getelementptr inbounds <2 x i32>, ptr addrspace(1) %y, i64 %index
  %vx = load <2 x i32>, ptr addrspace(1) %px, align 8
  %vy = load <2 x i32>, ptr addrspace(1) %py, align 8
  %x0 = extractelement <2 x i32> %vx, i64 0
  %x1 = extractelement <2 x i32> %vx, i64 1
  %y0 = extractelement <2 x i32> %vy, i64 0
  %y1 = extractelement <2 x i32> %vy, i64 1
  %sum = call { i32, i32 } asm "add.cc.u32 $0, $2, $4;\0A\09addc.u32 $1, $3, $5;", "=&r,=r,r,r,r,r"(i32 %x0, i32 %x1, i32 %y0, i32 %y1)
  %s0 = extractvalue { i32, i32 } %sum, 0
  %s1 = extractvalue { i32, i32 } %sum, 1
  %doubled = call i32 asm "shl.b32 $0, $1, 1;", "=r,0"(i32 %s1)
  %r0 = insertelement <2 x i32> poison, i32 %s0, i64 0
  %r1 = insertelement <2 x i32> %r0, i32 %doubled, i64 1
  store <2 x i32> %r1, ptr addrspace(1) %py, align 8
  ret void
}

declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
