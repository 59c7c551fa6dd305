"""The register targets of nv-remat-block: declared apart from it, because the quick look in front of it reads some."""

from __future__ import annotations

from opencicc.options.option import Option

DEFAULT_MAX_REG = Option(
    "nv-remat-default-max-reg",
    0,
    "Registers to aim at where a kernel states nothing about its launch; 0: leave it as it is.",
    source="measured on an H200: of seven kernels that cicc's 70 changes, attention takes 1.9 times as long, a ray tracer 1.05 "
    "times, five the same (docs/gpu-time.md)",
    minimum=0,
)
LEAST_CLIFF = Option(
    "nv-remat-least-cliff",
    96,
    "The lowest register count to aim at for the sake of occupancy alone.",
    source="our choice: up to there 20 warps and more fit; measured with ptxas 13.0, clones for fewer registers take "
    "instructions and, aimed at a step, gain no warp (docs/machine.md)",
    minimum=0,
)
AIM = Option(
    "nv-remat-aim",
    0,
    "Registers to aim at in every function, whatever it states; 0: by its header and the occupancy rule.",
    source="our choice",
    minimum=0,
)
SHARE_OF_LIMIT = Option(
    "nv-remat-share-of-limit",
    75,
    "Percent of a step of occupancy, or of a kernel's register limit where it calls functions, to aim at: ptxas takes more "
    "than are alive at once.",
    source="measured with ptxas 13.0 on 56 kernels at .maxnreg 32, 40 and 64 (docs/machine.md)",
    minimum=1,
    maximum=100,
)
SHARE_WITHOUT_CALLS = Option(
    "nv-remat-share-without-calls",
    85,
    "Percent of its register limit to aim at in a kernel without calls: a call keeps registers for itself.",
    source="measured with ptxas 13.0 on 56 kernels at .maxnreg 32, 40 and 64 (docs/machine.md)",
    minimum=1,
    maximum=100,
)
LEAST_RELIEF = Option(
    "nv-remat-least-relief",
    45,
    "Percent of what is alive beyond the limit that has to go, summed over all points, for a function to be changed; less "
    "is enough where no more points are crowded than before, or few clones save much, unless it is 100.",
    source="measured with ptxas 13.0 on 56 kernels at .maxnreg 32, 40 and 64 (docs/machine.md)",
    minimum=0,
    maximum=100,
)
