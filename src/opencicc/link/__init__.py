"""The LNK stage: user modules become one, builtins come in lazily, `__nvvm_reflect` is answered."""
