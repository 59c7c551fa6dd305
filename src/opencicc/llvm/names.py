"""Names and numbers that NVPTX and NVVM IR give to things: address spaces, kernel attributes, local linkages."""

from __future__ import annotations

# Address spaces.
GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL = 0, 1, 3, 4, 5
SHARED_CLUSTER, PARAM = 7, 101

# Function attributes that PTX's performance directives are made of.
REQUIRED_BLOCK, LARGEST_BLOCK = "nvvm.reqntid", "nvvm.maxntid"
MAX_REGISTERS, MIN_BLOCKS = "nvvm.maxnreg", "nvvm.minctasm"
GRID_CONSTANT = "nvvm.grid_constant"  # of a parameter: nobody writes to it, and its address may be taken

# Linkages of what no other module sees.
LOCAL_LINKAGES = ("internal", "private")
USED_LISTS = ("llvm.used", "llvm.compiler.used")  # what has to stay though nothing refers to it
