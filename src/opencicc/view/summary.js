// The view "Summary": what came out, where the time went, what changed most.

function summaryView() {
  const element = h("div", { class: "view summary" });
  const kernels = model.kernels.map(kernelCard);
  const failed = trace.kernels.find((kernel) => !kernel.name);
  element.append(
    h("div", { class: "cards kernels" }, kernels.length ? kernels : h("section", { class: "card", "aria-label": "Kernels" },
      absent("No kernels", failed ? failed.reason : trace.ptx ? "the module defines no kernel" : "the compile stopped before PTX, or the trace has no texts (--trace-all)"))),
    messageCard(),
    h("div", { class: "cards" }, timeCard(), stepCard("Changed most", byChange(), (step) => signed(step.after - step.before) + " instructions"),
      stepCard("Took longest", byTime(), (step) => time(step.us)), registerCard(), decisionCard()));
  return { element, update() {} };
}

function kernelCard(kernel) {
  const { ptxas, occupancy } = kernel;
  const row = trace.pressure.find((one) => one.name === kernel.name);
  const sass = (model.sass.get(kernel.name) || []).filter((line) => line[0]).length;
  const spills = ptxas ? ptxas.spill_store_bytes + ptxas.spill_load_bytes : 0;
  const tiles = [
    ["PTX instructions", kernel.instructions],
    ["SASS instructions", sass || "–"],
    ["registers", ptxas ? ptxas.registers : "–"],
    ["alive in the PTX", row && row.points.length ? row.points[row.peak][1] : "–"],
    ["spilled", ptxas ? (spills ? bytes(spills) : "nothing") : "–", spills ? "bad" : ""],
    ["stack", ptxas ? bytes(ptxas.stack_bytes) : "–"],
    ["shared", ptxas ? bytes(ptxas.shared_bytes) : "–"],
    ["warps", occupancy ? `${occupancy.warps} / ${occupancy.most_warps}` : "–"],
  ];
  return h("section", { class: "card kernel-card", "aria-label": `Kernel ${shortName(kernel.name)}` },
    h("h2", { title: wholeName(kernel.name) }, shortName(kernel.name)),
    h("p", { class: "facts" }, kernel.bounds || `no launch bounds: blocks of ${kernel.block_threads} threads assumed`),
    h("dl", { class: "tiles" }, tiles.map(([label, value, tone]) => h("div", { class: tone || "" }, h("dt", {}, label), h("dd", {}, value)))),
    kernel.reason ? absent("No figures of ptxas", kernel.reason) : "",
    row && row.points.length ? h("div", { class: "chart mini" }, sparkline(row.points.map((point) => point[1]), 900, 84, `Registers alive along the PTX of ${shortName(kernel.name)}`)) : "",
    occupancy ? h("p", { class: "facts" }, `One block more: ${oneMoreWords(occupancy.one_more, kernel)}`) : "",
    h("p", { class: "links" }, h("a", { href: `#registers/${encodeURIComponent(kernel.name)}` }, "Registers"), h("a", { href: `#code/ptx/${encodeURIComponent(kernel.name)}` }, "Code"), h("a", { href: "#decisions" }, "Decisions")));
}

function messageCard() {
  const shown = trace.diagnostics.filter((one) => one.severity !== "note");
  if (!shown.length) return "";
  return h("section", { class: "card", "aria-label": "Messages" }, h("h2", {}, "Messages"), h("ul", { class: "messages" }, shown.map((one) =>
    h("li", {}, h("span", { class: `tag ${one.severity}` }, one.severity), demangled(one.message)))));
}

function timeCard() {
  const rows = stageTimes();
  const total = rows.reduce((sum, [, us]) => sum + us, 0) || 1;
  return h("section", { class: "card", "aria-label": "Time" }, h("h2", {}, "Time ", h("span", { class: "muted" }, "of a compile that was watched")),
    h("dl", { class: "bars" }, rows.map(([name, us]) => h("div", {}, h("dt", {}, name),
      h("dd", {}, h("span", { class: "meter" }, h("span", { style: `width:${(100 * us) / total}%` })), h("span", {}, time(us)))))));
}

