"""Knobs of the passes that split structs and copies: `lower-aggr-copies`, `lower-struct-args`, `process-restrict`."""

from __future__ import annotations

from opencicc.options.option import Option

LSA_OPT = Option(
    "lsa-opt",
    True,
    "Avoid copies of struct arguments; fast-compile max forces 0.",
    source="our choice: the sources disagree",
    readers=(
        "lower-struct-args",
        "lower-aggr-copies",
    ),
)
LOWER_FUNC_ARGS = Option(
    "lower-func-args",
    True,
    "Lower aggregate function arguments.",
    source="cicc v13.0 knob inventory",
    readers=("lower-struct-args",),
)
MAX_AGGR_COPY_SIZE = Option(
    "max-aggr-copy-size",
    128,
    "Bytes up to which a copy becomes single loads and stores.",
    source="our choice: the sources give no default",
    readers=("lower-aggr-copies",),
    minimum=0,
)
LARGE_AGGR_STORE_LIMIT = Option(
    "large-aggr-store-limit",
    256,
    "Bytes from which a copy becomes a loop.",
    source="our choice: the sources give no default",
    readers=("lower-aggr-copies",),
    minimum=0,
)
LOWER_AGGR_UNROLLED_STORES_LIMIT = Option(
    "lower-aggr-unrolled-stores-limit",
    16,
    "The most stores written out for one copy.",
    source="our choice: the sources give no default",
    readers=("lower-aggr-copies",),
    minimum=0,
)
SKIP_LOWER_AGG_COPY_SAFE_CHK = Option(
    "skiploweraggcopysafechk",
    False,
    "Leave out the overlap check.",
    source="cicc v13.0 knob inventory",
    readers=("lower-aggr-copies",),
)
PROCESS_RESTRICT = Option(
    "process-restrict",
    False,
    "Turn restrict pointers into alias scopes.",
    source="cicc v13.0 knob inventory",
    readers=("process-restrict",),
)
ALLOW_RESTRICT_IN_STRUCT = Option(
    "allow-restrict-in-struct",
    False,
    "Also pointers inside structs.",
    source="cicc v13.0 knob inventory",
    readers=("process-restrict",),
)
APPLY_MULTI_LEVEL_RESTRICT = Option(
    "apply-multi-level-restrict",
    False,
    "Also pointers loaded through restrict pointers.",
    source="cicc v13.0 knob inventory",
    readers=("process-restrict",),
)
DUMP_PROCESS_RESTRICT = Option(
    "dump-process-restrict",
    False,
    "Print the scopes made.",
    source="cicc v13.0 knob inventory",
    readers=("process-restrict",),
)
