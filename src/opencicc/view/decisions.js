// The view "Decisions": what was decided about each loop and call, on its source line, and how to decide otherwise.

const BOTH = "loops and calls";

function decisionsView() {
  const groups = groupedDecisions();
  const state = { source: bestSource(groups), about: BOTH, outcome: "", rows: [], chosen: null };
  const files = h("select", { "aria-label": "Source file", onchange: (event) => { state.source = Number(event.target.value); fill(); } },
    model.sources.map((row, index) => h("option", { value: index }, baseName(row.file))),
    h("option", { value: -1 }, "elsewhere"));
  const kinds = [...new Set(groups.map((group) => group.about))];
  const about = choice("What", [BOTH, "", ...kinds], "everything", (value) => { state.about = value; fill(); });
  const outcome = choice("Outcome", ["", "done", "not done"], "done or not", (value) => { state.outcome = value; fill(); });
  const status = h("output", { class: "status" });
  const detail = h("section", { class: "card detail", tabindex: 0, "aria-label": "The chosen decision" });
  const list = new VirtualList({
    count: 0, rowHeight: 22, label: "Source with decisions", className: "code source decisions",
    render: (index) => decisionRow(state.rows[index], state),
    onpick: (index) => state.rows[index].group && go("decisions", state.rows[index].group.id),
  });

  function fill() {
    const chosen = groups.filter((group) => group.source === state.source && (!state.about || group.about === state.about || (state.about === BOTH && /^(loop|call)$/.test(group.about)))
      && (!state.outcome || group.is_done === (state.outcome === "done")));
    const byLine = new Map();
    for (const group of chosen) byLine.set(group.line, [...(byLine.get(group.line) || []), group]);
    state.rows = [];
    const lines = state.source >= 0 ? model.sources[state.source].lines : [];
    for (const group of byLine.get(0) || []) state.rows.push({ group });
    lines.forEach((text, index) => {
      state.rows.push({ text, line: index + 1 });
      for (const group of byLine.get(index + 1) || []) state.rows.push({ group });
    });
    if (state.source < 0) state.rows = chosen.map((group) => ({ group }));
    files.value = state.source;
    status.textContent = `${count(chosen.length, "decision")} here, ${groups.length} in all`;
    list.setCount(state.rows.length);
  }

  function update([id]) {
    const group = groups[Number(id)] || state.chosen || (state.rows.find((row) => row.group) || {}).group || groups[0];
    if (!group) return clear(detail, absent("No decisions", "the passes made no remarks"));
    const isShown = () => state.rows.some((row) => row.group === group);
    if (group.source !== state.source) {
      state.source = group.source;
      fill();
    }
    if (id !== undefined && !isShown()) {
      about.value = outcome.value = state.about = state.outcome = "";
      fill();
    }
    state.chosen = group;
    const at = state.rows.findIndex((row) => row.group === group);
    list.setCurrent(at);
    if (at >= 0) list.show(at);
    clear(detail, decisionDetail(group));
  }

  fill();
  const move = (by) => {
    const shown = state.rows.filter((row) => row.group).map((row) => row.group);
    const next = shown[shown.indexOf(state.chosen) + by];
    if (next) go("decisions", next.id);
  };
  const element = h("div", { class: "view decisions-view" }, h("div", { class: "bar-top" }, files, about, outcome, status),
    h("div", { class: "split wide-left" }, h("section", { class: "card side", "aria-label": "Source with decisions" }, list.element), detail));
  return { element, update, keys: { j: () => move(1), k: () => move(-1) } };
}

function choice(label, values, everything, pick) {
  return h("select", { "aria-label": label, onchange: (event) => pick(event.target.value) },
    values.map((value) => h("option", { value }, value || everything)));
}

/** Decisions that say the same of the same place are one: the copies of a loop, the callers of a function. */
function groupedDecisions() {
  const groups = new Map();
  for (const decision of trace.decisions) {
    const remark = trace.remarks[decision.remark];
    const key = `${remark.location}|${remark.pass}|${remark.name}|${remark.message.replace(/'[^']*'$/, "")}`;
    if (!groups.has(key)) groups.set(key, { ...decision, remark, times: 0, source: decision.line ? sourceNumber(decision.file) : -1 });
    groups.get(key).times++;
  }
  const order = { loop: 0, call: 1 };
  const sorted = [...groups.values()].sort((a, b) => a.source - b.source || a.line - b.line || (order[a.about] ?? 2) - (order[b.about] ?? 2));
  sorted.forEach((group, id) => { group.id = id; });
  return sorted;
}

function bestSource(groups) {
  return groups.some((group) => group.source === 0) ? 0 : groups.length ? groups[0].source : -1;
}

function decisionRow(row) {
  if (!row.group) {
    return h("div", { class: "code-row" }, h("span", { class: "line-number" }, row.line), h("code", { html: highlighted(row.text, "source") }));
  }
  const { group } = row;
  return h("div", { class: "decision-row" }, h("span", { class: "line-number" }, "↳"),
    h("span", { class: `tag ${group.is_done ? "passed" : "missed"}` }, group.about),
    h("span", { class: "decision-words" }, group.source < 0 ? `${baseName(group.remark.location) || shortName(group.remark.function)}: ` : "",
      demangled(group.remark.message), group.times > 1 ? ` (${group.times} times)` : ""));
}

function decisionDetail(group) {
  const { remark } = group;
  const step = remark.step ? model.stepByNumber.get(remark.step) : null;
  return [
    h("div", { class: "detail-head" },
      h("h2", {}, h("span", { class: `tag ${group.is_done ? "passed" : "missed"}` }, group.is_done ? "done" : "not done"), ` ${remark.pass}: ${remark.name}`),
      h("p", { class: "facts" }, placeLink(remark.location), " in ", h("span", { title: wholeName(remark.function) }, shortName(remark.function)),
        step ? [" · ", h("a", { href: `#pipeline/${step.index}` }, `step ${step.number}`)] : "")),
    h("p", { class: "message" }, demangled(remark.message)),
    remark.args && remark.args.Checks ? h("ol", { class: "checks-list" }, remark.args.Checks.split(" > ").map((one) => h("li", {}, demangled(one)))) : "",
    group.numbers.length ? h("table", { class: "numbers" }, h("caption", {}, "The numbers"), h("tbody", {}, group.numbers.map(([key, value]) =>
      h("tr", {}, h("th", { scope: "row" }, key.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase()), h("td", {}, demangled(value)))))) : "",
    group.command ? h("div", { class: "try" }, h("h3", {}, "To decide otherwise"),
      h("p", {}, h("code", {}, group.knob), `: ${group.effect}`, group.in_source ? ["; here alone: ", h("code", {}, group.in_source)] : ""),
      commandElement(group.command)) : "",
  ];
}

function commandElement(command) {
  const button = h("button", { class: "tool wide", onclick: async () => {
    try {
      await navigator.clipboard.writeText(command);
      button.textContent = "Copied";
    } catch {
      getSelection().selectAllChildren(text);
      button.textContent = "Selected";
    }
  } }, "Copy");
  const text = h("code", {}, command);
  return h("div", { class: "command" }, text, button);
}
