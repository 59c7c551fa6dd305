; As numba-cuda 0.30 hands a kernel with debug=True to libNVVM, its names shortened: typed pointers, full debug information.
; ModuleID = "saxpy"
target triple = "nvptx64-nvidia-cuda"
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"

@"saxpy_environment" = common global i8* null
define void @"saxpy_kernel"(i8* %"x.0", i8* %"x.1", i64 %"x.2", i64 %"x.3", float* %"x.4", i64 %"x.5.0", i64 %"x.6.0", i8* %"y.0", i8* %"y.1", i64 %"y.2", i64 %"y.3", float* %"y.4", i64 %"y.5.0", i64 %"y.6.0", float %"a") !dbg !40
{
entry:
  %"inserted.meminfo" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"x.0", 0
  %"inserted.parent" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo", i8* %"x.1", 1
  %"inserted.nitems" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent", i64 %"x.2", 2
  %"inserted.itemsize" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems", i64 %"x.3", 3
  %"inserted.data" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize", float* %"x.4", 4
  %".18" = insertvalue [1 x i64] undef, i64 %"x.5.0", 0
  %"inserted.shape" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data", [1 x i64] %".18", 5
  %".19" = insertvalue [1 x i64] undef, i64 %"x.6.0", 0
  %"inserted.strides" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape", [1 x i64] %".19", 6
  %"inserted.meminfo.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} undef, i8* %"y.0", 0
  %"inserted.parent.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.meminfo.1", i8* %"y.1", 1
  %"inserted.nitems.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.parent.1", i64 %"y.2", 2
  %"inserted.itemsize.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.nitems.1", i64 %"y.3", 3
  %"inserted.data.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.itemsize.1", float* %"y.4", 4
  %".20" = insertvalue [1 x i64] undef, i64 %"y.5.0", 0
  %"inserted.shape.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.data.1", [1 x i64] %".20", 5
  %".21" = insertvalue [1 x i64] undef, i64 %"y.6.0", 0
  %"inserted.strides.1" = insertvalue {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.shape.1", [1 x i64] %".21", 6
  %"x" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x"
  %"y" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y"
  %"a.1" = alloca float
  store float 0.0, float* %"a.1"
  %"$4load_global.0" = alloca i8*
  store i8* null, i8** %"$4load_global.0"
  %"$16load_attr.2" = alloca i8*
  store i8* null, i8** %"$16load_attr.2"
  %"$const26.3.1" = alloca i64
  store i64 0, i64* %"$const26.3.1"
  %"i" = alloca i64
  store i64 0, i64* %"i"
  %".57" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57"
  %"$50binary_subscr.8" = alloca float
  store float 0.0, float* %"$50binary_subscr.8"
  %"t" = alloca float
  store float 0.0, float* %"t"
  %".98" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".98"
  %"$70load_attr.12" = alloca i64
  store i64 0, i64* %"$70load_attr.12"
  %"$80compare_op.13" = alloca i1
  store i1 0, i1* %"$80compare_op.13"
  %"$bool86" = alloca i8*
  store i8* null, i8** %"$bool86"
  %"$86pred" = alloca i1
  store i1 0, i1* %"$86pred"
  %".145" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145"
  %"$96binary_subscr.2" = alloca float
  store float 0.0, float* %"$96binary_subscr.2"
  %"$binop_iadd108.4" = alloca float
  store float 0.0, float* %"$binop_iadd108.4"
  %".188" = alloca {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188"
  %"$const120.5.0" = alloca i8*
  store i8* null, i8** %"$const120.5.0"
  %"$122return_value.6" = alloca i8*
  store i8* null, i8** %"$122return_value.6"
  %"$const124.0.0" = alloca i8*
  store i8* null, i8** %"$const124.0.0"
  %"$126return_value.1" = alloca i8*
  store i8* null, i8** %"$126return_value.1"
  br label %"B0"
B0:
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x", metadata !56, metadata !57), !dbg !41
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %"inserted.strides.1", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y"
  call void @"llvm.dbg.declare"(metadata {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", metadata !72, metadata !57), !dbg !41
  store float %"a", float* %"a.1"
  call void @"llvm.dbg.declare"(metadata float* %"a.1", metadata !73, metadata !57), !dbg !41
  %".32" = load i8*, i8** %"$4load_global.0", !dbg !74
  store i8* null, i8** %"$4load_global.0", !dbg !74
  %".34" = load i8*, i8** %"$4load_global.0", !dbg !74
  %".36" = load i8*, i8** %"$16load_attr.2", !dbg !74
  store i8* null, i8** %"$16load_attr.2", !dbg !74
  %".39" = load i64, i64* %"$const26.3.1", !dbg !74
  store i64 1, i64* %"$const26.3.1", !dbg !74
  %".41" = load i64, i64* %"$const26.3.1", !dbg !74
  %".42" = trunc i64 1 to i32 , !dbg !74
  %".43" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"(), !dbg !74
  %".44" = sext i32 %".43" to i64 , !dbg !74
  %".45" = call i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"(), !dbg !74
  %".46" = sext i32 %".45" to i64 , !dbg !74
  %".47" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"(), !dbg !74
  %".48" = sext i32 %".47" to i64 , !dbg !74
  %".49" = mul i64 %".46", %".48", !dbg !74
  %".50" = add i64 %".49", %".44", !dbg !74
  %".52" = load i64, i64* %"i", !dbg !74
  store i64 %".50", i64* %"i", !dbg !74
  call void @"llvm.dbg.value"(metadata i64 %".50", metadata !75, metadata !57), !dbg !74
  %".55" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x", !dbg !76
  %".56" = load i64, i64* %"i", !dbg !76
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".55", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", !dbg !76
  %".61" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", i32 0, i32 5 , !dbg !76
  %".62" = getelementptr inbounds [1 x i64], [1 x i64]* %".61", i32 0, i32 0 , !dbg !76
  %".63" = load i64, i64* %".62", !dbg !76, !range !77
  %".64" = insertvalue [1 x i64] undef, i64 %".63", 0 , !dbg !76
  %".65" = extractvalue [1 x i64] %".64", 0 , !dbg !76
  %".66" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", i32 0, i32 6 , !dbg !76
  %".67" = load [1 x i64], [1 x i64]* %".66", !dbg !76
  %".68" = extractvalue [1 x i64] %".67", 0 , !dbg !76
  %".69" = icmp slt i64 %".56", 0 , !dbg !76
  %".70" = add i64 %".56", %".65", !dbg !76
  %".71" = select  i1 %".69", i64 %".70", i64 %".56" , !dbg !76
  %".72" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", i32 0, i32 5 , !dbg !76
  %".73" = getelementptr inbounds [1 x i64], [1 x i64]* %".72", i32 0, i32 0 , !dbg !76
  %".74" = load i64, i64* %".73", !dbg !76, !range !77
  %".75" = insertvalue [1 x i64] undef, i64 %".74", 0 , !dbg !76
  %".76" = extractvalue [1 x i64] %".75", 0 , !dbg !76
  %".77" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", i32 0, i32 6 , !dbg !76
  %".78" = load [1 x i64], [1 x i64]* %".77", !dbg !76
  %".79" = extractvalue [1 x i64] %".78", 0 , !dbg !76
  %".80" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".57", i32 0, i32 4 , !dbg !76
  %".81" = load float*, float** %".80", !dbg !76
  %".82" = mul i64 %".79", %".71", !dbg !76
  %".83" = ptrtoint float* %".81" to i64 , !dbg !76
  %".84" = add i64 %".83", %".82", !dbg !76
  %".85" = inttoptr i64 %".84" to float* , !dbg !76
  %".86" = load float, float* %".85", !dbg !76
  %".88" = load float, float* %"$50binary_subscr.8", !dbg !76
  store float %".86", float* %"$50binary_subscr.8", !dbg !76
  %".90" = load float, float* %"a.1", !dbg !76
  %".91" = load float, float* %"$50binary_subscr.8", !dbg !76
  %".92" = fmul float %".90", %".91", !dbg !76
  %".94" = load float, float* %"t", !dbg !76
  store float %".92", float* %"t", !dbg !76
  call void @"llvm.dbg.value"(metadata float %".92", metadata !78, metadata !57), !dbg !76
  %".97" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x", !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".98"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".97", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".98", !dbg !79
  %".102" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".98", i32 0, i32 2 , !dbg !79
  %".103" = load i64, i64* %".102", !dbg !79
  %".105" = load i64, i64* %"$70load_attr.12", !dbg !79
  store i64 %".103", i64* %"$70load_attr.12", !dbg !79
  %".107" = load i64, i64* %"i", !dbg !79
  %".108" = load i64, i64* %"$70load_attr.12", !dbg !79
  %".109" = icmp slt i64 %".107", %".108" , !dbg !79
  %".111" = load i1, i1* %"$80compare_op.13", !dbg !79
  store i1 %".109", i1* %"$80compare_op.13", !dbg !79
  %".114" = load i8*, i8** %"$bool86", !dbg !79
  store i8* null, i8** %"$bool86", !dbg !79
  %".116" = load i1, i1* %"$80compare_op.13", !dbg !79
  %".118" = load i1, i1* %"$86pred", !dbg !79
  store i1 %".116", i1* %"$86pred", !dbg !79
  %".120" = load i8*, i8** %"$4load_global.0", !dbg !79
  store i8* null, i8** %"$4load_global.0", !dbg !79
  %".122" = load i64, i64* %"$const26.3.1", !dbg !79
  store i64 0, i64* %"$const26.3.1", !dbg !79
  %".124" = load i8*, i8** %"$16load_attr.2", !dbg !79
  store i8* null, i8** %"$16load_attr.2", !dbg !79
  %".126" = load float, float* %"a.1", !dbg !79
  store float 0.0, float* %"a.1", !dbg !79
  %".128" = load float, float* %"$50binary_subscr.8", !dbg !79
  store float 0.0, float* %"$50binary_subscr.8", !dbg !79
  %".130" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x", !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"x", !dbg !79
  %".132" = load i64, i64* %"$70load_attr.12", !dbg !79
  store i64 0, i64* %"$70load_attr.12", !dbg !79
  %".134" = load i8*, i8** %"$bool86", !dbg !79
  store i8* null, i8** %"$bool86", !dbg !79
  %".136" = load i1, i1* %"$80compare_op.13", !dbg !79
  store i1 0, i1* %"$80compare_op.13", !dbg !79
  %".138" = load i1, i1* %"$86pred", !dbg !79
  br i1 %".138", label %"B88", label %"B124", !dbg !79
B88:
  %".140" = load i1, i1* %"$86pred", !dbg !79
  store i1 0, i1* %"$86pred", !dbg !79
  %".142" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  %".143" = load i64, i64* %"i", !dbg !79
  call void @"llvm.dbg.value"(metadata i64 %".143", metadata !75, metadata !57), !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".142", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", !dbg !79
  %".149" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", i32 0, i32 5 , !dbg !79
  %".150" = getelementptr inbounds [1 x i64], [1 x i64]* %".149", i32 0, i32 0 , !dbg !79
  %".151" = load i64, i64* %".150", !dbg !79, !range !77
  %".152" = insertvalue [1 x i64] undef, i64 %".151", 0 , !dbg !79
  %".153" = extractvalue [1 x i64] %".152", 0 , !dbg !79
  %".154" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", i32 0, i32 6 , !dbg !79
  %".155" = load [1 x i64], [1 x i64]* %".154", !dbg !79
  %".156" = extractvalue [1 x i64] %".155", 0 , !dbg !79
  %".157" = icmp slt i64 %".143", 0 , !dbg !79
  %".158" = add i64 %".143", %".153", !dbg !79
  %".159" = select  i1 %".157", i64 %".158", i64 %".143" , !dbg !79
  %".160" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", i32 0, i32 5 , !dbg !79
  %".161" = getelementptr inbounds [1 x i64], [1 x i64]* %".160", i32 0, i32 0 , !dbg !79
  %".162" = load i64, i64* %".161", !dbg !79, !range !77
  %".163" = insertvalue [1 x i64] undef, i64 %".162", 0 , !dbg !79
  %".164" = extractvalue [1 x i64] %".163", 0 , !dbg !79
  %".165" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", i32 0, i32 6 , !dbg !79
  %".166" = load [1 x i64], [1 x i64]* %".165", !dbg !79
  %".167" = extractvalue [1 x i64] %".166", 0 , !dbg !79
  %".168" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".145", i32 0, i32 4 , !dbg !79
  %".169" = load float*, float** %".168", !dbg !79
  %".170" = mul i64 %".167", %".159", !dbg !79
  %".171" = ptrtoint float* %".169" to i64 , !dbg !79
  %".172" = add i64 %".171", %".170", !dbg !79
  %".173" = inttoptr i64 %".172" to float* , !dbg !79
  %".174" = load float, float* %".173", !dbg !79
  %".176" = load float, float* %"$96binary_subscr.2", !dbg !79
  store float %".174", float* %"$96binary_subscr.2", !dbg !79
  %".178" = load float, float* %"$96binary_subscr.2", !dbg !79
  %".179" = load float, float* %"t", !dbg !79
  call void @"llvm.dbg.value"(metadata float %".179", metadata !78, metadata !57), !dbg !79
  %".181" = fadd float %".178", %".179", !dbg !79
  %".183" = load float, float* %"$binop_iadd108.4", !dbg !79
  store float %".181", float* %"$binop_iadd108.4", !dbg !79
  %".185" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  %".186" = load float, float* %"$binop_iadd108.4", !dbg !79
  %".187" = load i64, i64* %"i", !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188"
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} %".185", {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", !dbg !79
  %".192" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", i32 0, i32 5 , !dbg !79
  %".193" = getelementptr inbounds [1 x i64], [1 x i64]* %".192", i32 0, i32 0 , !dbg !79
  %".194" = load i64, i64* %".193", !dbg !79, !range !77
  %".195" = insertvalue [1 x i64] undef, i64 %".194", 0 , !dbg !79
  %".196" = extractvalue [1 x i64] %".195", 0 , !dbg !79
  %".197" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", i32 0, i32 6 , !dbg !79
  %".198" = load [1 x i64], [1 x i64]* %".197", !dbg !79
  %".199" = extractvalue [1 x i64] %".198", 0 , !dbg !79
  %".200" = icmp slt i64 %".187", 0 , !dbg !79
  %".201" = add i64 %".187", %".196", !dbg !79
  %".202" = select  i1 %".200", i64 %".201", i64 %".187" , !dbg !79
  %".203" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", i32 0, i32 5 , !dbg !79
  %".204" = getelementptr inbounds [1 x i64], [1 x i64]* %".203", i32 0, i32 0 , !dbg !79
  %".205" = load i64, i64* %".204", !dbg !79, !range !77
  %".206" = insertvalue [1 x i64] undef, i64 %".205", 0 , !dbg !79
  %".207" = extractvalue [1 x i64] %".206", 0 , !dbg !79
  %".208" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", i32 0, i32 6 , !dbg !79
  %".209" = load [1 x i64], [1 x i64]* %".208", !dbg !79
  %".210" = extractvalue [1 x i64] %".209", 0 , !dbg !79
  %".211" = getelementptr inbounds {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %".188", i32 0, i32 4 , !dbg !79
  %".212" = load float*, float** %".211", !dbg !79
  %".213" = mul i64 %".210", %".202", !dbg !79
  %".214" = ptrtoint float* %".212" to i64 , !dbg !79
  %".215" = add i64 %".214", %".213", !dbg !79
  %".216" = inttoptr i64 %".215" to float* , !dbg !79
  store float %".186", float* %".216", !dbg !79
  %".219" = load i8*, i8** %"$const120.5.0", !dbg !79
  store i8* null, i8** %"$const120.5.0", !dbg !79
  %".221" = load i8*, i8** %"$const120.5.0", !dbg !79
  %".223" = load i8*, i8** %"$122return_value.6", !dbg !79
  store i8* %".221", i8** %"$122return_value.6", !dbg !79
  %".225" = load float, float* %"t", !dbg !79
  store float 0.0, float* %"t", !dbg !79
  %".227" = load float, float* %"$96binary_subscr.2", !dbg !79
  store float 0.0, float* %"$96binary_subscr.2", !dbg !79
  %".229" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  %".231" = load i64, i64* %"i", !dbg !79
  store i64 0, i64* %"i", !dbg !79
  %".233" = load float, float* %"$binop_iadd108.4", !dbg !79
  store float 0.0, float* %"$binop_iadd108.4", !dbg !79
  %".235" = load i8*, i8** %"$const120.5.0", !dbg !79
  store i8* null, i8** %"$const120.5.0", !dbg !79
  %".237" = load i8*, i8** %"$122return_value.6", !dbg !79
  call void @"saxpy_kernel__exc_helper__"(i32 0), !dbg !79
  ret void, !dbg !79
B124:
  %".240" = load {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  store {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]} zeroinitializer, {i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}* %"y", !dbg !79
  %".242" = load float, float* %"t", !dbg !79
  store float 0.0, float* %"t", !dbg !79
  %".244" = load i64, i64* %"i", !dbg !79
  store i64 0, i64* %"i", !dbg !79
  %".246" = load i1, i1* %"$86pred", !dbg !79
  store i1 0, i1* %"$86pred", !dbg !79
  %".249" = load i8*, i8** %"$const124.0.0", !dbg !79
  store i8* null, i8** %"$const124.0.0", !dbg !79
  %".251" = load i8*, i8** %"$const124.0.0", !dbg !79
  %".253" = load i8*, i8** %"$126return_value.1", !dbg !79
  store i8* %".251", i8** %"$126return_value.1", !dbg !79
  %".255" = load i8*, i8** %"$const124.0.0", !dbg !79
  store i8* null, i8** %"$const124.0.0", !dbg !79
  %".257" = load i8*, i8** %"$126return_value.1", !dbg !79
  call void @"saxpy_kernel__exc_helper__"(i32 0), !dbg !79
  ret void, !dbg !79
}

declare void @"llvm.dbg.declare"(metadata %".1", metadata %".2", metadata %".3")

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ntid.x"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()

declare void @"llvm.dbg.value"(metadata %".1", metadata %".2", metadata %".3")

@"saxpy_kernel__errcode__" = global i32 0
@"saxpy_kernel__tidx__" = global i32 0
@"saxpy_kernel__ctaidx__" = global i32 0
@"saxpy_kernel__tidy__" = global i32 0
@"saxpy_kernel__ctaidy__" = global i32 0
@"saxpy_kernel__tidz__" = global i32 0
@"saxpy_kernel__ctaidz__" = global i32 0
define void @"saxpy_kernel__exc_helper__"(i32 %".1")
{
entry:
  %".3" = icmp eq i32 %".1", 0
  %".4" = icmp eq i32 %".1", -2
  %".5" = or i1 %".3", %".4"
  %".6" = xor i1 %".5", -1
  %".7" = icmp eq i32 %".1", -1
  %".8" = icmp eq i32 %".1", -3
  %".9" = icmp sge i32 %".1", 1
  br i1 %".5", label %"entry.if", label %"entry.endif", !prof !82
entry.if:
  ret void
entry.endif:
  %".12" = xor i1 %".7", -1
  br i1 %".12", label %"entry.endif.if", label %"entry.endif.endif"
entry.endif.if:
  %".14" = cmpxchg i32* @"saxpy_kernel__errcode__", i32 0, i32 %".1" monotonic monotonic
  %".15" = extractvalue {i32, i1} %".14", 1
  br i1 %".15", label %"entry.endif.if.if", label %"entry.endif.if.endif"
entry.endif.endif:
  ret void
entry.endif.if.if:
  %".17" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.x"()
  store i32 %".17", i32* @"saxpy_kernel__tidx__"
  %".19" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()
  store i32 %".19", i32* @"saxpy_kernel__tidy__"
  %".21" = call i32 @"llvm.nvvm.read.ptx.sreg.tid.z"()
  store i32 %".21", i32* @"saxpy_kernel__tidz__"
  %".23" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.x"()
  store i32 %".23", i32* @"saxpy_kernel__ctaidx__"
  %".25" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.y"()
  store i32 %".25", i32* @"saxpy_kernel__ctaidy__"
  %".27" = call i32 @"llvm.nvvm.read.ptx.sreg.ctaid.z"()
  store i32 %".27", i32* @"saxpy_kernel__ctaidz__"
  br label %"entry.endif.if.endif"
entry.endif.if.endif:
  br label %"entry.endif.endif"
}

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.tid.z"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.y"()

declare i32 @"llvm.nvvm.read.ptx.sreg.ctaid.z"()

@"llvm.used" = appending global [1 x i8*] [i8* bitcast (void (i8*, i8*, i64, i64, float*, i64, i64, i8*, i8*, i64, i64, float*, i64, i64, float)* @"saxpy_kernel" to i8*)], section "llvm.metadata"
!nvvmir.version = !{ !0 }
!llvm.dbg.cu = !{ !2 }
!llvm.module.flags = !{ !80, !81 }
!nvvm.annotations = !{ !83 }
!0 = !{ i32 2, i32 0, i32 3, i32 2 }
!1 = !DIFile(directory: "/src", filename: "kern.py")
!2 = distinct !DICompileUnit(emissionKind: FullDebug, file: !1, isOptimized: true, language: DW_LANG_C_plus_plus, producer: "clang (Numba)", runtimeVersion: 0)
!3 = !DIBasicType(encoding: DW_ATE_unsigned, name: "i8", size: 8)
!4 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!5 = !DIDerivedType(baseType: !4, size: 64, tag: DW_TAG_pointer_type)
!6 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!7 = !DIDerivedType(baseType: !6, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!8 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!9 = !DIDerivedType(baseType: !8, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!10 = !DIBasicType(encoding: DW_ATE_signed, name: "int64", size: 64)
!11 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!12 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!13 = !DIBasicType(encoding: DW_ATE_float, name: "float32", size: 32)
!14 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!15 = !DIDerivedType(baseType: !14, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!16 = !DISubrange(count: 1)
!17 = !{ !16 }
!18 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!19 = !DIDerivedType(baseType: !18, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!20 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!21 = !DIDerivedType(baseType: !20, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!22 = !{ !7, !9, !11, !12, !15, !19, !21 }
!23 = distinct !DICompositeType(elements: !22, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, A) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!24 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!25 = !DIDerivedType(baseType: !24, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!26 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!27 = !DIDerivedType(baseType: !26, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!28 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!29 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!30 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!31 = !DIDerivedType(baseType: !30, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!32 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!33 = !DIDerivedType(baseType: !32, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!34 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!35 = !DIDerivedType(baseType: !34, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!36 = !{ !25, !27, !28, !29, !31, !33, !35 }
!37 = distinct !DICompositeType(elements: !36, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, A) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!38 = !{ null, !23, !37, !13 }
!39 = !DISubroutineType(types: !38)
!40 = distinct !DISubprogram(file: !1, isDefinition: true, isLocal: false, isOptimized: true, line: 82, linkageName: "saxpy_kernel", name: "saxpy", scope: !1, scopeLine: 82, type: !39, unit: !2)
!41 = !DILocation(column: 1, line: 82, scope: !40)
!42 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!43 = !DIDerivedType(baseType: !42, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!44 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!45 = !DIDerivedType(baseType: !44, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!46 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!47 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!48 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!49 = !DIDerivedType(baseType: !48, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!50 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!51 = !DIDerivedType(baseType: !50, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!52 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!53 = !DIDerivedType(baseType: !52, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!54 = !{ !43, !45, !46, !47, !49, !51, !53 }
!55 = distinct !DICompositeType(elements: !54, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, A) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!56 = !DILocalVariable(arg: 1, file: !1, line: 82, name: "x", scope: !40, type: !55)
!57 = !DIExpression()
!58 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!59 = !DIDerivedType(baseType: !58, name: "meminfo", offset: 0, size: 64, tag: DW_TAG_member)
!60 = !DIDerivedType(baseType: !3, size: 64, tag: DW_TAG_pointer_type)
!61 = !DIDerivedType(baseType: !60, name: "parent", offset: 64, size: 64, tag: DW_TAG_member)
!62 = !DIDerivedType(baseType: !10, name: "nitems", offset: 128, size: 64, tag: DW_TAG_member)
!63 = !DIDerivedType(baseType: !10, name: "itemsize", offset: 192, size: 64, tag: DW_TAG_member)
!64 = !DIDerivedType(baseType: !13, size: 64, tag: DW_TAG_pointer_type)
!65 = !DIDerivedType(baseType: !64, name: "data", offset: 256, size: 64, tag: DW_TAG_member)
!66 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!67 = !DIDerivedType(baseType: !66, name: "shape", offset: 320, size: 64, tag: DW_TAG_member)
!68 = !DICompositeType(baseType: !10, elements: !17, identifier: "[1 x i64]", name: "UniTuple(int64 x 1) ([1 x i64])", size: 64, tag: DW_TAG_array_type)
!69 = !DIDerivedType(baseType: !68, name: "strides", offset: 384, size: 64, tag: DW_TAG_member)
!70 = !{ !59, !61, !62, !63, !65, !67, !69 }
!71 = distinct !DICompositeType(elements: !70, identifier: "{i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]}", name: "array(float32, 1d, A) ({i8*, i8*, i64, i64, float*, [1 x i64], [1 x i64]})", size: 448, tag: DW_TAG_structure_type)
!72 = !DILocalVariable(arg: 2, file: !1, line: 82, name: "y", scope: !40, type: !71)
!73 = !DILocalVariable(arg: 3, file: !1, line: 82, name: "a", scope: !40, type: !13)
!74 = !DILocation(column: 1, line: 83, scope: !40)
!75 = !DILocalVariable(arg: 0, file: !1, line: 83, name: "i", scope: !40, type: !10)
!76 = !DILocation(column: 1, line: 84, scope: !40)
!77 = !{ i64 0, i64 9223372036854775807 }
!78 = !DILocalVariable(arg: 0, file: !1, line: 84, name: "t", scope: !40, type: !13)
!79 = !DILocation(column: 1, line: 85, scope: !40)
!80 = !{ i32 2, !"Dwarf Version", i32 4 }
!81 = !{ i32 2, !"Debug Info Version", i32 3 }
!82 = !{ !"branch_weights", i32 99, i32 1 }
!83 = !{ void (i8*, i8*, i64, i64, float*, i64, i64, i8*, i8*, i64, i64, float*, i64, i64, float)* @"saxpy_kernel", !"kernel", i32 1 }