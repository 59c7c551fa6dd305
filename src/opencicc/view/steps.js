// The view "Pipeline": the strip, the list of steps, and what the chosen one did to each function.

function stepsView() {
  const state = { step: null, onlyChanged: true, filter: "", shown: [] };
  const strip = makeStrip((step) => go("pipeline", step.index));
  const detail = h("section", { class: "card detail", tabindex: 0, "aria-label": "The chosen step" });
  const list = new VirtualList({
    count: 0, rowHeight: 30, label: "Steps", className: "steps",
    render: (index) => stepRow(state.shown[index], state.step),
    onpick: (index) => go("pipeline", state.shown[index].index),
  });
  const only = h("input", { type: "checkbox", checked: true, onchange: (event) => { state.onlyChanged = event.target.checked; fill(); } });
  const filter = h("input", { type: "search", placeholder: "Filter steps", "aria-label": "Filter steps",
    oninput: (event) => { state.filter = event.target.value.toLowerCase(); fill(); } });

  function fill() {
    state.shown = model.steps.filter((step) => (!state.onlyChanged || step.changed || step === state.step)
      && (step.name + " " + step.where).toLowerCase().includes(state.filter));
    list.setCount(state.shown.length);
    mark();
  }

  function mark() {
    const at = state.shown.indexOf(state.step);
    list.setCurrent(at);
    if (at >= 0) list.show(at);
  }

  function update([index, ...names]) {
    const step = model.steps[Number(index)] || model.steps.find((one) => one.changed) || model.steps[0];
    if (!step) return clear(detail, absent("No steps", "the trace has no passes"));
    const isNew = step !== state.step;
    state.step = step;
    strip.select(step);
    if (isNew) fill();
    showStep(detail, step, decodeURIComponent(names.join("/")));
  }

  const element = h("div", { class: "view pipeline" },
    h("section", { class: "card strip-card", "aria-label": "Pipeline" }, strip.element, stripLegend()),
    h("div", { class: "split" },
      h("section", { class: "card side", "aria-label": "All steps" },
        h("div", { class: "bar-top" }, filter, h("label", { class: "check" }, only, "changed only")), list.element),
      detail));
  const move = (by) => {
    const at = state.shown.indexOf(state.step) + by;
    if (state.shown[at]) go("pipeline", state.shown[at].index);
  };
  return { element, update, keys: { j: () => move(1), k: () => move(-1) } };
}

function stepRow(step) {
  const change = step.changed && step.before !== undefined ? step.after - step.before : null;
  return h("div", { class: "step-row", title: stepTitle(step) },
    h("span", { class: `swatch ${changeClass(step)}` }),
    h("span", { class: "step-number" }, step.number || ""),
    h("span", { class: "step-name" }, step.name),
    h("span", { class: "step-change" }, change === null ? "" : signed(change)),
    h("span", { class: "step-time" }, isRun(step) ? time(step.us) : "—"));
}

function showStep(detail, step, wanted) {
  const changes = sortedChanges(step);
  const remarks = model.remarksByStep.get(step.number) || [];
  const facts = [step.where || step.phase, isRun(step) ? time(step.us) : "not run", CHANGE_WORDS[changeClass(step)]];
  clear(detail,
    h("div", { class: "detail-head" },
      h("h2", {}, step.number ? h("span", { class: "muted" }, `${step.number} `) : "", step.name),
      h("p", { class: "facts" }, facts.filter(Boolean).join(" · "))));
  if (!isRun(step)) detail.append(absent("Left out", step.reason));
  if (changes.length) {
    const chosen = changes.find((version) => version.key === wanted) || changes[0];
    if (changes.length > 1) detail.append(functionChips(step, changes, chosen));
    detail.append(figures(chosen), diffElement(chosen));
  } else if (step.changed) {
    detail.append(absent("No IR in this trace", "write it with --trace-all, or look with `opencicc view FILE` or --html=FILE"));
  } else if (isRun(step)) detail.append(absent("Nothing changed", "the step ran and left every function as it was"));
  if (remarks.length) detail.append(remarkList(remarks));
}

/** What a step changed: kernels first, then other functions, those that it removed, and the module at last. */
function sortedChanges(step) {
  if (!step.number) return [];
  const kernels = new Set(model.kernels.map((kernel) => kernel.name));
  const rank = (version) => (!version.function ? 3 : !version.runs.length ? 2 : kernels.has(version.function) ? 0 : 1);
  return [...(model.changesByStep.get(step.number) || [])].sort((a, b) => rank(a) - rank(b));
}

function functionChips(step, changes, chosen) {
  return h("div", { class: "chips", role: "group", "aria-label": "Functions that changed" }, changes.map((version) =>
    h("button", { class: version.runs.length ? "chip" : "chip gone", "aria-pressed": String(version === chosen), title: wholeName(version.function),
      onclick: () => go("pipeline", step.index, version.key) }, shortName(version.function))));
}

