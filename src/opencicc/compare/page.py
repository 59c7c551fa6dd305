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

# The colours of the page of a compile (view/page.css), so that the two look like one.
STYLE = """
:root {
  color-scheme: light dark;
  --page: #f3f4f7; --card: #ffffff; --line: #dfe2e9; --text: #1c2230; --muted: #5a6375; --good: #0c7150; --bad: #a83a12;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #0e1117; --card: #161b23; --line: #2a3140; --text: #e4e8f0; --muted: #9aa5b8; --good: #5fd6a5; --bad: #ff9d74; }
}
body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.45 system-ui, -apple-system, "Segoe UI", sans-serif; }
main, footer { max-width: 56rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 18px; } h2 { font-size: 15px; margin: 1.6rem 0 .4rem; }
code, .figure { font-family: var(--mono); font-size: 12.5px; }
dl { display: grid; grid-template-columns: 1.5rem 1fr; margin: 0 0 .8rem; } dd { margin: 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .4rem 1rem .8rem; margin: .8rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font: 600 13px var(--mono); padding: .4rem 0; }
th, td { text-align: left; padding: .12rem .5rem; border-top: 1px solid var(--line); }
thead th { border-top: 0; color: var(--muted); font-weight: 550; }
tbody th { font-weight: 550; } tr.class th { font-weight: 400; padding-left: 1.6rem; color: var(--muted); }
th.figure, td.figure { text-align: right; width: 7rem; }
.worse { color: var(--bad); font-weight: 650; } .better { color: var(--good); }
.note { color: var(--muted); }
""".strip()


def write_page(found: Sequence[Compared], limits: Mapping[str, float] | None, naming: str) -> str:
    title = "opencicc compare"
    body = "\n".join(section(one, limits, naming) for one in found)
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>\n{STYLE}\n</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n{body}\n</main>\n"
        f'<footer><p class="note">opencicc {__version__}</p></footer>\n</body>\n</html>\n'
    )


def section(one: Compared, limits: Mapping[str, float] | None, naming: str) -> str:
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


def kernel_table(pair: Pair, name: str, limits: Mapping[str, float] | None) -> str:
    bad = [] if limits is None else beyond(pair, limits)
    heads = "".join(f'<th scope="col" class="figure">{text}</th>' for text in ("A", "B", "change"))
    rows = [table_row(row, row in bad) for row in pair.rows if row.is_shown]
    return (
        f'<div class="card">\n<table>\n<caption title="{escape(pair.name)}">{escape(name)}</caption>\n'
        f'<thead><tr><th scope="col">figure</th>{heads}<th scope="col">verdict</th></tr></thead>\n'
        f"<tbody>\n{chr(10).join(rows)}\n</tbody>\n</table>\n</div>"
    )


def table_row(row: Row, is_beyond: bool) -> str:
    cells = "".join(f'<td class="figure">{escape(text)}</td>' for text in row.texts)
    verdict = row.verdict + (", beyond the tolerance" if is_beyond else "")
    kind = ' class="class"' if row.is_class else ""
    return f'<tr{kind}><th scope="row">{escape(row.title)}</th>{cells}<td class="{row.verdict}">{verdict}</td></tr>'
