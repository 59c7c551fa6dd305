; A byte-code interpreter: a loop around a switch of many cases, with a small stack in local memory. Divergent,
; branchy code with a jump table.
; ARCH: sm_75+
; KERNEL: interpret
; PTX: brx\.idx|setp\.
; PTX: \.local
; PTX: bra
target triple = "nvptx64-nvidia-cuda"

define ptx_kernel void @interpret(ptr addrspace(1) readonly %code, ptr addrspace(1) %registers, i32 %limit) {
entry:
  %stack = alloca [16 x i32], align 4
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %index = zext i32 %tid to i64
  %own = getelementptr inbounds i32, ptr addrspace(1) %registers, i64 %index
  %first = load i32, ptr addrspace(1) %own, align 4
  br label %fetch

fetch:
  %pc = phi i32 [ 0, %entry ], [ %pc.step, %next ]
  %depth = phi i32 [ 0, %entry ], [ %depth.next, %next ]
  %acc = phi i32 [ %first, %entry ], [ %acc.next, %next ]
  %steps = phi i32 [ 0, %entry ], [ %steps.next, %next ]
  %steps.next = add i32 %steps, 1
  %expired = icmp uge i32 %steps, %limit
  br i1 %expired, label %halt, label %decode

decode:
  %pc.wide = zext i32 %pc to i64
  %op.ptr = getelementptr inbounds i8, ptr addrspace(1) %code, i64 %pc.wide
  %op = load i8, ptr addrspace(1) %op.ptr, align 1
  %arg.ptr = getelementptr inbounds i8, ptr addrspace(1) %op.ptr, i64 1
  %arg8 = load i8, ptr addrspace(1) %arg.ptr, align 1
  %arg = zext i8 %arg8 to i32
  %pc.following = add i32 %pc, 2
  %top = and i32 %depth, 15
  %below32 = add i32 %depth, -1
  %below = and i32 %below32, 15
  %top.ptr = getelementptr inbounds [16 x i32], ptr %stack, i32 0, i32 %top
  %below.ptr = getelementptr inbounds [16 x i32], ptr %stack, i32 0, i32 %below
  switch i8 %op, label %halt [
    i8 0, label %op.load
    i8 1, label %op.push
    i8 2, label %op.pop
    i8 3, label %op.add
    i8 4, label %op.subtract
    i8 5, label %op.multiply
    i8 6, label %op.divide
    i8 7, label %op.shift
    i8 8, label %op.mask
    i8 9, label %op.flip
    i8 10, label %op.jump
    i8 11, label %op.jump.zero
    i8 12, label %op.count
    i8 13, label %op.reverse
    i8 40, label %next
  ]

op.load:
  br label %next

op.push:
  store i32 %acc, ptr %top.ptr, align 4
  %depth.more = add i32 %depth, 1
  br label %next

op.pop:
  %popped = load i32, ptr %below.ptr, align 4
  br label %next

op.add:
  %left.add = load i32, ptr %below.ptr, align 4
  %sum = add i32 %left.add, %acc
  br label %next

op.subtract:
  %left.sub = load i32, ptr %below.ptr, align 4
  %difference = sub i32 %left.sub, %acc
  br label %next

op.multiply:
  %left.mul = load i32, ptr %below.ptr, align 4
  %product = mul i32 %left.mul, %acc
  br label %next

op.divide:
  %odd = or i32 %arg, 1
  %quotient = udiv i32 %acc, %odd
  br label %next

op.shift:
  %amount = and i32 %arg, 31
  %shifted = shl i32 %acc, %amount
  br label %next

op.mask:
  %masked = and i32 %acc, %arg
  br label %next

op.flip:
  %flipped = xor i32 %acc, %arg
  br label %next

op.jump:
  br label %next

op.jump.zero:
  %zero = icmp eq i32 %acc, 0
  %jumped = select i1 %zero, i32 %arg, i32 %pc.following
  br label %next

op.count:
  %bits = call i32 @llvm.ctpop.i32(i32 %acc)
  br label %next

op.reverse:
  %reversed = call i32 @llvm.bitreverse.i32(i32 %acc)
  br label %next

next:
  %acc.next = phi i32 [ %acc, %decode ], [ %arg, %op.load ], [ %acc, %op.push ], [ %popped, %op.pop ], [ %sum, %op.add ], [ %difference, %op.subtract ], [ %product, %op.multiply ], [ %quotient, %op.divide ], [ %shifted, %op.shift ], [ %masked, %op.mask ], [ %flipped, %op.flip ], [ %acc, %op.jump ], [ %acc, %op.jump.zero ], [ %bits, %op.count ], [ %reversed, %op.reverse ]
  %depth.next = phi i32 [ %depth, %decode ], [ %depth, %op.load ], [ %depth.more, %op.push ], [ %below32, %op.pop ], [ %below32, %op.add ], [ %below32, %op.subtract ], [ %below32, %op.multiply ], [ %depth, %op.divide ], [ %depth, %op.shift ], [ %depth, %op.mask ], [ %depth, %op.flip ], [ %depth, %op.jump ], [ %depth, %op.jump.zero ], [ %depth, %op.count ], [ %depth, %op.reverse ]
  %pc.step = phi i32 [ %pc.following, %decode ], [ %pc.following, %op.load ], [ %pc.following, %op.push ], [ %pc.following, %op.pop ], [ %pc.following, %op.add ], [ %pc.following, %op.subtract ], [ %pc.following, %op.multiply ], [ %pc.following, %op.divide ], [ %pc.following, %op.shift ], [ %pc.following, %op.mask ], [ %pc.following, %op.flip ], [ %arg, %op.jump ], [ %jumped, %op.jump.zero ], [ %pc.following, %op.count ], [ %pc.following, %op.reverse ]
  br label %fetch

halt:
  store i32 %acc, ptr addrspace(1) %own, align 4
  ret void
}

declare i32 @llvm.ctpop.i32(i32)
declare i32 @llvm.bitreverse.i32(i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
