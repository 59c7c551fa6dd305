// The view "Code": source, IR, PTX and SASS side by side; lines that belong together light up in all of them.

const PANES = ["source", "ir", "ptx", "sass"];
const PANE_TITLES = { source: "Source", ir: "IR", ptx: "PTX", sass: "SASS" };

function codeView() {
  const state = { name: model.functions[0] || "", source: 0, panes: {}, key: "", pinned: "" };
  const host = h("div", { class: "panes" });
  const functions = h("select", { "aria-label": "Function", onchange: (event) => build(event.target.value, state.source) },
    model.functions.map((name) => h("option", { value: name }, shortName(name))));
  const files = h("select", { "aria-label": "Source file", onchange: (event) => build(state.name, Number(event.target.value)) },
    model.sources.map((row, index) => h("option", { value: index }, baseName(row.file))));
  const toggles = PANES.map((pane) => h("label", { class: "check" },
    h("input", { type: "checkbox", checked: true, "data-pane": pane, onchange: resize }), PANE_TITLES[pane]));
  const status = h("output", { class: "status" }, "Point at a line to light up what belongs to it; click to follow it.");

  function resize() {
    for (const box of toggles.map((label) => label.firstChild)) {
      host.querySelector(`.pane-${box.dataset.pane}`).hidden = !box.checked;
    }
  }

  function build(name, source) {
    state.name = name;
    state.source = source;
    functions.value = name;
    files.value = source;
    state.panes = {};
    clear(host, PANES.map((pane) => {
      const content = PANE_CONTENTS[pane](name, source);
      const section = h("section", { class: `card pane pane-${pane}`, "aria-label": PANE_TITLES[pane] },
        h("h2", {}, PANE_TITLES[pane], h("span", { class: "muted" }, content.note || "")));
      if (content.reason) section.append(absent(`No ${PANE_TITLES[pane]}`, content.reason));
      else section.append(makePane(pane, content).element);
      return section;
    }));
    resize();
  }

  function makePane(pane, { lines, keys, language, number, label, address = (index) => index + 1, indexOf = (line) => line - 1 }) {
    const byKey = new Map();
    keys.forEach((key, index) => {
      if (!key) return;
      if (!byKey.has(key)) byKey.set(key, []);
      byKey.get(key).push(index);
    });
    const list = new VirtualList({
      count: lines.length, label, className: `code ${pane}`,
      render: (index) => {
        const row = h("div", { class: "code-row" + (keys[index] ? " linked" : "") },
          h("span", { class: "line-number" }, number ? number(index) : address(index)),
          h("code", { html: highlighted(lines[index], language) }));
        row.classList.toggle("lit", Boolean(keys[index]) && keys[index] === (state.key || state.pinned));
        return row;
      },
      onpick: (index) => go("code", pane, pane === "source" ? state.source : state.name, address(index)),
    });
    list.element.addEventListener("mousemove", (event) => {
      const row = event.target.closest(".row");
      light(row ? keys[Number(row.dataset.index)] : "");
    });
    list.element.addEventListener("mouseleave", () => light(""));
    state.panes[pane] = { list, keys, byKey, indexOf };
    return list;
  }

  function light(key) {
    if (key === state.key) return;
    state.key = key;
    const shown = key || state.pinned;
    for (const { list, keys } of Object.values(state.panes)) list.mark("lit", (index) => Boolean(shown) && keys[index] === shown);
  }

  /** #code/PANE/FUNCTION or source number/LINE: show a line and everything that belongs to it. */
  function update([pane, owner, line]) {
    const name = pane && pane !== "source" && model.functions.includes(decodeURIComponent(owner)) ? decodeURIComponent(owner) : state.name;
    const source = pane === "source" && model.sources[Number(owner)] ? Number(owner) : state.source;
    if (name !== state.name || source !== state.source || !host.firstChild) build(name, source);
    const from = state.panes[pane];
    if (!from || !line) return;
    const index = from.indexOf(Number(line));
    const key = from.keys[index] || "";
    const keySource = key ? Number(key.split(":")[0]) : -1;
    if (pane !== "source" && model.sources[keySource] && keySource !== state.source) {
      build(state.name, keySource);
      return update([pane, owner, line]);
    }
    state.pinned = key;
    state.key = "\0"; // whatever is under the mouse: light anew
    light("");
    from.list.show(index);
    from.list.setCurrent(index);
    const words = [];
    for (const other of PANES) {
      if (!state.panes[other]) continue;
      const found = state.panes[other].byKey.get(key) || [];
      if (key) words.push(`${found.length} ${PANE_TITLES[other]}`);
      if (other === pane) continue;
      state.panes[other].list.setCurrent(found.length ? found[0] : -1);
      if (found.length) state.panes[other].list.show(found[0]);
    }
    status.textContent = key ? `line ${key.split(":")[1]} of ${baseName(model.files[keySource])}: ${words.join(", ")} lines`
      : "this line has no place in the source";
  }

  const element = h("div", { class: "view code-view" },
    h("div", { class: "bar-top" }, functions, files, h("span", { class: "checks" }, toggles), status), host);
  return { element, update };
}

const PANE_CONTENTS = {
  source(name, number) {
    const row = model.sources[number];
    if (!row) return { reason: "the trace has no source text: write it with --trace-all" };
    return { lines: row.lines, keys: row.lines.map((_, index) => `${number}:${index + 1}`), language: /\.(ll|ptx)$/.test(row.file) ? "ir" : "source",
      label: "Source", note: ` ${baseName(row.file)}` };
  },
  ir(name) {
    const version = lastVersion(name);
    if (!version || !version.runs.length) return { reason: "no IR of this function: write it with --trace-all" };
    const numbers = lineNumbers(version);
    return { lines: numbers.map(lineText), keys: numbers.map((one) => placeKey(linePlace(one))), language: "ir",
      label: "Optimised IR", note: " as code generation gets it" };
  },
  ptx(name) {
    const span = ptxSpan(name);
    if (span) {
      // .loc says what the colours say: without it twice as much code fits
      const chosen = [];
      for (let at = span.first; at <= span.last; at++) if (!/^\s*\.loc\s/.test(model.ptx.lines[at])) chosen.push(at);
      return { lines: chosen.map((at) => model.ptx.lines[at]), keys: chosen.map((at) => model.ptx.keys[at]), language: "ptx", label: "PTX",
        address: (index) => chosen[index] + 1, indexOf: (line) => Math.max(0, chosen.findIndex((at) => at + 1 >= line)) };
    }
    return { reason: trace.ptx ? "this function is not in the PTX: it was inlined or removed" : "the compile made none, or the trace has no texts" };
  },
  sass(name) {
    const lines = model.sass.get(name);
    if (!lines) return { reason: model.sassReason || (trace.ptx ? "ptxas made no code of this function" : "there is no PTX to make it of") };
    return { lines: lines.map((line) => line[1]), keys: lines.map((line) => (line[3] ? placeKey(`${line[2]}:${line[3]}`) : "")),
      language: "sass", label: "SASS", number: (index) => lines[index][0] };
  },
};
