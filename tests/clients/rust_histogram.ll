; Written after rustc's documentation of the nvptx64-nvidia-cuda target and abi_ptx: slices as pointer and length, bounds
; checks that end in a panic, noundef and range attributes, atomics with Rust's orders, a stack array and memcpy.
; KERNEL: histogram
; KERNEL: fold_rows
; PTX: fence\.acq_rel\.gpu|fence\.release\.gpu
; PTX: atom\.sys\.add\.(u32|s32)
; PTX: fence\.sc\.sys
; PTX: trap
source_filename = "kernels.4f1b2a63e0c1-cgu.0"
target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"

@alloc_7f3c = private unnamed_addr constant [16 x i8] c"\01\00\00\00\02\00\00\00\03\00\00\00\05\00\00\00", align 4
@alloc_name = private unnamed_addr constant [14 x i8] c"src/kernels.rs", align 1
@alloc_place = private unnamed_addr constant <{ ptr, [16 x i8] }> <{ ptr @alloc_name, [16 x i8] c"\0E\00\00\00\00\00\00\00\0C\00\00\00\05\00\00\00" }>, align 8

; core::panicking::panic_bounds_check
; Function Attrs: cold noinline noreturn nounwind
define internal fastcc void @_RNvNtCs4fqI2P2rA04_4core9panicking18panic_bounds_check(i64 noundef %index, i64 noundef %len, ptr noalias noundef readonly align 8 captures(none) dereferenceable(24) %place) unnamed_addr #1 {
start:
  call void @llvm.trap()
  unreachable
}

; Function Attrs: nounwind
define dso_local ptx_kernel void @histogram(ptr noalias noundef nonnull readonly align 4 captures(none) %data.0, i64 noundef range(i64 0, 2305843009213693952) %data.1, ptr noundef nonnull align 4 captures(none) %bins, i32 noundef %shift) unnamed_addr #0 {
start:
  %block = tail call noundef range(i32 0, 2147483647) i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %size = tail call noundef range(i32 1, 1025) i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %thread = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %first = mul nuw i32 %block, %size
  %at32 = add nuw i32 %first, %thread
  %at = zext i32 %at32 to i64
  %inside = icmp ult i64 %at, %data.1
  br i1 %inside, label %bb1, label %panic, !prof !3

panic:
  tail call fastcc void @_RNvNtCs4fqI2P2rA04_4core9panicking18panic_bounds_check(i64 noundef %at, i64 noundef %data.1, ptr noalias noundef nonnull readonly align 8 captures(none) dereferenceable(24) @alloc_place) #4
  unreachable

bb1:
  %place = getelementptr inbounds nuw i32, ptr %data.0, i64 %at
  %value = load i32, ptr %place, align 4, !noundef !4
  %bin32 = lshr i32 %value, %shift
  %bin = zext nneg i32 %bin32 to i64
  %count = getelementptr inbounds nuw i32, ptr %bins, i64 %bin
  %old = atomicrmw add ptr %count, i32 1 seq_cst, align 4
  %done = getelementptr inbounds nuw i32, ptr %bins, i64 256
  %was = atomicrmw add ptr %done, i32 %old syncscope("device") release, align 4
  %seen = load atomic i32, ptr %done acquire, align 4
  %same = icmp eq i32 %seen, %was
  %top = getelementptr inbounds nuw i32, ptr %bins, i64 257
  %flag = zext i1 %same to i32
  store atomic i32 %flag, ptr %top release, align 4
  ret void
}

; Function Attrs: nounwind
define dso_local ptx_kernel void @fold_rows(ptr noalias noundef nonnull readonly align 4 captures(none) %data, ptr noalias noundef nonnull writeonly align 8 captures(none) %out, i8 noundef %wraps) unnamed_addr #0 {
start:
  %factors = alloca [4 x i32], align 4
  %thread = tail call noundef range(i32 0, 1024) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  call void @llvm.lifetime.start.p0(ptr nonnull %factors)
  call void @llvm.memcpy.p0.p0.i64(ptr noundef nonnull align 4 dereferenceable(16) %factors, ptr noundef nonnull align 4 dereferenceable(16) @alloc_7f3c, i64 16, i1 false)
  br label %bb1

bb1:
  %i = phi i64 [ 0, %start ], [ %next, %bb2 ]
  %sum = phi i32 [ 0, %start ], [ %more, %bb2 ]
  %row = zext nneg i32 %thread to i64
  %base = shl nuw nsw i64 %row, 2
  %index = or disjoint i64 %base, %i
  %place = getelementptr inbounds nuw i32, ptr %data, i64 %index
  %value = load i32, ptr %place, align 4, !noundef !4
  %slot = getelementptr inbounds nuw i32, ptr %factors, i64 %i
  %factor = load i32, ptr %slot, align 4, !noundef !4
  %pair = tail call { i32, i1 } @llvm.smul.with.overflow.i32(i32 %value, i32 %factor)
  %product = extractvalue { i32, i1 } %pair, 0
  %overflows = extractvalue { i32, i1 } %pair, 1
  %allowed = trunc nuw i8 %wraps to i1
  %keeps = xor i1 %allowed, true
  %bad = and i1 %overflows, %keeps
  br i1 %bad, label %panic, label %bb2, !prof !5

panic:
  tail call void @llvm.trap()
  unreachable

bb2:
  %more = tail call i32 @llvm.sadd.sat.i32(i32 %sum, i32 %product)
  %next = add nuw nsw i64 %i, 1
  %ends = icmp eq i64 %next, 4
  br i1 %ends, label %bb3, label %bb1

bb3:
  call void @llvm.lifetime.end.p0(ptr nonnull %factors)
  %to = getelementptr inbounds nuw i64, ptr %out, i64 %row
  %wide = sext i32 %more to i64
  %turned = tail call i64 @llvm.fshl.i64(i64 %wide, i64 %wide, i64 13)
  store i64 %turned, ptr %to, align 8
  ret void
}

declare void @llvm.trap() #2
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x() #3
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x() #3
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x() #3
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare void @llvm.memcpy.p0.p0.i64(ptr noalias writeonly captures(none), ptr noalias readonly captures(none), i64, i1 immarg)
declare { i32, i1 } @llvm.smul.with.overflow.i32(i32, i32)
declare i32 @llvm.sadd.sat.i32(i32, i32)
declare i64 @llvm.fshl.i64(i64, i64, i64)

attributes #0 = { nounwind "target-cpu"="sm_80" "uniform-work-group-size" }
attributes #1 = { cold noinline noreturn nounwind "target-cpu"="sm_80" }
attributes #2 = { cold noreturn nounwind memory(inaccessiblemem: write) }
attributes #3 = { nocallback nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { noreturn nounwind }

!llvm.module.flags = !{!0, !1}
!llvm.ident = !{!2}

!0 = !{i32 8, !"PIC Level", i32 2}
!1 = !{i32 7, !"frame-pointer", i32 2}
!2 = !{!"rustc version 1.95.0 (59807616e 2026-04-14)"}
!3 = !{!"branch_weights", !"expected", i32 2000, i32 1}
!4 = !{}
!5 = !{!"branch_weights", !"expected", i32 1, i32 2000}
