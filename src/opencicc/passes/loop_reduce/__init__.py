"""Loop strength reduction that minds registers: which loops code generation may reduce.

knobs.py   what can be set            trial.py   what LLVM's reduction would do to a copy
decide.py  facts to loops to spare    run.py     the pass `nv-loop-reduce`
marks.py   how code generation is told     shared_indices.py   loops over a grid, which may stay
"""
