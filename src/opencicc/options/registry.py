"""PassOptionRegistry: what users gave, as text, before it is flattened into values.

Flattening reads like the product: a boolean is true exactly when its text, in lower case, begins with '1' or 't';
an integer is decimal; a boolean given without a value is true; what nobody gave has its default. So "maybe" would be
false here without a word. The command line therefore checks each value with `Option.parse` first (parse.py), which
refuses such words: the lenient rule only ever meets texts that both readings agree on, or a registry that another
program filled.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from opencicc.errors import UsageError
from opencicc.options.option import Option
from opencicc.options.values import OptionValues


@dataclass(frozen=True)
class OptionNode:
    """One option's texts in the order given; `origin` says where the last came from."""

    option: Option[Any]
    texts: tuple[str, ...]
    origin: str


@dataclass
class PassOptionRegistry:
    """Options by name, as texts."""

    nodes: dict[str, OptionNode] = field(default_factory=dict)

    def add(self, option: Option[Any], text: str, origin: str) -> None:
        before = self.nodes.get(option.name)
        texts = () if before is None else before.texts
        self.nodes[option.name] = OptionNode(option, (*texts, text), origin)

    def lookup(self, option: Option[Any]) -> OptionNode | None:
        """The node of an option, or None where nobody gave it."""
        return self.nodes.get(option.name)

    def flatten(self) -> OptionValues:
        """The values: the last text counts, lists collect all of theirs."""
        changes: list[tuple[Option[Any], object, str]] = [
            (node.option, read_node(node), node.origin) for node in self.nodes.values()
        ]
        return OptionValues().with_values(changes)


def is_true(text: str) -> bool:
    """The product's boolean rule; an empty text is an option given without a value."""
    return text == "" or text.lower()[0] in "1t"


def read_node(node: OptionNode) -> object:
    """The value of a node by the product's rules."""
    default = node.option.default
    if isinstance(default, tuple):
        return tuple(part for text in node.texts for part in text.split(",") if part)
    text = node.texts[-1]
    if isinstance(default, bool):
        return is_true(text)
    if isinstance(default, int):
        return _decimal(text, node)
    return text


def _decimal(text: str, node: OptionNode) -> int:
    try:
        return int(text) if text else 1
    except ValueError:
        raise UsageError(f"{text} is an unsupported value for option: {node.option.name}", at=node.origin) from None
