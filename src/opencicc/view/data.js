// The trace as the views want it: steps in order, versions of functions, places by line. See docs/trace.md.

const SEPARATOR = "\u001f";
let trace = null;
const model = {};

async function unpack() {
  const packed = atob(document.getElementById("trace").textContent);
  const data = new Uint8Array(packed.length);
  for (let i = 0; i < packed.length; i++) data[i] = packed.charCodeAt(i);
  const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("deflate"));
  trace = JSON.parse(await new Response(stream).text());
  readSources();
  readSteps();
  readVersions();
  readPtx();
  readSass();
  model.kernels = trace.kernels.filter((kernel) => kernel.name);
  model.functions = functionNames();
}

/** A name as people write it: short for labels, whole for titles. */
function shortName(name) {
  return trace.names[name] ? trace.names[name][0] : name || "(module)";
}

function wholeName(name) {
  return trace.names[name] ? trace.names[name][1] : name || "globals and declarations";
}

function demangled(text) {
  return text.replace(/\b_+Z\w+/g, (name) => shortName(name));
}

// --- source files ---

function readSources() {
  model.sources = trace.sources.map((row) => ({ ...row, lines: row.text.replace(/\n$/, "").split("\n") }));
  model.sourceNumbers = new Map();
  model.files = model.sources.map((row) => row.file); // and behind them those whose text the page has not
}

/** The number of the source row that a file name means, or -1. */
function sourceNumber(file) {
  if (!file) return -1;
  if (!model.sourceNumbers.has(file)) {
    const found = model.sources.findIndex(
      (row) => row.path === file || row.file === file || row.path.endsWith("/" + file.replace(/^\.\//, "")),
    );
    model.sourceNumbers.set(file, found);
  }
  return model.sourceNumbers.get(file);
}

/** "file:line" as the key that links panes: the file's number and the line. */
function placeKey(place) {
  const cut = place.lastIndexOf(":");
  if (cut < 1) return "";
  const file = place.slice(0, cut);
  let number = sourceNumber(file);
  if (number < 0) number = model.files.indexOf(file, model.sources.length);
  if (number < 0) number = model.files.push(file) - 1;
  return `${number}:${place.slice(cut + 1)}`;
}

// --- steps ---

function readSteps() {
  const steps = [];
  let pending = [];
  for (const event of trace.events) {
    if (event.kind === "phase" || event.kind === "stage") {
      for (const step of pending) step.phase = event.name;
      pending = [];
      continue;
    }
    if (event.kind === "part") continue;
    const data = event.data || {};
    const step = {
      index: steps.length,
      number: data.step || 0,
      name: event.name,
      kind: event.kind,
      us: event.duration_us,
      changed: Boolean(event.changed),
      before: data.instructions_before,
      after: data.instructions_after,
      where: data.where || "",
      reason: data.reason || (event.kind === "left-out" ? "left out by --pass-limit" : ""),
      phase: "",
    };
    step.place = step.where.split(/[#,]/)[0].trim();
    steps.push(step);
    pending.push(step);
  }
  model.steps = steps;
  model.stepByNumber = new Map(steps.filter((s) => s.number).map((s) => [s.number, s]));
  model.remarksByStep = new Map();
  trace.remarks.forEach((remark, number) => {
    remark.number = number;
    if (!remark.step) return;
    if (!model.remarksByStep.has(remark.step)) model.remarksByStep.set(remark.step, []);
    model.remarksByStep.get(remark.step).push(remark);
  });
}

function isRun(step) {
  return step.kind === "pass";
}

// --- the IR ---

/** Versions of each function in order; PTX of the machine passes under a key of its own. */
function readVersions() {
  model.versions = new Map();
  model.changesByStep = new Map();
  for (const row of trace.ir) {
    const key = (row.language || "ir") + ":" + row.function;
    if (!model.versions.has(key)) model.versions.set(key, []);
    const versions = model.versions.get(key);
    const version = { ...row, key, before: versions[versions.length - 1] || null };
    versions.push(version);
    if (!row.step) continue;
    if (row.language) countMachineStep(row.step, version);
    if (!model.changesByStep.has(row.step)) model.changesByStep.set(row.step, []);
    model.changesByStep.get(row.step).push(version);
  }
}

/** Machine passes state no sizes of the module: those of the functions that they changed will do. */
function countMachineStep(number, version) {
  const step = model.stepByNumber.get(number);
  if (!step || !version.before) return;
  step.before = (step.before || 0) + version.before.instructions;
  step.after = (step.after || 0) + version.instructions;
}

/** The numbers of a version's lines. */
function lineNumbers(version) {
  const numbers = [];
  for (const [first, length] of version ? version.runs : []) {
    for (let i = 0; i < length; i++) numbers.push(first + i);
  }
  return numbers;
}

function lineText(number) {
  const text = trace.texts[number];
  const cut = text.indexOf(SEPARATOR);
  return cut < 0 ? text : text.slice(0, cut);
}

function linePlace(number) {
  const text = trace.texts[number];
  const cut = text.indexOf(SEPARATOR);
  return cut < 0 ? "" : text.slice(cut + 1);
}

function lastVersion(name, language = "ir") {
  const versions = model.versions.get(language + ":" + name);
  return versions ? versions[versions.length - 1] : null;
}

// --- PTX and SASS ---

function readPtx() {
  const lines = trace.ptx ? trace.ptx.replace(/\n$/, "").split("\n") : [];
  const files = new Map();
  for (const line of lines) {
    const file = /^\s*\.file\s+(\d+)\s+"([^"]+)"/.exec(line);
    if (file) files.set(file[1], file[2]);
  }
  const keys = new Array(lines.length).fill("");
  const spans = [];
  let here = "";
  lines.forEach((line, index) => {
    const start = /^(?:\.visible |\.weak |\.extern )*\.(entry|func)\b.*?([\w$]+)\s*(\(|$)/.exec(line);
    if (start && !/;\s*$/.test(line)) spans.push({ name: ptxName(line), first: index, last: index });
    const at = /^\s*\.loc\s+(\d+)\s+(\d+)/.exec(line);
    if (at) {
      if (at[2] !== "0") here = placeKey(`${files.get(at[1])}:${at[2]}`);
    } else if (/^\t[^.]/.test(line) || /^\t@/.test(line)) keys[index] = here;
    if (line === "}" && spans.length) {
      spans[spans.length - 1].last = index;
      here = "";
    }
  });
  model.ptx = { lines, keys, spans };
}

function ptxName(line) {
  const entry = /\.entry\s+([\w$.]+)/.exec(line);
  if (entry) return entry[1];
  const names = line.replace(/\([^)]*\)/, " ").match(/[\w$.]+/g) || [];
  return names[names.indexOf(".func") + 1] || names[names.length - 1] || "";
}

function ptxSpan(name) {
  return model.ptx.spans.find((span) => span.name === name) || null;
}

function readSass() {
  model.sass = new Map();
  model.sassReason = "";
  for (const row of trace.sass) {
    if (row.reason) model.sassReason = row.reason;
    else model.sass.set(row.function, row.lines);
  }
}

function functionNames() {
  const names = [...model.kernels.map((kernel) => kernel.name), ...trace.pressure.map((row) => row.name)];
  for (const [key, versions] of model.versions) {
    if (key.startsWith("ir:") && key.length > 3 && versions[versions.length - 1].runs.length) names.push(key.slice(3));
  }
  return [...new Set(names)];
}