/** The stages; what the optimizer's steps took by themselves, and what looking at the IR between them took. */
function stageTimes() {
  const rows = [];
  for (const { name, duration_us: us } of trace.events.filter((event) => event.kind === "stage" && event.duration_us >= 50)) {
    const own = model.steps.filter((step) => name === "opt" && step.number && step.where !== "machine").reduce((sum, step) => sum + step.us, 0);
    rows.push([phaseWords(name), own || us]);
    if (own) rows.push(["watching", Math.max(0, us - own)]);
  }
  return rows;
}

function byChange() {
  return model.steps.filter((step) => step.changed && step.before !== undefined && step.before !== step.after)
    .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before));
}

function byTime() {
  return model.steps.filter(isRun).sort((a, b) => b.us - a.us);
}

function stepCard(title, steps, words) {
  return h("section", { class: "card", "aria-label": title }, h("h2", {}, title), h("ol", { class: "ranking" }, steps.slice(0, 7).map((step) =>
    h("li", {}, h("span", { class: `swatch ${changeClass(step)}` }), h("a", { href: `#pipeline/${step.index}` }, step.name), h("span", { class: "muted" }, words(step))))));
}

/** A filled curve over the whole width. */
function sparkline(numbers, width, height, label) {
  const most = numbers.reduce((so, number) => Math.max(so, number), 1);
  const path = numbers.map((number, index) => `${index ? "L" : "M"}${((width * index) / Math.max(numbers.length - 1, 1)).toFixed(1)} ${(height - 1 - ((height - 6) * number) / most).toFixed(1)}`).join("");
  return svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    svg("path", { d: `${path}V${height}H0Z`, class: "area" }), svg("path", { d: path, class: "curve" }));
}

/** How many loops and calls were decided which way. */
function decisionCard() {
  const counts = new Map();
  for (const decision of trace.decisions) {
    const key = decision.about;
    if (!counts.has(key)) counts.set(key, [0, 0]);
    counts.get(key)[decision.is_done ? 0 : 1]++;
  }
  if (!counts.size) return "";
  return h("section", { class: "card", "aria-label": "Decisions" }, h("h2", {}, "Decisions"), h("table", {},
    h("thead", {}, h("tr", {}, ["about", "done", "not done"].map((word) => h("th", { scope: "col" }, word)))),
    h("tbody", {}, [...counts].map(([about, [done, missed]]) => h("tr", {}, h("th", { scope: "row" }, about), h("td", {}, done), h("td", {}, missed))))),
    h("p", { class: "links" }, h("a", { href: "#decisions" }, "On their source lines")));
}

/** Registers alive in the IR of the first kernel, step by step. */
function registerCard() {
  const kernel = model.kernels[0];
  const versions = kernel ? model.versions.get("ir:" + kernel.name) || [] : [];
  if (versions.length < 2) return "";
  const [width, height] = [320, 110];
  const most = Math.max(1, ...versions.map((version) => version.registers || 0));
  const last = versions[versions.length - 1].step || 1;
  const points = versions.map((version) => [(width * version.step) / last, height - 6 - ((height - 22) * (version.registers || 0)) / most]);
  const path = points.map(([x, y], index) => `${index ? `H${x.toFixed(1)}V` : `M${x.toFixed(1)} `}${y.toFixed(1)}`).join("");
  const final = versions[versions.length - 1].registers;
  return h("section", { class: "card", "aria-label": "Registers through the pipeline" },
    h("h2", {}, "Registers through the pipeline ", h("span", { class: "muted" }, shortName(kernel.name))),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", class: "spark", role: "img", "aria-label": `Registers alive in the IR: from ${versions[0].registers} to ${final}, at most ${most}` },
      svg("path", { d: `${path}V${height}H0Z`, class: "area" }), svg("path", { d: path, class: "curve" })),
    h("p", { class: "facts" }, `alive in the IR: ${versions[0].registers} at first, ${final} at last, at most ${most}`));
}
