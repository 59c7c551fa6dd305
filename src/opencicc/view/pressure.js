// The view "Registers": how many are alive along the PTX, which, and what that means for occupancy.

const CHART = { height: 190, left: 40, right: 8, top: 12, bottom: 22 };

function pressureView() {
  const state = { row: null, point: 0, list: null };
  const rows = trace.pressure;
  if (!rows.length) {
    const why = trace.ptx ? "write it with --trace-all, or look with `opencicc view FILE`" : "the compile stopped before PTX, along which registers are counted";
    return { element: h("div", { class: "view" }, absent("No registers in this trace", why)), update() {} };
  }
  const select = h("select", { "aria-label": "Function", onchange: (event) => go("registers", event.target.value) },
    rows.map((row) => h("option", { value: row.name }, shortName(row.name))));
  const chart = h("div", { class: "chart" });
  const listing = h("section", { class: "card", "aria-label": "PTX with registers alive" });
  const values = h("section", { class: "card values", "aria-label": "Values alive" });
  const kernel = h("div", { class: "kernel-facts", tabindex: 0, role: "region", "aria-label": "Occupancy and block sizes" });
  const element = h("div", { class: "view registers" },
    h("div", { class: "bar-top" }, select, h("button", { class: "tool wide", onclick: () => go("registers", state.row.name, state.row.peak) }, "To the peak")),
    h("section", { class: "card", "aria-label": "Pressure along the PTX" }, chart),
    h("div", { class: "thirds" }, listing, values, kernel));

  let draw = () => {};
  let width = 0;
  new ResizeObserver(() => {
    if (chart.clientWidth === width) return;
    width = chart.clientWidth;
    draw();
  }).observe(chart);

  function build(row) {
    state.row = row;
    select.value = row.name;
    const facts = model.kernels.find((one) => one.name === row.name);
    const most = row.points.reduce((so, point) => Math.max(so, point[1]), 1);
    state.list = new VirtualList({
      count: row.points.length, label: "PTX with registers alive", className: "code ptx",
      render: (index) => h("div", { class: "code-row" },
        h("span", { class: "line-number" }, row.points[index][0]),
        h("span", { class: "gauge" }, h("span", { style: `width:${(100 * row.points[index][1]) / most}%` }), h("b", {}, row.points[index][1])),
        h("code", { html: highlighted((model.ptx.lines[row.points[index][0] - 1] || "").replace(/^\t/, ""), "ptx") })),
      onpick: (index) => go("registers", row.name, index),
    });
    clear(listing, h("h2", {}, "PTX ", h("span", { class: "muted" }, "registers alive at each instruction")), state.list.element);
    clear(kernel, facts ? occupancyCards(facts, row) : absent("Not a kernel", "occupancy belongs to kernels; this function is called by one"));
  }

  function update([name, point]) {
    const row = rows.find((one) => one.name === decodeURIComponent(name || "")) || state.row || rows[0];
    if (row !== state.row) build(row);
    state.point = point === undefined ? row.peak : Math.min(Number(point), row.points.length - 1);
    const facts = model.kernels.find((one) => one.name === row.name);
    draw = () => clear(chart, pressureChart(row, facts, state.point, chart.clientWidth || 1000, (index) => go("registers", row.name, index)));
    draw();
    state.list.setCurrent(state.point);
    state.list.show(state.point);
    clear(values, liveValues(row, state.point));
  }
  return { element, update };
}

