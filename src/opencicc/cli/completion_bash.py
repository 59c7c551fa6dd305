"""Completion for bash: one function, which looks at the word before and at what follows an equals sign."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.cli.completion_words import OptionWord, Words

SCRIPT = """\
# bash completion for opencicc, written by `opencicc completion bash`
_opencicc() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" name="" words="" kind=""
    # bash makes three words of --name=value
    if [[ "$word" == "=" ]]; then
        name="$before" word=""
    elif [[ "$before" == "=" ]]; then
        name="${{COMP_WORDS[COMP_CWORD-2]}}"
    elif [[ "$before" == "-o" ]]; then
        name="o"
    fi
    name="${{name#-}}" name="${{name#-}}"
    COMPREPLY=()
    case "$name" in
{values}
    "")
        case "$before" in
        -opt|-Xopt|-Xllc|-Xlnk) words="{knobs}" kind="open" ;;
        *)
            if [[ "$word" == -* ]]; then
                words="{options}" kind="open"
            elif [[ $COMP_CWORD -eq 1 ]]; then
                words="{subcommands}" kind="file"
            else
                kind="file"
            fi
            if [[ $COMP_CWORD -eq 2 ]]; then
                case "$before" in
{actions}
                esac
            fi ;;
        esac ;;
    esac
    [[ -n "$words" ]] && COMPREPLY=($(compgen -W "$words" -- "$word"))
    [[ "$kind" == file ]] && COMPREPLY+=($(compgen -f -- "$word"))
    [[ "$kind" == folder ]] && COMPREPLY+=($(compgen -d -- "$word"))
    # a value follows --name=, a file may be in a folder
    if [[ "$kind" == open && "${{COMPREPLY[0]-}}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
    if [[ "$kind" == file || "$kind" == folder ]]; then compopt -o filenames 2>/dev/null; fi
    return 0
}}
complete -F _opencicc opencicc
"""


def script(words: Words) -> str:
    actions = [f'                {name}) words="{" ".join(after)}" kind="" ;;' for name, after in words.actions.items()]
    return SCRIPT.format(
        values="\n".join(value_case(option, words) for option in words.options if option.takes_value),
        knobs=" ".join(f"-{name}=" for name in words.knobs),
        options=" ".join(
            [*(option.spelled for option in words.options), "-O0", "-O1", "-O2", "-O3", "--help", "--version"]
        ),
        subcommands=" ".join(words.subcommands),
        actions="\n".join(actions),
    )


def value_case(option: OptionWord, words: Words) -> str:
    values = words.passes if option.kind == "passes" else option.values
    kind = option.kind if option.kind in ("file", "folder") else ""
    return f'    {option.name}) words="{" ".join(values)}" kind="{kind}" ;;'
