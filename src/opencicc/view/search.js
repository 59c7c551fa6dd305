// Search over everything in the page: steps, functions, remarks and the four texts.

const MOST_RESULTS = 12; // of each kind

function makeSearch() {
  const dialog = document.getElementById("search");
  const input = h("input", { type: "search", placeholder: "Steps, functions, remarks, source, IR, PTX, SASS", "aria-label": "Search for", autocomplete: "off" });
  const results = h("div", { class: "results", "aria-live": "polite" });
  dialog.append(h("form", { method: "dialog" }, input), results);
  input.addEventListener("input", () => showResults(results, input.value.trim()));
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    const links = [input, ...results.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = links[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (next) next.focus();
    } else if (event.key === "Enter" && document.activeElement === input) {
      event.preventDefault();
      if (links[1]) links[1].click();
    }
  });
  return () => {
    dialog.showModal();
    input.select();
  };
}

function showResults(results, words) {
  if (words.length < 2) return clear(results);
  const groups = searchGroups(words.toLowerCase()).filter((group) => group.found.length);
  clear(results, groups.length ? groups.map(({ title, found, total }) => h("section", {},
    h("h3", {}, title, h("span", { class: "muted" }, total > found.length ? ` ${found.length} of ${total}` : ` ${total}`)),
    h("ul", {}, found.map(({ href, text, note }) => h("li", {}, h("a", { href }, h("span", { class: "result-text" }, marked(text, words)), h("span", { class: "muted" }, note)))))))
    : h("p", { class: "muted" }, "Nothing found."));
}

function marked(text, words) {
  const at = text.toLowerCase().indexOf(words.toLowerCase());
  if (at < 0) return text;
  const from = Math.max(0, at - 50);
  return [(from ? "…" : "") + text.slice(from, at), h("mark", {}, text.slice(at, at + words.length)), text.slice(at + words.length, at + 120)];
}

function searchGroups(words) {
  const pick = (title, items, make) => {
    const hits = items.filter((item) => item && make(item).text.toLowerCase().includes(words));
    return { title, total: hits.length, found: hits.slice(0, MOST_RESULTS).map(make) };
  };
  const lines = (title, all, make) => pick(title, all, make);
  const groups = [
    pick("Steps", model.steps, (step) => ({ text: step.name, note: `${step.number ? `step ${step.number}` : ""} ${step.where}`, href: `#pipeline/${step.index}` })),
    pick("Functions", model.functions, (name) => ({ text: `${shortName(name)} ${wholeName(name)}`, note: "", href: `#code/ptx/${encodeURIComponent(name)}` })),
    pick("Decisions and remarks", trace.remarks, (remark) => ({ text: demangled(remark.message), note: remark.pass, href: remarkHref(remark) })),
  ];
  model.sources.forEach((row, number) => groups.push(lines(`Source ${baseName(row.file)}`, row.lines.map((text, index) => ({ text, index })),
    ({ text, index }) => ({ text: text.trim(), note: `line ${index + 1}`, href: `#code/source/${number}/${index + 1}` }))));
  for (const name of model.functions) {
    const version = lastVersion(name);
    groups.push(lines(`IR ${shortName(name)}`, lineNumbers(version).map((number, index) => ({ text: lineText(number), index })),
      ({ text, index }) => ({ text: demangled(text).trim(), note: `line ${index + 1}`, href: `#code/ir/${encodeURIComponent(name)}/${index + 1}` })));
    const span = ptxSpan(name);
    if (span) {
      groups.push(lines(`PTX ${shortName(name)}`, model.ptx.lines.slice(span.first, span.last + 1).map((text, index) => ({ text, index })),
        ({ text, index }) => ({ text: demangled(text).trim(), note: `line ${span.first + index + 1}`, href: `#code/ptx/${encodeURIComponent(name)}/${span.first + index + 1}` })));
    }
    groups.push(lines(`SASS ${shortName(name)}`, (model.sass.get(name) || []).map((line, index) => ({ text: line[1], index, at: line[0] })),
      ({ text, index, at }) => ({ text, note: at, href: `#code/sass/${encodeURIComponent(name)}/${index + 1}` })));
  }
  return groups;
}

function remarkHref(remark) {
  if (remark.step && model.stepByNumber.has(remark.step)) return `#pipeline/${model.stepByNumber.get(remark.step).index}`;
  const place = /^(.*):(\d+):\d+$/.exec(remark.location || "");
  const source = place ? sourceNumber(place[1]) : -1;
  return source >= 0 ? `#code/source/${source}/${place[2]}` : "#decisions";
}