function pressureChart(row, facts, point, width, pick) {
  const { height, left, right, top, bottom } = CHART;
  const peak = row.points[row.peak] ? row.points[row.peak][1] : 0;
  const used = facts && facts.ptxas ? facts.ptxas.registers : 0;
  const steps = facts && facts.occupancy ? facts.occupancy.cliffs : [];
  const most = Math.max(peak, used, 8) * 1.12;
  const x = (index) => left + ((width - left - right) * (index + 0.5)) / Math.max(row.points.length, 1);
  const y = (units) => height - bottom - ((height - top - bottom) * units) / most;
  let path = "";
  row.points.forEach(([, units], index) => {
    path += `${index ? "L" : "M"}${x(index - 0.5).toFixed(1)} ${y(units).toFixed(1)}L${x(index + 0.5).toFixed(1)} ${y(units).toFixed(1)}`;
  });
  const area = `${path}L${x(row.points.length - 0.5).toFixed(1)} ${y(0)}L${x(-0.5)} ${y(0)}Z`;
  const label = `Registers alive along ${row.points.length} instructions: at most ${peak}${used ? `, ptxas uses ${used}` : ""}`;
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label });
  chart.append(svg("path", { d: area, class: "area" }), svg("path", { d: path, class: "curve" }));
  let labelled = 1e9;
  for (const [registers, warps] of [...steps].sort((one, other) => other[0] - one[0])) {
    if (registers >= most) continue;
    chart.append(svg("line", { x1: left, x2: width - right, y1: y(registers), y2: y(registers), class: "cliff" }));
    if (labelled - registers < (12 * most) / (height - top - bottom)) continue; // would stand on the one above
    labelled = registers;
    chart.append(svgText(width - right - 4, y(registers) - 3, `${warps} warps up to ${registers}`, "cliff-text", "end"));
  }
  if (used) {
    chart.append(svg("line", { x1: left, x2: width - right, y1: y(used), y2: y(used), class: "used" }));
    chart.append(svgText(left + 6, y(used) - 4, `ptxas: ${used} registers`, "used-text", "start"));
  }
  for (const mark of niceMarks(most)) chart.append(svgText(left - 6, y(mark) + 4, String(mark), "axis", "end"));
  chart.append(svg("line", { x1: x(point), x2: x(point), y1: top, y2: height - bottom, class: "here" }));
  if (row.points.length) {
    chart.append(svg("circle", { cx: x(row.peak), cy: y(peak), r: 4, class: "peak" }));
    chart.append(svgText(Math.min(Math.max(x(row.peak), 90), width - 90), height - 6, `peak ${peak} at PTX line ${row.points[row.peak][0]}`, "axis", "middle"));
  }
  chart.addEventListener("click", (event) => {
    const box = chart.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    const index = Math.floor(((at - left) / (width - left - right)) * row.points.length);
    pick(Math.min(Math.max(index, 0), row.points.length - 1));
  });
  return chart;
}

function svgText(x, y, words, className, anchor) {
  return svg("text", { x, y, class: className, "text-anchor": anchor }, words);
}

