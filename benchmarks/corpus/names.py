"""Names of kernels and device variables in PTX, made the same for all compilers.

The host code of a program is built once, by clang, and asks the device image for clang's names. nvcc gives another name
to what has internal linkage (`static`, anonymous namespaces); its PTX is renamed before it is assembled.
"""

from __future__ import annotations

import re

from .processes import BuildFailure

_NAME = r"[A-Za-z_$%][\w$]*"
_VARIABLE = r"^\s*{linkage}\.(?:global|const)\b[^;=\n]*?\.\w+\s+(" + _NAME + r")\s*[\[;=]"


def plain(name: str) -> str:
    """A mangled name without the parts that compilers spell in their own way."""
    static_variable = re.fullmatch(r"_ZL(\d+)(\w+)", name)
    if static_variable and len(static_variable[2]) == int(static_variable[1]):
        return static_variable[2]
    while match := re.search(r"(\d+)(?=_GLOBAL__N__)", name):
        rest = name[match.end() + int(match[1]) :]
        name = name[: match.start()] + "12_GLOBAL__N_1" + rest
    return re.sub(r"^_ZL", "_Z", name)


def symbols(ptx: str, only_visible: bool) -> set[str]:
    """Kernels, and the variables that host code can ask for."""
    text = re.sub(r"//[^\n]*", "", ptx)
    linkage = r"\.visible\s+" if only_visible else r"(?:\.\w+\s+)?"
    kernels = re.findall(rf"\.entry\s+({_NAME})", text)
    return {*kernels, *re.findall(_VARIABLE.format(linkage=linkage), text, re.MULTILINE)}


def adopt_names(ptx: str, reference: str) -> str:
    """`ptx` with the names of `reference`, a PTX text of the same source by another compiler."""
    mine, wanted = symbols(ptx, only_visible=False), symbols(reference, only_visible=True)
    spare = {plain(name): name for name in mine - wanted}
    renamed = {spare[plain(name)]: name for name in wanted - mine if plain(name) in spare}
    lost = wanted - mine - set(renamed.values())
    if lost:
        raise BuildFailure(f"lacks {len(lost)} names that the host code asks for, {min(lost)} among them")
    return re.sub(_NAME, lambda match: renamed.get(match[0], match[0]), ptx) if renamed else ptx
