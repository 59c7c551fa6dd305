"""`opencicc completion bash|zsh|fish`: a script that completes our words, written from the declarations."""

from __future__ import annotations

from opencicc.cli import completion_bash, completion_fish, completion_zsh
from opencicc.cli.completion_words import gather_words
from opencicc.errors import UsageError, suggest

SHELLS = {"bash": completion_bash.script, "zsh": completion_zsh.script, "fish": completion_fish.script}
USAGE = """\
opencicc completion bash|zsh|fish

Prints a script that completes subcommands, options, their values, pass options
after -opt, and the names of passes. To have it in every shell:

  bash   opencicc completion bash \\
             > ~/.local/share/bash-completion/completions/opencicc
  zsh    opencicc completion zsh > ~/.zfunc/_opencicc    (a folder of $fpath)
  fish   opencicc completion fish > ~/.config/fish/completions/opencicc.fish
"""


def main(words: list[str]) -> int:
    if not words or words[0] in ("--help", "-help", "-h"):
        print(USAGE, end="")
        return 0 if words else 2
    if len(words) > 1 or words[0] not in SHELLS:
        shells = ", ".join(SHELLS)
        near = suggest(words[0], SHELLS)
        raise UsageError(
            f"no completion for '{' '.join(words)}'", at="opencicc completion", fix=f"{near}shells are {shells}"
        )
    print(SHELLS[words[0]](gather_words()), end="")
    return 0
