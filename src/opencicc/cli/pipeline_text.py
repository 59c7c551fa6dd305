"""The text of --print-pipeline-passes: what --passes= reads back to the same steps."""

from __future__ import annotations

from opencicc.options.values import OptionValues
from opencicc.settings import resolve


def pipeline_listing(values: OptionValues) -> str:
    from opencicc.pipeline.optimize import pipeline_of
    from opencicc.pipeline.text import print_pipeline

    return print_pipeline(pipeline_of(resolve(values)).steps)
