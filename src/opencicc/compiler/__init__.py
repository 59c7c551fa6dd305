"""One compile, from inputs to results: the chain of stages, what they depend on, and where results are kept."""