/** Registers, size and blocks before and after. */
function figures(version) {
  const before = version.before || {};
  const rows = [["registers alive", "registers"], ["instructions", "instructions"], ["blocks", "blocks"]];
  const gone = !version.runs.length;
  return h("dl", { class: "figures" }, h("div", { class: "figure-name" }, h("dt", {}, gone ? "removed" : "function"),
    h("dd", { title: wholeName(version.function) }, shortName(version.function))),
    rows.filter(([, key]) => version[key] !== undefined || before[key] !== undefined).map(([label, key]) => {
      const from = before[key] ?? 0;
      const to = gone ? 0 : version[key];
      const tone = to === from ? "" : to < from ? "good" : "bad";
      return h("div", { class: `figure ${tone}`, "data-figure": key }, h("dt", {}, label), h("dd", {}, `${from} → ${to}`,
        to === from ? "" : h("span", { class: "delta" }, signed(to - from))));
    }));
}

function diffElement(version) {
  const [before, after] = [version.before ? lineNumbers(version.before) : [], lineNumbers(version)];
  const [textsA, textsB] = [before.map(lineText), after.map(lineText)];
  let rows = foldedRows(diffRows(textsA, textsB));
  if (rows.length === 1 && rows[0].kind === "fold") {
    return absent("The code is the same", "only metadata, attributes or numbers outside of the shown text changed");
  }
  const language = version.language || "ir";
  const cell = (number, position, side, row, other) => {
    if (position < 0) return h("span", { class: "code-cell none" });
    const place = linePlace(number);
    return h("span", { class: `code-cell ${side}`, title: `${lineText(number).trim()}${place ? `\n${place}` : ""}` },
      h("span", { class: "line-number" }, position + 1),
      h("code", { html: row.kind === "edit" ? editedHtml(lineText(number), other, language) : highlighted(lineText(number), language) }));
  };
  const list = new VirtualList({
    count: rows.length, label: `IR before and after ${version.function}`, className: "code diff",
    render: (index) => {
      const row = rows[index];
      if (row.kind === "fold") {
        return h("div", { class: "fold" }, h("button", { onclick: () => unfold(index) }, `${count(row.rows.length, "line")} unchanged`));
      }
      return h("div", { class: `diff-row ${row.kind}` },
        cell(before[row.a], row.a, "left", row, row.b >= 0 ? textsB[row.b] : ""),
        cell(after[row.b], row.b, "right", row, row.a >= 0 ? textsA[row.a] : ""));
    },
  });
  const unfold = (index) => {
    rows = [...rows.slice(0, index), ...rows[index].rows, ...rows.slice(index + 1)];
    list.setCount(rows.length);
  };
  list.element.style.height = `${Math.min(Math.max(rows.length, 6), 46) * list.rowHeight + 8}px`;
  return h("div", { class: "diff-frame" }, h("div", { class: "diff-heads" }, h("span", {}, "before"), h("span", {}, "after")), list.element,
    sideways(list.element, [...textsA, ...textsB].reduce((most, text) => Math.max(most, text.length), 0)));
}

/** A scroll bar for both halves: long lines are read on both sides at once. */
function sideways(element, longest) {
  const inner = h("div", { style: `width:calc(${longest}ch + 60px)` });
  const bar = h("div", { class: "sideways", tabindex: 0, role: "region", "aria-label": "Scroll sideways" }, inner);
  bar.addEventListener("scroll", () => element.style.setProperty("--shift", `${-bar.scrollLeft}px`));
  element.addEventListener("wheel", (event) => {
    if (Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    bar.scrollLeft += event.deltaX;
  }, { passive: false });
  return h("div", { class: "sideways-frame" }, bar);
}

/** A line with the words that its other side has not. */
function editedHtml(text, other, language) {
  const words = new Set(other.match(/[%@]?[\w.$-]+|\S/g) || []);
  return highlighted(text, language).replace(/(<[^>]*>)|([%@]?[\w.$-]+)/g, (whole, tag, word) =>
    tag || words.has(word) || /^(amp|lt|gt|quot)$/.test(word) ? whole : `<mark>${word}</mark>`);
}

function remarkList(remarks) {
  const rows = new Map();
  for (const remark of remarks) {
    const key = `${remark.remark} ${remark.location} ${remark.message}`;
    rows.set(key, { remark, times: (rows.get(key) || { times: 0 }).times + 1 });
  }
  return h("div", { class: "remarks" }, h("h3", {}, count(remarks.length, "remark")), h("ul", {},
    [...rows.values()].map(({ remark, times }) => h("li", {},
      h("span", { class: `tag ${remark.remark}` }, remark.remark),
      placeLink(remark.location),
      h("span", { title: remark.message }, demangled(remark.message) + (times > 1 ? ` (${times} times)` : ""))))));
}

/** A source place as a link to the code view, where the source is in the page. */
function placeLink(location) {
  const found = /^(.*):(\d+):(\d+)$/.exec(location || "");
  if (!found) return "";
  const source = sourceNumber(found[1]);
  const words = `${baseName(found[1])}:${found[2]}`;
  return source < 0 ? h("span", { class: "place" }, words)
    : h("a", { class: "place", href: `#code/source/${source}/${found[2]}` }, words);
}
