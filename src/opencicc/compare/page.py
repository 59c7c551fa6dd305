"""A comparison as one HTML file that needs nothing else: light and dark, readable without colours."""

from __future__ import annotations

from html import escape

from opencicc import __version__, names
from opencicc.compare.judge import beyond

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from opencicc.compare.compared import Compared
    from opencicc.compare.judge import Pair, Row

STYLE = """
:root { color-scheme: light dark; --line: #c8ccd2; --soft: #57606a; --worse: #b31d28; --better: #116329; }
@media (prefers-color-scheme: dark) {
  :root { --line: #444c56; --soft: #9aa4af; --worse: #ff8a80; --better: #7ee787; }
}
body { font: 15px/1.45 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.15rem; margin-top: 2.2rem; }
code, td.figure, th.figure { font-family: ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; margin: .6rem 0 1.4rem; }
caption { text-align: left; font-weight: 600; padding: .3rem 0; }
th, td { text-align: left; padding: .15rem .6rem; border-bottom: 1px solid var(--line); }
th.figure, td.figure { text-align: right; }
tr.class th { font-weight: 400; padding-left: 1.8rem; color: var(--soft); }
.worse { color: var(--worse); font-weight: 600; } .better { color: var(--better); }
p.note { color: var(--soft); }
""".strip()


def write_page(found: Sequence[Compared], limits: Mapping[str, float], naming: str) -> str:
    title = "opencicc compare"
    body = "\n".join(section(one, limits, naming) for one in found)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n"
        f'<footer><p class="note">opencicc {__version__}</p></footer>\n</body>\n</html>\n'
    )


def section(one: Compared, limits: Mapping[str, float], naming: str) -> str:
    comparison = one.comparison
    every = (*(pair.name for pair in comparison.pairs), *comparison.only_first, *comparison.only_second)
    shown = names.shown_all(every, naming)
    parts = [f"<h2>{escape(one.title or 'two files')}</h2>", "<dl>"]
    for mark, side in (("A", one.first), ("B", one.second)):
        note = f' <span class="note">{escape(side.why_no_ptxas)}</span>' if side.why_no_ptxas else ""
        parts.append(f"<dt>{mark}</dt><dd><code>{escape(side.label)}</code>, {side.target.name}{note}</dd>")
    parts.append("</dl>")
    parts += [kernel_table(pair, shown[pair.name], limits) for pair in comparison.pairs]
    for mark, only in (("A", comparison.only_first), ("B", comparison.only_second)):
        if only:
            parts.append(f"<p>only in {mark}: {escape(', '.join(shown[name] for name in only))}</p>")
    if one.parting is not None:
        parts.append(f"<p>first difference: {escape(one.parting.text)}</p>")
    return "\n".join(parts)


def kernel_table(pair: Pair, name: str, limits: Mapping[str, float]) -> str:
    bad = beyond(pair, limits)
    heads = "".join(f'<th scope="col" class="figure">{text}</th>' for text in ("A", "B", "change"))
    rows = [table_row(row, row in bad) for row in pair.rows if row.is_shown]
    return (
        f'<table>\n<caption title="{escape(pair.name)}">{escape(name)}</caption>\n'
        f'<thead><tr><th scope="col">figure</th>{heads}<th scope="col">verdict</th></tr></thead>\n'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table>"
    )


def table_row(row: Row, is_beyond: bool) -> str:
    cells = "".join(f'<td class="figure">{escape(text)}</td>' for text in row.texts)
    verdict = row.verdict + (", beyond the tolerance" if is_beyond else "")
    kind = ' class="class"' if row.is_class else ""
    return f'<tr{kind}><th scope="row">{escape(row.title)}</th>{cells}<td class="{row.verdict}">{verdict}</td></tr>'
