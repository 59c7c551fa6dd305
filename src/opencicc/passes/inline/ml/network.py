"""A network of one hidden layer, read from JSON and evaluated without NumPy: a decision takes microseconds."""

from __future__ import annotations

import json
import math
from pathlib import Path

from opencicc.errors import InputError
from opencicc.passes.inline.ml.features import NAMES

SHIPPED = Path(__file__).with_name("model.json")
VERSION = 1


class Network:
    """Inputs are the logarithms of the features, scaled; above one half the answer is to inline."""

    def __init__(self, document: dict[str, object], at: str = "") -> None:
        if document.get("version") != VERSION or tuple(document.get("features", ())) != NAMES:  # type: ignore[arg-type]
            fix = "train it again: scripts/train_inliner.py"
            raise InputError("the inliner's model does not fit this version", at=at, fix=fix)
        self.means: list[float] = document["means"]  # type: ignore[assignment]
        self.scales: list[float] = document["scales"]  # type: ignore[assignment]
        self.hidden: list[list[float]] = document["hidden"]  # type: ignore[assignment]
        self.output: list[float] = document["output"]  # type: ignore[assignment]

    def probability(self, features: list[float]) -> float:
        """How likely inlining pays. The last weight of each row is its bias."""
        inputs = [(squash(x) - mean) / scale for x, mean, scale in zip(features, self.means, self.scales, strict=True)]
        hidden = [math.tanh(_dot(row, inputs)) for row in self.hidden]
        return 1 / (1 + math.exp(-max(-50.0, min(50.0, _dot(self.output, hidden)))))


def squash(value: float) -> float:
    """Sizes span four orders of magnitude, and costs may be negative."""
    return math.copysign(math.log1p(abs(value)), value)


def _dot(row: list[float], values: list[float]) -> float:
    return sum(weight * value for weight, value in zip(row, values, strict=False)) + row[-1]


def load_network(path: str = "") -> Network:
    """The model in a file, or the one that comes with opencicc."""
    at = path or str(SHIPPED)
    try:
        return Network(json.loads(Path(at).read_text()), at)
    except OSError as error:
        raise InputError(f"cannot read the inliner's model: {error.strerror}", at=at) from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError("the inliner's model is malformed", at=at, detail=str(error)) from None
