"""The passes, one file each, file name = pass name.

api.py       how one is written                    registry.py     every name that a pipeline may hold, ours and LLVM's
bodies.py    from a name to the function           generated.py    the registry's rows for ours, made from the headers

Nothing is imported here: a compile loads the passes that it runs, and the registry only where names are read.
"""
