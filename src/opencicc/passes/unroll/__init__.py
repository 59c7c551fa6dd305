"""Loop unrolling: the GPU decision engine on LLVM's transformation engine.

knobs.py      what can be set              params.py     the numbers one function's loops are decided by
site.py       one loop and its metadata    memo.py       decisions taken before
settled.py    functions with nothing left
facts.py      IR to LoopFacts, an analysis own_facts.py  the same without the native helper
decide.py     LoopFacts to a decision      consider.py   what its levels share
nest.py       what inner loops will add
simulate.py   what folding would leave     occupancy.py  what copies cost in resident warps
apply.py      decisions to IR              driver.py     rounds from the innermost loops outward
jam.py        unroll-and-jam by request     tell.py       remarks, and taking them back
run.py        the pass `loop-unroll`       full.py       the pass `loop-unroll-full`
"""
