"""Completion for zsh: options with their help, values behind the equals sign."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from opencicc.cli.completion_words import OptionWord, Words

SCRIPT = """\
#compdef opencicc
# zsh completion for opencicc, written by `opencicc completion zsh`
_opencicc() {{
    local before="${{words[CURRENT-1]}}" word="${{words[CURRENT]}}"
    local -a options toggles
    options=(
{options}
    )
    toggles=(
{toggles}
    )
    if [[ "$before" == (-opt|-Xopt|-Xllc|-Xlnk) ]]; then
        compadd -S '' -- {knobs}
        return
    fi
    if [[ "$word" == -*=* ]]; then
        local name="${{${{word%%=*}}##-##}}"
        compset -P '*='
        case "$name" in
{values}
        *) _files ;;
        esac
        return
    fi
    if [[ "$word" == -* ]]; then
        _describe -o 'option' options -S '='
        _describe -o 'option' toggles
        return
    fi
    if (( CURRENT == 3 )); then
        case "$before" in
{actions}
        esac
    fi
    (( CURRENT == 2 )) && compadd -- {subcommands}
    _files
}}
if [[ "$funcstack[1]" == _opencicc ]]; then
    _opencicc "$@"
else
    compdef _opencicc opencicc
fi
"""


def script(words: Words) -> str:
    actions = [f"        {name}) compadd -- {' '.join(after)}; return ;;" for name, after in words.actions.items()]
    valued = [option for option in words.options if option.takes_value]
    return SCRIPT.format(
        options="\n".join(described(option) for option in valued),
        toggles="\n".join(described(option) for option in words.options if not option.takes_value),
        knobs=" ".join(f"-{name}=" for name in words.knobs),
        values="\n".join(value_case(option, words) for option in valued),
        actions="\n".join(actions),
        subcommands=" ".join(words.subcommands),
    )


def described(option: OptionWord) -> str:
    text = f"{option.spelled.rstrip('=')}:{option.help}".replace("'", "'\\''")
    return f"        '{text}'"


def value_case(option: OptionWord, words: Words) -> str:
    values = words.passes if option.kind == "passes" else option.values
    if option.kind == "folder":
        return f"        {option.name}) _files -/ ;;"
    return f"        {option.name}) {f'compadd -- {chr(32).join(values)}' if values else '_files'} ;;"
