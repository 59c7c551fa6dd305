"""Settings of the inliner that another setting keeps from acting: said once, instead of passed over."""

from __future__ import annotations

from opencicc.passes.inline import knobs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.options.values import OptionValues

RELEASE_PASS = "inliner-ml-advisor-release"


def ignored_settings(values: OptionValues, passes: str = "") -> list[str]:
    """A sentence for each; `passes` is the pipeline text, which may name a pass that reads them anyway."""
    model, advisor = values[knobs.MODEL], values[knobs.ADVISOR]
    sentences = []
    if advisor != knobs.DEFAULT_ADVISOR and values.is_set(knobs.MODEL) and model != "C":
        sentences.append(f"{_given(values, knobs.ADVISOR.name)}, but only model C asks it: inline-model={model}")
    if values[knobs.TRAINING_LOG] and advisor != "development":
        sentences.append(
            f"{_given(values, knobs.TRAINING_LOG.name)}, but enable-ml-inliner is {advisor}: nothing is logged"
        )
    if values[knobs.MODEL_FILE] and advisor != "release" and RELEASE_PASS not in passes:
        sentences.append(
            f"{_given(values, knobs.MODEL_FILE.name)}, but enable-ml-inliner is {advisor}: no model is asked"
        )
    return sentences


def _given(values: OptionValues, name: str) -> str:
    return f"option {name} is set ({values.settings[name].origin})"
