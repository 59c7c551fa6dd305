"""Loop unrolling: the GPU decision engine on LLVM's transformation engine.

knobs.py    what can be set            params.py   the numbers one function's loops are decided by
facts.py    IR to LoopFacts            decide.py   LoopFacts to a decision
apply.py    decisions to IR            driver.py   rounds from the innermost loops outward
simulate.py what folding would leave   run.py      the passes `loop-unroll` and `loop-unroll-full`
"""