function niceMarks(most) {
  const step = [4, 8, 16, 32, 64].find((one) => most / one <= 6) || 64;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

function aliveAt(row, point) {
  return row.values.filter((value) => value.ranges.some(([first, last]) => first <= point && point <= last));
}

function liveValues(row, point) {
  const [line, units] = row.points[point] || [0, 0];
  const found = aliveAt(row, point).sort((a, b) => b.units - a.units || lifetime(b) - lifetime(a));
  const title = h("h2", {}, point === row.peak ? "Alive at the peak " : "Alive here ",
    h("span", { class: "muted" }, `PTX line ${line}: ${count(units, "register")}, ${count(found.length, "value")}`));
  if (!row.values.length) return [title, absent("No values", "the function is too long for a list of them; the curve is whole")];
  const list = new VirtualList({
    count: found.length, rowHeight: 38, label: "Values alive", className: "value-list",
    render: (index) => {
      const value = found[index];
      return h("div", { class: "value-row", title: value.made_by || "" },
        h("code", { class: "value-name" }, value.register), h("span", { class: "tag" }, `${value.units * 32} bit`),
        h("span", { class: "value-made" }, value.made_by ? h("code", { html: highlighted(value.made_by, "ptx") }) : "never written",
          h("small", {}, madeAt(value), ` · ${count(value.reads, "read")} · alive for ${count(lifetime(value), "instruction")}`)));
    },
  });
  return [title, list.element];
}

function madeAt(value) {
  if (!value.made_at) return value.made_line ? `PTX line ${value.made_line}` : "";
  return placeLink(value.made_at + ":1") || value.made_at;
}

function lifetime(value) {
  return value.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

function occupancyCards(facts, row) {
  const peak = row.points[row.peak] ? row.points[row.peak][1] : 0;
  const head = h("h2", {}, "Occupancy ", h("span", { class: "muted" }, `${trace.header.target}, blocks of ${facts.block_threads} threads${facts.is_assumed ? " (assumed)" : ""}`));
  if (!facts.occupancy) return h("section", { class: "card", "aria-label": "Occupancy" }, head, absent("No figures", facts.reason || "ptxas was not asked"));
  const { occupancy, ptxas } = facts;
  const here = occupancy.cliffs.findIndex(([most]) => ptxas.registers <= most);
  return [
    h("section", { class: "card", "aria-label": "Occupancy" }, head,
      h("p", { class: "big" }, h("strong", {}, `${occupancy.warps}`), ` of ${occupancy.most_warps} warps`),
      h("div", { class: "meter", role: "img", "aria-label": `${occupancy.warps} of ${occupancy.most_warps} warps` },
        h("span", { style: `width:${(100 * occupancy.warps) / occupancy.most_warps}%` })),
      h("p", { class: "facts" }, `${ptxas.registers} registers (alive in the PTX: ${peak}), ${bytes(ptxas.shared_bytes)} shared, `
        + `${ptxas.spill_store_bytes + ptxas.spill_load_bytes ? `${ptxas.spill_store_bytes} B spill stores, ${ptxas.spill_load_bytes} B spill loads` : "no spills"}`
        + `${facts.bounds ? `; ${facts.bounds}` : ""}`),
      h("table", {}, h("caption", {}, "Registers and the warps that fit"), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "registers"), h("th", { scope: "col" }, "warps"), h("th", { scope: "col" }, "from here"))),
        h("tbody", {}, occupancy.cliffs.map(([most, warps], index) => h("tr", { class: index === here ? "here" : "" },
          h("td", {}, `${index ? occupancy.cliffs[index - 1][0] + 1 : 1} – ${most}`), h("td", {}, warps),
          h("td", {}, index === here ? "you are here" : index < here ? `${ptxas.registers - most} fewer` : `${occupancy.cliffs[index - 1][0] + 1 - ptxas.registers} more`)))))),
    h("section", { class: "card", "aria-label": "One block more" }, h("h2", {}, "One block more"), h("p", { id: "one-more" }, oneMoreWords(occupancy.one_more, facts))),
    h("section", { class: "card", "aria-label": "Other block sizes" }, h("h2", {}, "Other block sizes"),
      h("table", {}, h("caption", {}, "With the same registers and shared memory"), h("thead", {}, h("tr", {}, occupancy.by_threads.map(([size]) => h("th", { scope: "col" }, size)))),
        h("tbody", {}, h("tr", {}, occupancy.by_threads.map(([size, warps]) => h("td", { class: size === facts.block_threads ? "here" : "" }, warps || "–")))))),
  ];
}

function oneMoreWords(more, facts) {
  if (more.reason) return `No: ${more.reason}.`;
  const wishes = [];
  if (more.registers_to_save) wishes.push(`${more.registers_to_save} registers fewer (at most ${more.registers})`);
  if (more.shared_to_save) wishes.push(`${bytes(more.shared_to_save)} less shared memory (at most ${bytes(more.shared_bytes)})`);
  if (!more.registers) return `${count(more.blocks, "block")} of ${facts.block_threads} threads do not fit with any number of registers.`;
  return `${count(more.blocks, "block")} instead of ${more.blocks - 1} would fit with ${wishes.join(" and ")}. `
    + `Try __launch_bounds__(${facts.block_threads}, ${more.blocks}) or -maxreg=${more.registers}.`;
}
