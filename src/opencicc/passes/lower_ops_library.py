"""What lower-ops calls: 128-bit division and conversion in LLVM IR, function by function.

A division by a divisor of up to 64 bits takes one or two steps of 128 by 64 bits, a longer one a single such step and a
correction; a step computes two digits of base 2^32 with two 64-bit divisions (Knuth, The Art of Computer Programming,
volume 2, algorithm D). Conversions to floats normalise the number, keep what was cut as the lowest bit and let the
64-bit conversion round once; `odd_f32` rounds to odd, so that a half or bfloat made from it is rounded once too.
Compared with a host compiler on 20 million pairs.
"""

from __future__ import annotations

PREFIX = "__opencicc_"
ATTRIBUTES = "attributes #0 = { nounwind willreturn memory(none) }"
DECLARATIONS = """
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.fshl.i64(i64, i64, i64)
declare i64 @llvm.usub.sat.i64(i64, i64)
declare i128 @llvm.abs.i128(i128, i1)
"""

# By name without the prefix.
BODIES = {
    "udiv128by64": """
define i64 @__opencicc_udiv128by64(i64 %high, i64 %low, i64 %divisor) #0 {
entry:
  %0 = call i64 @llvm.ctlz.i64(i64 %divisor, i1 true)
  %shl = shl i64 %divisor, %0
  %shr = lshr i64 %shl, 32
  %conv1 = and i64 %shl, 4294967295
  %tobool.not = icmp eq i64 %0, 0
  %or = call i64 @llvm.fshl.i64(i64 %high, i64 %low, i64 %0)
  %cond = select i1 %tobool.not, i64 %high, i64 %or
  %shl7 = shl i64 %low, %0
  %shr8 = lshr i64 %shl7, 32
  %conv10 = and i64 %shl7, 4294967295
  %div = udiv i64 %cond, %shr
  %mul = mul i64 %div, %shr
  %sub11 = sub i64 %cond, %mul
  br label %guess.high
guess.high:
  %q1.0 = phi i64 [ %div, %entry ], [ %dec, %lower.high ]
  %rem.0 = phi i64 [ %sub11, %entry ], [ %add, %lower.high ]
  %tobool13.not = icmp ult i64 %q1.0, 4294967296
  br i1 %tobool13.not, label %test.high, label %lower.high
test.high:
  %mul14 = mul nuw i64 %q1.0, %conv1
  %shl15 = shl i64 %rem.0, 32
  %or16 = or disjoint i64 %shl15, %shr8
  %cmp = icmp ugt i64 %mul14, %or16
  br i1 %cmp, label %lower.high, label %second
lower.high:
  %dec = add i64 %q1.0, -1
  %add = add i64 %rem.0, %shr
  %tobool19.not = icmp ult i64 %add, 4294967296
  br i1 %tobool19.not, label %guess.high, label %second
second:
  %q1.1 = phi i64 [ %dec, %lower.high ], [ %q1.0, %test.high ]
  %shl20 = shl i64 %cond, 32
  %or21 = or disjoint i64 %shl20, %shr8
  %mul22 = mul i64 %q1.1, %shl
  %sub23 = sub i64 %or21, %mul22
  %div24 = udiv i64 %sub23, %shr
  %mul25 = mul i64 %div24, %shr
  %sub26 = sub i64 %sub23, %mul25
  br label %guess.low
guess.low:
  %rem.1 = phi i64 [ %sub26, %second ], [ %add39, %lower.low ]
  %q0.0 = phi i64 [ %div24, %second ], [ %dec38, %lower.low ]
  %tobool29.not = icmp ult i64 %q0.0, 4294967296
  br i1 %tobool29.not, label %test.low, label %lower.low
test.low:
  %mul31 = mul nuw i64 %q0.0, %conv1
  %shl32 = shl i64 %rem.1, 32
  %or33 = or disjoint i64 %shl32, %conv10
  %cmp34 = icmp ugt i64 %mul31, %or33
  br i1 %cmp34, label %lower.low, label %done
lower.low:
  %dec38 = add i64 %q0.0, -1
  %add39 = add i64 %rem.1, %shr
  %tobool41.not = icmp ult i64 %add39, 4294967296
  br i1 %tobool41.not, label %guess.low, label %done
done:
  %q0.1 = phi i64 [ %dec38, %lower.low ], [ %q0.0, %test.low ]
  %shl45 = shl i64 %q1.1, 32
  %add46 = add i64 %q0.1, %shl45
  ret i64 %add46
}
""",
    "udiv128": """
define i128 @__opencicc_udiv128(i128 %n, i128 %d) #0 {
entry:
  %shr = lshr i128 %n, 64
  %conv = trunc nuw i128 %shr to i64
  %conv1 = trunc i128 %n to i64
  %shr2 = lshr i128 %d, 64
  %conv3 = trunc nuw i128 %shr2 to i64
  %conv4 = trunc i128 %d to i64
  %cmp = icmp eq i128 %shr2, 0
  br i1 %cmp, label %narrow, label %wide
narrow:
  %cmp6.not = icmp ult i64 %conv, %conv4
  br i1 %cmp6.not, label %rest, label %divide.high
divide.high:
  %div = udiv i64 %conv, %conv4
  %mul = mul i64 %div, %conv4
  %sub = sub i64 %conv, %mul
  br label %rest
rest:
  %r.0 = phi i64 [ %sub, %divide.high ], [ %conv, %narrow ]
  %qh.0 = phi i64 [ %div, %divide.high ], [ 0, %narrow ]
  %tobool.not = icmp eq i64 %r.0, 0
  br i1 %tobool.not, label %short, label %long
long:
  %call = call i64 @__opencicc_udiv128by64(i64 %r.0, i64 %conv1, i64 %conv4)
  br label %join
short:
  %div9 = udiv i64 %conv1, %conv4
  br label %join
join:
  %cond = phi i64 [ %call, %long ], [ %div9, %short ]
  %conv10 = zext i64 %qh.0 to i128
  %shl = shl nuw i128 %conv10, 64
  %conv11 = zext i64 %cond to i128
  %or = or disjoint i128 %shl, %conv11
  br label %exit
wide:
  %cmp13 = icmp ult i64 %conv, %conv3
  br i1 %cmp13, label %exit, label %divide.wide
divide.wide:
  %0 = call i64 @llvm.ctlz.i64(i64 %conv3, i1 true)
  %sh_prom = zext nneg i64 %0 to i128
  %shl17 = shl i128 %d, %sh_prom
  %shr18 = lshr i128 %shl17, 64
  %conv19 = trunc nuw i128 %shr18 to i64
  %shr20 = lshr i128 %n, 1
  %shr21 = lshr i128 %n, 65
  %conv22 = trunc nuw nsw i128 %shr21 to i64
  %conv23 = trunc i128 %shr20 to i64
  %call24 = call i64 @__opencicc_udiv128by64(i64 %conv22, i64 %conv23, i64 %conv19)
  %sub27 = xor i64 %0, 63
  %cond33 = lshr i64 %call24, %sub27
  %q.0 = call i64 @llvm.usub.sat.i64(i64 %cond33, i64 1)
  %conv37 = zext i64 %q.0 to i128
  %mul38 = mul i128 %d, %conv37
  %sub39 = sub i128 %n, %mul38
  %cmp40.not = icmp uge i128 %sub39, %d
  %inc = zext i1 %cmp40.not to i64
  %q.1 = add nuw i64 %q.0, %inc
  %conv44 = zext i64 %q.1 to i128
  br label %exit
exit:
  %retval.0 = phi i128 [ %or, %join ], [ %conv44, %divide.wide ], [ 0, %wide ]
  ret i128 %retval.0
}
""",
    "urem128": """
define i128 @__opencicc_urem128(i128 %n, i128 %d) #0 {
entry:
  %call = call i128 @__opencicc_udiv128(i128 %n, i128 %d)
  %mul = mul i128 %call, %d
  %sub = sub i128 %n, %mul
  ret i128 %sub
}
""",
    "idiv128": """
define i128 @__opencicc_idiv128(i128 %n, i128 %d) #0 {
entry:
  %shr = ashr i128 %n, 127
  %shr1 = ashr i128 %d, 127
  %xor = xor i128 %shr, %n
  %sub = sub i128 %xor, %shr
  %xor2 = xor i128 %shr1, %d
  %sub3 = sub i128 %xor2, %shr1
  %call = call i128 @__opencicc_udiv128(i128 %sub, i128 %sub3)
  %xor4 = xor i128 %shr1, %shr
  %xor5 = xor i128 %call, %xor4
  %sub6 = sub i128 %xor5, %xor4
  ret i128 %sub6
}
""",
    "irem128": """
define i128 @__opencicc_irem128(i128 %n, i128 %d) #0 {
entry:
  %shr = ashr i128 %n, 127
  %xor = xor i128 %shr, %n
  %sub = sub i128 %xor, %shr
  %sub3 = call i128 @llvm.abs.i128(i128 %d, i1 false)
  %call = call i128 @__opencicc_urem128(i128 %sub, i128 %sub3)
  %xor4 = xor i128 %call, %shr
  %sub5 = sub i128 %xor4, %shr
  ret i128 %sub5
}
""",
    "u128_to_f64": """
define double @__opencicc_u128_to_f64(i128 %x) #0 {
entry:
  %shr = lshr i128 %x, 64
  %tobool.not = icmp eq i128 %shr, 0
  br i1 %tobool.not, label %narrow, label %rest
narrow:
  %conv1 = trunc nuw i128 %x to i64
  %conv2 = uitofp i64 %conv1 to double
  br label %exit
rest:
  %conv = trunc nuw i128 %shr to i64
  %0 = call i64 @llvm.ctlz.i64(i64 %conv, i1 true)
  %sh_prom = zext nneg i64 %0 to i128
  %shl = shl i128 %x, %sh_prom
  %shr3 = lshr i128 %shl, 64
  %conv4 = trunc nuw i128 %shr3 to i64
  %conv5 = trunc i128 %shl to i64
  %cmp = icmp ne i64 %conv5, 0
  %conv7 = zext i1 %cmp to i64
  %or = or i64 %conv7, %conv4
  %1 = shl nuw nsw i64 %0, 52
  %shl9 = sub nuw nsw i64 4895412794951729152, %1
  %conv10 = uitofp i64 %or to double
  %2 = bitcast i64 %shl9 to double
  %mul = fmul double %2, %conv10
  br label %exit
exit:
  %retval.0 = phi double [ %mul, %rest ], [ %conv2, %narrow ]
  ret double %retval.0
}
""",
    "u128_to_f32": """
define float @__opencicc_u128_to_f32(i128 %x) #0 {
entry:
  %shr = lshr i128 %x, 64
  %tobool.not = icmp eq i128 %shr, 0
  br i1 %tobool.not, label %narrow, label %rest
narrow:
  %conv1 = trunc nuw i128 %x to i64
  %conv2 = uitofp i64 %conv1 to float
  br label %exit
rest:
  %conv = trunc nuw i128 %shr to i64
  %0 = call i64 @llvm.ctlz.i64(i64 %conv, i1 true)
  %cast = trunc nuw nsw i64 %0 to i32
  %sh_prom = zext nneg i64 %0 to i128
  %shl = shl i128 %x, %sh_prom
  %shr3 = lshr i128 %shl, 64
  %conv4 = trunc nuw i128 %shr3 to i64
  %conv5 = trunc i128 %shl to i64
  %cmp = icmp ne i64 %conv5, 0
  %conv7 = zext i1 %cmp to i64
  %or = or i64 %conv7, %conv4
  %1 = shl nuw nsw i32 %cast, 23
  %shl8 = sub nuw nsw i32 1602224128, %1
  %conv9 = uitofp i64 %or to float
  %2 = bitcast i32 %shl8 to float
  %mul = fmul float %2, %conv9
  br label %exit
exit:
  %retval.0 = phi float [ %mul, %rest ], [ %conv2, %narrow ]
  ret float %retval.0
}
""",
    "u128_to_odd_f32": """
define float @__opencicc_u128_to_odd_f32(i128 %x) #0 {
entry:
  %shr = lshr i128 %x, 64
  %conv1 = trunc i128 %x to i64
  %tobool = icmp eq i128 %shr, 0
  %cmp = icmp ult i64 %conv1, 16777216
  %or.cond = and i1 %tobool, %cmp
  br i1 %or.cond, label %narrow, label %rest
narrow:
  %conv3 = trunc nuw i128 %x to i32
  %conv4 = uitofp nneg i32 %conv3 to float
  br label %exit
rest:
  %conv = trunc nuw i128 %shr to i64
  %0 = call i64 @llvm.ctlz.i64(i64 %conv, i1 true)
  %cast = trunc nuw nsw i64 %0 to i32
  %1 = call i64 @llvm.ctlz.i64(i64 %conv1, i1 true)
  %cast6 = trunc nuw nsw i64 %1 to i32
  %add = or disjoint i32 %cast6, 64
  %cond = select i1 %tobool, i32 %add, i32 %cast
  %sub = sub i32 104, %cond
  %sh_prom = zext i32 %sub to i128
  %shr7 = lshr i128 %x, %sh_prom
  %conv8 = trunc i128 %shr7 to i32
  %notmask = shl nsw i128 -1, %sh_prom
  %sub10 = xor i128 %notmask, -1
  %and = and i128 %x, %sub10
  %cmp11 = icmp ne i128 %and, 0
  %conv12 = zext i1 %cmp11 to i32
  %or = or i32 %conv12, %conv8
  %2 = shl nuw nsw i32 %cond, 23
  %shl14 = sub nuw nsw i32 1937768448, %2
  %conv15 = uitofp i32 %or to float
  %3 = bitcast i32 %shl14 to float
  %mul = fmul float %3, %conv15
  br label %exit
exit:
  %retval.0 = phi float [ %conv4, %narrow ], [ %mul, %rest ]
  ret float %retval.0
}
""",
    "f64_to_u128": """
define i128 @__opencicc_f64_to_u128(double %x) #0 {
entry:
  %0 = bitcast double %x to i64
  %shr = lshr i64 %0, 52
  %1 = trunc nuw nsw i64 %shr to i32
  %conv = and i32 %1, 2047
  %sub = add nuw nsw i32 %1, 77
  %and1 = and i64 %0, 4503599627370495
  %or = or disjoint i64 %and1, 4503599627370496
  %cmp = icmp ult i32 %conv, 1023
  br i1 %cmp, label %exit, label %rest
rest:
  %cmp3 = icmp ult i32 %conv, 1075
  br i1 %cmp3, label %right, label %left
right:
  %sub6 = sub nuw nsw i32 1075, %conv
  %sh_prom = zext nneg i32 %sub6 to i64
  %shr7 = lshr i64 %or, %sh_prom
  %conv8 = zext nneg i64 %shr7 to i128
  br label %exit
left:
  %conv10 = zext nneg i64 %or to i128
  %and11 = and i32 %sub, 127
  %sh_prom12 = zext nneg i32 %and11 to i128
  %shl = shl i128 %conv10, %sh_prom12
  br label %exit
exit:
  %retval.0 = phi i128 [ %shl, %left ], [ %conv8, %right ], [ 0, %entry ]
  ret i128 %retval.0
}
""",
    "f64_to_i128": """
define i128 @__opencicc_f64_to_i128(double %x) #0 {
entry:
  %call = call i128 @__opencicc_f64_to_u128(double %x)
  %0 = bitcast double %x to i64
  %shr = ashr i64 %0, 63
  %conv = sext i64 %shr to i128
  %xor = xor i128 %call, %conv
  %sub = sub i128 %xor, %conv
  ret i128 %sub
}
""",
}


def text_of(names: set[str]) -> str:
    """A module with these functions and those that they call."""
    needed: dict[str, None] = {}
    waiting = sorted(names)
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed[name] = None
            waiting += [other for other in BODIES if f"@{PREFIX}{other}(" in BODIES[name]]
    return "\n".join((DECLARATIONS, *(BODIES[name] for name in needed), ATTRIBUTES))
