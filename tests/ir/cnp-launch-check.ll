; RUN: opencicc opt %s --passes=cnp-launch-check -arch=sm_90 -o %t 2>&1 | filecheck %s --check-prefixes=CHECK,NEW
; RUN: opencicc opt %s -O0 -arch=sm_80 -o %t 2>&1 | filecheck %s --check-prefixes=CHECK,OLD
; RUN: opencicc opt %s -O3 -arch=sm_90 -o %t 2>&1 | filecheck %s --check-prefixes=CHECK,NEW
; CHECK-DAG: warning: function parent: launches @helper, which is no kernel
; NEW-DAG: warning: function parent: calls cudaLaunchDeviceV2, which sm_90 and later do not have
; NEW-DAG: warning: function parent: waits with cudaDeviceSynchronize
; OLD-NOT: cudaLaunchDeviceV2
; CHECK-NOT: @child
target triple = "nvptx64-nvidia-cuda"

declare ptr @__cudaCDP2GetParameterBufferV2(ptr, i64, i32, i64, i32, i32)
declare i32 @cudaLaunchDeviceV2(ptr, ptr)
declare i32 @cudaDeviceSynchronize()

define void @helper() {
  ret void
}
define ptx_kernel void @child() {
  ret void
}
define ptx_kernel void @parent() {
  %good = call ptr @__cudaCDP2GetParameterBufferV2(ptr @child, i64 1, i32 1, i64 1, i32 1, i32 0)
  %bad = call ptr @__cudaCDP2GetParameterBufferV2(ptr @helper, i64 1, i32 1, i64 1, i32 1, i32 0)
  %old = call i32 @cudaLaunchDeviceV2(ptr %good, ptr null)
  %wait = call i32 @cudaDeviceSynchronize()
  ret void
}
