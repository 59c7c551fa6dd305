"""Check that optimizing changes nothing: compile with several pipelines, execute all, compare what comes out."""

from opencicc.check.case import Case, Outcome
from opencicc.check.compare import BITWISE, Difference, Tolerance, compare
from opencicc.check.differential import Report, check
from opencicc.check.pipelines import Pipeline, find_pipeline

__all__ = [
    "BITWISE",
    "Case",
    "Difference",
    "Outcome",
    "Pipeline",
    "Report",
    "Tolerance",
    "check",
    "compare",
    "find_pipeline",
]
