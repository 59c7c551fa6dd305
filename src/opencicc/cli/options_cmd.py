"""`opencicc options` and `opencicc passes`: what can be set, and what can run."""

from __future__ import annotations

import json
from typing import Any

from opencicc import terminal
from opencicc.cli.parser import Parser
from opencicc.errors import UsageError, suggest
from opencicc.options.option import Option
from opencicc.options.registry import optimizer_options
from opencicc.options.slots import BY_NUMBER
from opencicc.passes.registry import PassInfo, all_passes, find_pass, has_pass
from opencicc.pipeline.readers import readers_of

NEAR_NAMES = 8
INDENT = "    "


def main(argv: list[str]) -> int:
    """The words after `opencicc`: `options ...` or `passes ...`."""
    command, *rest = argv
    return {"options": options, "passes": passes}[command](rest)


def options(argv: list[str]) -> int:
    """`opencicc options [--json] [PREFIX]`."""
    arguments = _list_parser("options", "List every option of the optimizer.", "an option").parse_args(argv)
    chosen = [option for option in optimizer_options().values() if option.name.startswith(arguments.prefix)]
    if not chosen:
        raise nothing_begins("option", arguments.prefix, list(optimizer_options()))
    if arguments.json:
        print(json.dumps([describe(option) for option in chosen], indent=1))
        return 0
    for option in chosen:
        print("\n".join(_option_lines(option)))
    return 0


def passes(argv: list[str]) -> int:
    """`opencicc passes [--json] [PREFIX]`."""
    arguments = _list_parser("passes", "List every pass a pipeline may hold.", "a pass").parse_args(argv)
    chosen = [info for info in all_passes() if info.name.startswith(arguments.prefix)]
    if not chosen:
        raise nothing_begins("pass", arguments.prefix, [info.name for info in all_passes()])
    if arguments.json:
        print(json.dumps([describe_pass(info) for info in chosen], indent=1))
        return 0
    columns = terminal.width()
    for info in chosen:
        print(
            f"{terminal.paint(info.name, 'bold')}  {terminal.paint(f'{info.kind.value}, {info.status.value}', 'dim')}"
        )
        print("\n".join(terminal.wrapped(info.help, columns, INDENT, INDENT)))
    return 0


def _list_parser(command: str, description: str, one: str) -> Parser:
    parser = Parser(f"opencicc {command}", description)
    parser.add_argument("prefix", nargs="?", default="", help=f"only {command} whose name begins with this")
    parser.add_argument("--json", action="store_true", help=f"as JSON, one object {one}")
    return parser


def nothing_begins(what: str, prefix: str, names: list[str]) -> UsageError:
    """An empty list would look like an answer: say that there is none, and which names come near."""
    inside = [name for name in names if prefix in name][:NEAR_NAMES]
    near = f"these contain it: {', '.join(inside)}" if inside else suggest(prefix, names).strip()
    plural = f"{what}es" if what == "pass" else f"{what}s"
    return UsageError(f"no {what} begins with '{prefix}'", fix=near or f"`opencicc {plural}` lists all of them")


def describe(option: Option[Any]) -> dict[str, Any]:
    """An option as plain data."""
    slot = BY_NUMBER.get(option.slot or 0)
    return {
        "name": option.name,
        "slot": option.slot,
        "offset": slot.offset if slot else None,
        "layout": slot.layout.name if slot else None,
        "type": option.type_name,
        "default": list(option.default) if isinstance(option.default, tuple) else option.default,
        "meaning": option.help,
        "readers": list(readers_of(option)),
        "source": option.source,
        "unsupported": option.unsupported,
    }


def describe_pass(info: PassInfo) -> dict[str, Any]:
    """A pass as plain data."""
    return {
        "name": info.name,
        "kind": info.kind.value,
        "status": info.status.value,
        "reason": info.reason,
        "help": info.help,
        "parameters": list(info.params),
        "aliases": list(info.aliases),
        "origin": info.origin,
    }


def _option_lines(option: Option[Any]) -> list[str]:
    """`do-licm=1  bool, slot 143 at byte 2880`, then what it means and who reads it."""
    facts, columns = describe(option), terminal.width()
    place = f", slot {facts['slot']} at byte {facts['offset']}" if facts["slot"] else ""
    head = f"{terminal.paint(option.name, 'bold')}={value_text(option.default)}"
    text = (
        f"{option.help} Read by: {read_by(option)}." if not option.unsupported else f"{option.help} ({read_by(option)})"
    )
    return [
        f"{head}  {terminal.paint(option.type_name + place, 'dim')}",
        *terminal.wrapped(text, columns, INDENT, INDENT),
    ]


def value_text(value: object) -> str:
    if isinstance(value, bool):
        return str(int(value))
    return ",".join(value) if isinstance(value, tuple) else str(value)


def read_by(option: Option[Any]) -> str:
    """Who acts on an option, in words."""
    if option.unsupported:
        return f"not supported: {option.unsupported}"
    names = readers_of(option)
    return ", ".join(_with_status(name) for name in names) if names else "nothing reads it"


def _with_status(name: str) -> str:
    """A reader, marked where its body is not there to read anything."""
    info = find_pass(name) if has_pass(name) else None
    is_idle = info is not None and info.status.value in ("not built", "unidentified")
    return f"{name} [{info.status.value}]" if info is not None and is_idle else name
