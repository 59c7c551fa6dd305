; A program that reads clocks measures its loads: those that say so stay where they are.
; RUN: opencicc opt %s --passes=lift-assembly | filecheck %s
; CHECK: asm sideeffect "ld.global.nc.u32
target triple = "nvptx64-nvidia-cuda"
define i32 @latency(ptr %p) {
  %before = call i32 asm sideeffect "mov.u32 $0, %clock;", "=r"()
  %v = call i32 asm sideeffect "ld.global.nc.u32 $0, [$1];", "=r,l"(ptr %p)
  %after = call i32 asm sideeffect "mov.u32 $0, %clock;", "=r"()
  %t = sub i32 %after, %before
  %r = add i32 %t, %v
  ret i32 %r
}
