"""`opencicc.triton.enable()`: from then on opencicc makes the PTX of Triton's kernels.

    import opencicc.triton
    opencicc.triton.enable()              # before the first launch or triton.compile
    ...
    opencicc.triton.disable()             # Triton's own step again

Triton's step from LLVM IR (`llir`) to PTX (`ptx`) is replaced through the hook that Triton has for this
(`triton.knobs.runtime.add_stages_inspection_hook`); everything before and after it stays Triton's. A hook that
somebody else has set is called first. What Triton caches on the disk under its key can't be mixed up with its own
results: the key gets our version, libLLVM's, the options and a digest of our files. `docs/triton.md` has more.
"""

from __future__ import annotations

from opencicc.errors import UnsupportedError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from opencicc.triton.stage import Stage

LEAST_VERSION = "3.5"
_HOOK = "add_stages_inspection_hook"

_active: Stage | None = None
_before: Any = None  # the hook that was there when ours was set


def enable(options: Mapping[str, object] | None = None, *, fallback: bool = False) -> None:
    """Compile Triton's kernels with opencicc, with these options (as `opencicc.compile` takes them).

    With `fallback` a kernel that we can't compile goes to Triton's own step, with a warning; without it that is an error.
    Calling it again changes the options.
    """
    from opencicc.triton.stage import Stage

    global _active, _before
    runtime = _runtime_knobs()
    stage = Stage(dict(options or {}), fallback)
    if _active is None:
        _before = getattr(runtime, _HOOK)
    _active = stage
    setattr(runtime, _HOOK, _hook)


def disable() -> None:
    """Triton's own step again; what was compiled before stays as it is."""
    global _active, _before
    if _active is None:
        return
    runtime = _runtime_knobs()
    if getattr(runtime, _HOOK) is _hook:  # else somebody has set another since, which calls ours or doesn't
        setattr(runtime, _HOOK, _before)
    _active = _before = None


def is_enabled() -> bool:
    return _active is not None


def _hook(backend: Any = None, stages: Any = None, options: Any = None, *more: Any) -> tuple[str, str] | None:
    """As Triton calls it: without arguments for what belongs into the cache's key, else to change the stages."""
    if backend is None:
        key, digest = _before() if _before is not None else ("", "")
        own = _active.key if _active is not None else ""
        return f"{key}{own}", f"{digest}{own}"
    if _before is not None:
        _before(backend, stages, options, *more)
    if _active is not None and backend.target.backend == "cuda":
        _active.replace(backend, stages, options)
    return None


def _runtime_knobs() -> Any:
    """Triton's settings, of a Triton that has the hook."""
    try:
        import triton
        from triton import knobs
    except ImportError as error:
        if error.name not in ("triton", "triton.knobs"):
            raise
        raise UnsupportedError(
            f"Triton {LEAST_VERSION} or newer is not installed", fix="`pip install 'opencicc[triton]'`"
        ) from None
    if not hasattr(knobs.runtime, _HOOK):
        raise UnsupportedError(
            f"Triton {triton.__version__} has no hook for the stages of a compile",
            fix=f"`pip install 'triton>={LEAST_VERSION}'`",
        )
    return knobs.runtime
