; The shape of what Numba emits: arrays flattened into arguments (memory info, parent, item count, item size, data, shape,
; strides), rebuilt as aggregates on the stack, wrap-around of negative indices, quoted mangled names, a status code
; that a device function returns beside its result, kernels named in metadata, everything unoptimised.
; ARCH: sm_75+
; KERNEL: _ZN8examples10scale_rowsB2v1E5ArrayIfLi1E1A7mutable7alignedEf
; PTX: \.entry _ZN8examples10scale_rows
; PTX: mul(\.rn)?\.f32
; PTX: st\.global\.b32
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"_ZN08NumbaEnv8examples10scale_rowsE" = common global ptr null

define linkonce_odr i32 @"_ZN8examples5scaleB2v2Eff"(ptr noalias nocapture %".ret", ptr noalias nocapture %".excinfo", float %"arg.x", float %"arg.f")
{
entry:
  %"x" = alloca float
  store float %"arg.x", ptr %"x"
  %"f" = alloca float
  store float %"arg.f", ptr %"f"
  br label %"B0"
B0:
  %".9" = load float, ptr %"x"
  %".10" = load float, ptr %"f"
  %".11" = fmul float %".9", %".10"
  store float %".11", ptr %".ret"
  ret i32 0
}

define void @"_ZN8examples10scale_rowsB2v1E5ArrayIfLi1E1A7mutable7alignedEf"(ptr %"x.0", ptr %"x.1", i64 %"x.2", i64 %"x.3", ptr %"x.4", i64 %"x.5.0", i64 %"x.6.0", float %"f")
{
entry:
  %"inserted.meminfo" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} undef, ptr %"x.0", 0
  %"inserted.parent" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.meminfo", ptr %"x.1", 1
  %"inserted.nitems" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"x.2", 2
  %"inserted.itemsize" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"x.3", 3
  %"inserted.data" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.itemsize", ptr %"x.4", 4
  %".10" = insertvalue [1 x i64] undef, i64 %"x.5.0", 0
  %"inserted.shape" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".10", 5
  %".11" = insertvalue [1 x i64] undef, i64 %"x.6.0", 0
  %"inserted.strides" = insertvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".11", 6
  %"x" = alloca {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]}
  store {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} zeroinitializer, ptr %"x"
  %"i" = alloca i64
  store i64 0, ptr %"i"
  %"result" = alloca float
  store float 0.0, ptr %"result"
  %"excinfo" = alloca ptr
  store ptr null, ptr %"excinfo"
  br label %"B0"
B0:
  store {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %"inserted.strides", ptr %"x"
  %".20" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()
  %".21" = sext i32 %".20" to i64
  %".22" = call i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"()
  %".23" = sext i32 %".22" to i64
  %".24" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()
  %".25" = sext i32 %".24" to i64
  %".26" = mul i64 %".23", %".25"
  %".27" = add i64 %".26", %".21"
  store i64 %".27", ptr %"i"
  %".30" = load {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]}, ptr %"x"
  %".31" = extractvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %".30", 5
  %".32" = extractvalue [1 x i64] %".31", 0
  %".33" = load i64, ptr %"i"
  %".34" = icmp slt i64 %".33", %".32"
  br i1 %".34", label %"B40", label %"B90"
B40:
  %".40" = load i64, ptr %"i"
  %".41" = load {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]}, ptr %"x"
  %".42" = extractvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %".41", 4
  %".43" = extractvalue {ptr, ptr, i64, i64, ptr, [1 x i64], [1 x i64]} %".41", 5
  %".44" = extractvalue [1 x i64] %".43", 0
  %".45" = icmp slt i64 %".40", 0
  %".46" = add i64 %".40", %".44"
  %".47" = select i1 %".45", i64 %".46", i64 %".40"
  %".48" = getelementptr float, ptr %".42", i64 %".47"
  %".49" = load float, ptr %".48"
  %".50" = call i32 @"_ZN8examples5scaleB2v2Eff"(ptr %"result", ptr %"excinfo", float %".49", float %"f")
  %".51" = icmp eq i32 %".50", 0
  br i1 %".51", label %"B40.ok", label %"B40.error"
B40.ok:
  %".55" = load float, ptr %"result"
  store float %".55", ptr %".48"
  br label %"B90"
B40.error:
  ret void
B90:
  ret void
}

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()

@"llvm.used" = appending global [1 x ptr] [ptr @"_ZN8examples10scale_rowsB2v1E5ArrayIfLi1E1A7mutable7alignedEf"], section "llvm.metadata"
!nvvmir.version = !{ !0 }
!nvvm.annotations = !{ !1 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !{ ptr @"_ZN8examples10scale_rowsB2v1E5ArrayIfLi1E1A7mutable7alignedEf", !"kernel", i32 1 }
