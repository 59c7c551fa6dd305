"""LinkSettings: everything the LNK stage may be told."""

from __future__ import annotations

import os

from opencicc.record import record

VERSION_CHECK_VARIABLE = "NVVM_IR_VER_CHK"


@record
class LinkSettings:
    """Frozen settings of one link.

    `version_check` None means that the environment decides at each comparison, as cicc does; the
    arithmetic switches carry the toolkit's defaults, which is what `__nvvm_reflect` answers.
    """

    library_path: str = ""  # -nvvmir-library
    version_check: bool | None = None
    debug: bool = False  # -g was given
    skip_builtins: bool = False  # -opt and -llc as stage mode
    require_data_layout: bool = (
        False  # and a triple: libNVVM refuses a module without; by default we supply the target's
    )
    require_version: bool = False  # libNVVM refuses a module without an IR version, and any but its own
    ftz: bool | None = None  # None: the module flag decides
    prec_div: bool = True
    prec_sqrt: bool = True
    fma: bool | None = True  # None: the instructions' own flags decide
    atomic_order: str = "auto"  # link/atomic_order.py
    fold_math: bool = True  # FPFoldDisable turns it off

    def checks_versions(self) -> bool:
        if self.version_check is not None:
            return self.version_check
        return os.environ.get(VERSION_CHECK_VARIABLE) != "0"
