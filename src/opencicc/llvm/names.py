"""Names and numbers that NVPTX and NVVM IR give to things: address spaces, kernel attributes, local linkages."""

from __future__ import annotations

# Address spaces.
GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL = 0, 1, 3, 4, 5
TENSOR, SHARED_CLUSTER, PARAM = 6, 7, 101
SPACES = frozenset((GENERIC, GLOBAL, SHARED, CONSTANT, LOCAL, TENSOR, SHARED_CLUSTER, PARAM))
MOST_BARRIER = 15  # the highest number of a block's barriers
MOST_STACK_ALIGNMENT = 1 << 23  # of a stack object, in bytes

# Function attributes that PTX's performance directives are made of.
REQUIRED_BLOCK, LARGEST_BLOCK = "nvvm.reqntid", "nvvm.maxntid"
MAX_REGISTERS, MIN_BLOCKS = "nvvm.maxnreg", "nvvm.minctasm"
GRID_CONSTANT = "nvvm.grid_constant"  # of a parameter: nobody writes to it, and its address may be taken
CLUSTER_DIMENSIONS, LARGEST_CLUSTER = "nvvm.cluster_dim", "nvvm.maxclusterrank"
LAUNCH_ATTRIBUTES = (REQUIRED_BLOCK, LARGEST_BLOCK, CLUSTER_DIMENSIONS, LARGEST_CLUSTER, MAX_REGISTERS, MIN_BLOCKS)

# Linkages of what no other module sees.
LOCAL_LINKAGES = ("internal", "private")
USED_LISTS = ("llvm.used", "llvm.compiler.used")  # what has to stay though nothing refers to it

SPECIAL_REGISTERS = "llvm.nvvm.read.ptx.sreg."  # how the names of those that read one begin

# NVVM IR's own forms of operations that libLLVM has other names for; passes/nvvm_intrinsic_lowering.py and
# passes/nvvm_lower_barriers.py rewrite them. Modes in the order of their numbers.
SHUFFLES, VOTES = ("idx", "up", "down", "bfly"), ("all", "any", "uni", "ballot")
SHUFFLE_WITH_MODE, VOTE_WITH_MODE = "llvm.nvvm.shfl.sync.i32", "llvm.nvvm.vote.sync"
MATCHES = {f"llvm.nvvm.match.all.sync.{type_}": f"llvm.nvvm.match.all.sync.{type_}p" for type_ in ("i32", "i64")}
# What older processors have without a mask of threads, and no processor that we compile for.
UNMASKED = {
    **{f"llvm.nvvm.vote.{vote}": f"llvm.nvvm.vote.{vote}.sync" for vote in VOTES},
    **{
        f"llvm.nvvm.shfl.{shuffle}.{result}": f"llvm.nvvm.shfl.sync.{shuffle}.{result}"
        for shuffle in SHUFFLES
        for result in ("i32", "f32", "i32p", "f32p")
    },
}
WARP_FORMS = (SHUFFLE_WITH_MODE, VOTE_WITH_MODE, *MATCHES, *UNMASKED)
CLUSTER_BARRIER, MEMORY_BARRIER = "llvm.nvvm.cluster.barrier", "llvm.nvvm.membar"
BARRIER_FORMS = (CLUSTER_BARRIER, MEMORY_BARRIER)
REDUCING_BARRIER, PLAIN_BARRIER = "llvm.nvvm.barrier.cta.red.", "llvm.nvvm.barrier.cta.sync."
