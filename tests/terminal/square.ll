; Two functions with something to do for instcombine and simplifycfg.
target triple = "nvptx64-nvidia-cuda"

define i32 @_Z6squarei(i32 %x) {
  %zero = sub i32 %x, %x
  %same = add i32 %x, %zero
  %y = mul i32 %same, %same
  ret i32 %y
}

define ptx_kernel void @_Z4fillPi(ptr addrspace(1) %p) {
entry:
  br i1 true, label %one, label %other
one:
  store i32 1, ptr addrspace(1) %p
  br label %end
other:
  store i32 2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
