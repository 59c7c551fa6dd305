"""Completion for fish: one line for each word, with its help."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.cli.completion_words import OptionWord, Words

OPT_WORDS = "-opt -Xopt -Xllc -Xlnk"


def script(words: Words) -> str:
    lines = ["# fish completion for opencicc, written by `opencicc completion fish`"]
    lines += [f"complete -c opencicc -n __fish_use_subcommand -a {name}" for name in words.subcommands]
    for name, after in words.actions.items():
        condition = f"'__fish_seen_subcommand_from {name}'"
        lines.append(f"complete -c opencicc -f -n {condition} -a {quoted(' '.join(after))}")
    lines += [option_line(option, words) for option in words.options]
    knobs = quoted(" ".join(f"-{name}=" for name in words.knobs))
    lines.append(f"complete -c opencicc -f -n 'contains -- (commandline -opc)[-1] {OPT_WORDS}' -a {knobs}")
    lines += [f"complete -c opencicc -o O{level} -d 'optimisation level {level}'" for level in range(4)]
    return "\n".join(lines) + "\n"


def option_line(option: OptionWord, words: Words) -> str:
    values = words.passes if option.kind == "passes" else option.values
    line = f"complete -c opencicc {'-s' if len(option.name) == 1 else '-l'} {option.name} -d {quoted(option.help)}"
    if not option.takes_value:
        return line
    if values:
        return f"{line} -x -a {quoted(' '.join(values))}"
    return f"{line} -x -a '(__fish_complete_directories)'" if option.kind == "folder" else f"{line} -r"


def quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"
