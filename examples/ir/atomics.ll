; Atomic operations: integer, float and double read-modify-write, scopes (block, device, system), wrap-around increment,
; and an operation the hardware lacks (float maximum), which becomes a compare-and-swap loop.
; ARCH: sm_75+
; KERNEL: histogram
; KERNEL: atomic_tour
; PTX: (atom|red)\.(.*\.)?shared\.(.*\.)?add\.u32
; PTX: (atom|red)\..*add\.(noftz\.)?f32
; PTX: (atom|red)\..*add\.f64
; PTX: atom\..*cas\.b32
; PTX: atom\..*inc\.u32
; PTX: (atom|red)\.(.*\.)?cta\.(.*\.)?add\.[us]32
; PTX: (atom|red)\.(.*\.)?sys\.(.*\.)?add\.[us]32
; PTX: atom\..*sys\..*cas\.b32
; PTX: (atom|red)\..*max\.s32
; PTX: (atom|red)\..*or\.b64
; PTX: (fence|membar)\.
target triple = "nvptx64-nvidia-cuda"

@bins = internal addrspace(3) global [256 x i32] poison, align 4

; Counts bytes into a private table in shared memory, then adds the table to the global one. Blocks have 256 threads.
define ptx_kernel void @histogram(ptr addrspace(1) %bytes, i64 %count, ptr addrspace(1) %table) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %ntid = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %ctaid = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %nctaid = call i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
  %own = getelementptr [256 x i32], ptr addrspace(3) @bins, i32 0, i32 %tid
  store i32 0, ptr addrspace(3) %own, align 4
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %base = mul i32 %ctaid, %ntid
  %first32 = add i32 %base, %tid
  %first = zext i32 %first32 to i64
  %stride32 = mul i32 %ntid, %nctaid
  %stride = zext i32 %stride32 to i64
  br label %head

head:
  %i = phi i64 [ %first, %entry ], [ %next, %count.one ]
  %more = icmp ult i64 %i, %count
  br i1 %more, label %count.one, label %merge

count.one:
  %byte.ptr = getelementptr inbounds i8, ptr addrspace(1) %bytes, i64 %i
  %byte = load i8, ptr addrspace(1) %byte.ptr, align 1
  %bin = zext i8 %byte to i32
  %bin.ptr = getelementptr [256 x i32], ptr addrspace(3) @bins, i32 0, i32 %bin
  %seen = atomicrmw add ptr addrspace(3) %bin.ptr, i32 1 syncscope("block") monotonic, align 4
  %next = add i64 %i, %stride
  br label %head

merge:
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %mine = load i32, ptr addrspace(3) %own, align 4
  %slot = zext i32 %tid to i64
  %table.ptr = getelementptr inbounds i32, ptr addrspace(1) %table, i64 %slot
  %before = atomicrmw add ptr addrspace(1) %table.ptr, i32 %mine syncscope("device") monotonic, align 4
  ret void
}

define ptx_kernel void @atomic_tour(ptr addrspace(1) %ints, ptr addrspace(1) %floats, ptr %generic, float %f, double %d) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %wide = zext i32 %tid to i64
  %p1 = getelementptr inbounds i32, ptr addrspace(1) %ints, i64 1
  %p2 = getelementptr inbounds i32, ptr addrspace(1) %ints, i64 2
  %p3 = getelementptr inbounds i32, ptr addrspace(1) %ints, i64 3
  %p4 = getelementptr inbounds i64, ptr addrspace(1) %ints, i64 2
  %q1 = getelementptr inbounds float, ptr addrspace(1) %floats, i64 1
  %q2 = getelementptr inbounds double, ptr addrspace(1) %floats, i64 1
  %largest = atomicrmw max ptr addrspace(1) %p1, i32 %tid syncscope("block") monotonic, align 4
  %in.block = call i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p1(ptr addrspace(1) %p1, i32 1)
  %in.system = call i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p1(ptr addrspace(1) %p1, i32 1)
  %ticket = atomicrmw uinc_wrap ptr addrspace(1) %p2, i32 1023 monotonic, align 4
  %old = cmpxchg ptr addrspace(1) %p3, i32 0, i32 %tid acq_rel monotonic, align 4
  %owner = extractvalue { i32, i1 } %old, 0
  %bits = atomicrmw or ptr addrspace(1) %p4, i64 %wide monotonic, align 8
  %sum = atomicrmw fadd ptr addrspace(1) %floats, float %f syncscope("device") monotonic, align 4
  %total = atomicrmw fadd ptr addrspace(1) %q2, double %d syncscope("device") monotonic, align 8
  %product = atomicrmw fmax ptr addrspace(1) %q1, float %f syncscope("device") monotonic, align 4
  fence syncscope("device") acq_rel
  %mix = xor i32 %ticket, %owner
  %exchanged = atomicrmw xchg ptr %generic, i32 %mix seq_cst, align 4
  ret void
}

declare i32 @llvm.nvvm.atomic.add.gen.i.cta.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.atomic.add.gen.i.sys.i32.p1(ptr addrspace(1), i32)
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.nctaid.x()
declare void @llvm.nvvm.barrier.cta.sync.aligned.all(i32)
