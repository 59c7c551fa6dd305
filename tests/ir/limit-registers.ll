; RUN: opencicc opt %s --passes=limit-registers -arch=sm_90 --strict-passes --verify-each | filecheck %s
; RUN: opencicc opt %s --passes=limit-registers -arch=sm_90 --limit-registers=0 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=limit-registers -arch=sm_90 --limit-registers-warps=8 | filecheck %s --check-prefix=OFF
; RUN: opencicc opt %s --passes=limit-registers -arch=sm_90 --limit-registers-room=3 | filecheck %s --check-prefix=ROOM
; RUN: opencicc opt %s --passes=limit-registers -arch=sm_90 --limit-registers-room=-20 | filecheck %s --check-prefix=BEYOND

; A block of 256 threads with 106 live registers: two blocks fit up to 128 registers, one beyond.

target triple = "nvptx64-nvidia-cuda"

@tile = internal addrspace(3) global [1024 x float] undef
declare void @other()

; OFF-NOT: nvvm.maxnreg"="128"

; CHECK: define ptx_kernel void @many({{.*}}) [[LIMITED:#[0-9]+]]
define ptx_kernel void @many(ptr addrspace(1) %p) "nvvm.maxntid"="256" {
  %a = load <52 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <52 x float>, ptr addrspace(1) %q, align 256
  store <52 x float> %a, ptr addrspace(1) %q, align 256
  store <52 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; Near to the cliff: ptxas needs fewer registers than are alive here in the order of the IR.
; CHECK: define ptx_kernel void @near({{.*}}) [[LIMITED]]
; ROOM: define ptx_kernel void @many({{.*}}) [[LIMITED:#[0-9]+]]
; ROOM: define ptx_kernel void @near({{.*}}) [[BOUNDED:#[0-9]+]]
define ptx_kernel void @near(ptr addrspace(1) %p) "nvvm.maxntid"="256" {
  %a = load <62 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <62 x float>, ptr addrspace(1) %q, align 256
  store <62 x float> %a, ptr addrspace(1) %q, align 256
  store <62 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; Beyond it: ptxas would spill, unless somebody allows for it.
; CHECK: define ptx_kernel void @beyond({{.*}}) [[BOUNDED:#[0-9]+]]
; BEYOND: define ptx_kernel void @beyond({{.*}}) [[LIMITED:#[0-9]+]]
define ptx_kernel void @beyond(ptr addrspace(1) %p) "nvvm.maxntid"="256" {
  %a = load <66 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <66 x float>, ptr addrspace(1) %q, align 256
  store <66 x float> %a, ptr addrspace(1) %q, align 256
  store <66 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; Many warps fit: some can be spared.
; CHECK: define ptx_kernel void @few({{.*}}) [[BOUNDED]]
define ptx_kernel void @few(ptr addrspace(1) %p) "nvvm.maxntid"="256" {
  %a = load <16 x float>, ptr addrspace(1) %p, align 64
  store <16 x float> %a, ptr addrspace(1) %p, align 64
  ret void
}

; Small blocks lose a quarter of their warps, not half.
; CHECK: define ptx_kernel void @small_blocks({{.*}}) [[SMALL:#[0-9]+]]
define ptx_kernel void @small_blocks(ptr addrspace(1) %p) "nvvm.maxntid"="128" {
  %a = load <52 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <52 x float>, ptr addrspace(1) %q, align 256
  store <52 x float> %a, ptr addrspace(1) %q, align 256
  store <52 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; Somebody decided already.
; CHECK: define ptx_kernel void @decided({{.*}}) [[DECIDED:#[0-9]+]]
define ptx_kernel void @decided(ptr addrspace(1) %p) "nvvm.maxntid"="256" "nvvm.maxnreg"="200" {
  %a = load <52 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <52 x float>, ptr addrspace(1) %q, align 256
  store <52 x float> %a, ptr addrspace(1) %q, align 256
  store <52 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; A call's registers are not known here.
; CHECK: define ptx_kernel void @calls({{.*}}) [[BOUNDED]]
define ptx_kernel void @calls(ptr addrspace(1) %p) "nvvm.maxntid"="256" {
  %a = load <52 x float>, ptr addrspace(1) %p, align 256
  %q = getelementptr float, ptr addrspace(1) %p, i64 100
  %b = load <52 x float>, ptr addrspace(1) %q, align 256
  call void @other()
  store <52 x float> %a, ptr addrspace(1) %q, align 256
  store <52 x float> %b, ptr addrspace(1) %p, align 256
  ret void
}

; CHECK: attributes [[LIMITED]] = { "nvvm.maxnreg"="128" "nvvm.maxntid"="256" }
; CHECK: attributes [[BOUNDED]] = { "nvvm.maxntid"="256" }
; CHECK: attributes [[SMALL]] = { "nvvm.maxntid"="128" }
; CHECK: attributes [[DECIDED]] = { "nvvm.maxnreg"="200" "nvvm.maxntid"="256" }
; ROOM: attributes [[LIMITED]] = { "nvvm.maxnreg"="128" "nvvm.maxntid"="256" }
; ROOM: attributes [[BOUNDED]] = { "nvvm.maxntid"="256" }
; BEYOND: attributes [[LIMITED]] = { "nvvm.maxnreg"="128" "nvvm.maxntid"="256" }
