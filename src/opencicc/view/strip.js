// The pipeline as a strip: a bar for each step, by phase and tier; high took long, coloured changed something.

const STRIP_HEIGHT = 64;

function changeClass(step) {
  if (!isRun(step)) return "left-out";
  if (!step.changed) return "idle";
  if (step.before === undefined || step.before === step.after) return "changed";
  return step.after < step.before ? "shrank" : "grew";
}

const CHANGE_WORDS = {
  shrank: "changed, fewer instructions",
  grew: "changed, more instructions",
  changed: "changed, as many instructions",
  idle: "ran, changed nothing",
  "left-out": "left out",
};

function stepTitle(step) {
  const number = step.number ? `step ${step.number}: ` : "";
  const size = step.changed && step.before !== undefined ? `, ${signed(step.after - step.before)} instructions` : "";
  const what = isRun(step) ? `${time(step.us)}, ${CHANGE_WORDS[changeClass(step)]}${size}` : `left out: ${step.reason}`;
  return `${number}${step.name} (${step.where || step.phase || "after the passes"})\n${what}`;
}

/** The strip's element; `pick(step)` is called for a chosen bar. */
function makeStrip(pick) {
  const longest = model.steps.reduce((so, step) => Math.max(so, step.us), 1);
  const bars = new Map();
  const groups = [];
  for (const step of model.steps) {
    const last = groups[groups.length - 1];
    if (last && last.phase === step.phase) last.steps.push(step);
    else groups.push({ phase: step.phase, steps: [step] });
  }
  const strip = h("div", { class: "strip", role: "listbox", "aria-label": "Steps of the pipeline" });
  for (const group of groups) {
    const tiers = [];
    for (const step of group.steps) {
      const last = tiers[tiers.length - 1];
      if (last && last.place === step.place) last.steps.push(step);
      else tiers.push({ place: step.place, steps: [step] });
    }
    const label = group.phase || "other";
    strip.append(
      h("div", { class: "strip-phase", role: "group", "aria-label": label, style: `flex-grow:${group.steps.length};min-width:${Math.max(phaseWords(label).length * 8.2, group.steps.length * 4)}px` },
        h("div", { class: "strip-label", "aria-hidden": "true" }, phaseWords(label)),
        h("div", { class: "strip-tiers", role: "presentation" }, tiers.map((tier) => tierElement(tier, longest, bars)))),
    );
  }
  strip.addEventListener("click", (event) => {
    const bar = event.target.closest(".bar");
    if (bar) pick(model.steps[bar.dataset.step]);
  });
  strip.addEventListener("keydown", (event) => {
    const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const bar = event.target.closest(".bar");
    if (!move || !bar) return;
    event.preventDefault();
    const next = model.steps[Number(bar.dataset.step) + move];
    if (next) pick(next), bars.get(next.index).focus();
  });
  return { element: strip, select: (step) => selectBar(bars, step) };
}

function phaseWords(name) {
  return { opt: "optimise", llc: "code generation", mach: "machine passes", lnk: "link", unphased: "one phase" }[name] || name.split(",")[0];
}

function tierElement(tier, longest, bars) {
  const element = h("div", { class: "strip-tier", role: "presentation", style: `flex-grow:${tier.steps.length}` });
  const row = h("div", { class: "strip-bars", role: "presentation", style: `height:${STRIP_HEIGHT}px` });
  for (const step of tier.steps) {
    const height = isRun(step) ? 5 + (STRIP_HEIGHT - 7) * Math.sqrt(step.us / longest) : 5;
    const bar = h("div", {
      class: `bar ${changeClass(step)}`, role: "option", "aria-selected": "false", tabindex: -1,
      "aria-label": stepTitle(step).replace("\n", ", "), title: stepTitle(step), "data-step": step.index,
    }, h("span", { style: `height:${height.toFixed(1)}px` }));
    bars.set(step.index, bar);
    row.append(bar);
  }
  const fits = tier.steps.length * 5.5 > tier.place.length * 6; // a label that is cut says nothing
  element.append(row, h("div", { class: "strip-tier-label", "aria-hidden": "true", title: tier.place }, fits ? tier.place : ""));
  return element;
}

function selectBar(bars, step) {
  for (const bar of bars.values()) {
    const isIt = step && Number(bar.dataset.step) === step.index;
    bar.setAttribute("aria-selected", String(isIt));
    bar.tabIndex = isIt ? 0 : -1;
  }
  if (!step && bars.size) bars.values().next().value.tabIndex = 0;
}

function stripLegend() {
  const words = ["shrank", "grew", "changed", "idle", "left-out"];
  return h("ul", { class: "legend" }, words.map((word) => h("li", {}, h("span", { class: `swatch ${word}` }), CHANGE_WORDS[word])));
}
