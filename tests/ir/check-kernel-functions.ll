; RUN: opencicc opt %s --passes=check-kernel-functions | filecheck %s
; Every compile asks first; so does whoever starts from here.
; CHECK: define ptx_kernel void @good(
target triple = "nvptx64-nvidia-cuda"

@launched = addrspace(1) global ptr @good
define ptx_kernel void @good(ptr byval([4000 x i8]) %p) {
  ret void
}
define weak_odr ptx_kernel void @instance() {
  ret void
}
