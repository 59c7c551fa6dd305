"""The text of --print-pipeline-passes: what --passes= reads back to the same steps."""

from __future__ import annotations

from opencicc.compiler.settings import resolve
from opencicc.options.values import OptionValues


def pipeline_listing(values: OptionValues) -> str:
    from opencicc.pipeline.run.optimize import pipeline_of
    from opencicc.pipeline.text.parse import print_pipeline

    return print_pipeline(pipeline_of(resolve(values)).steps)
