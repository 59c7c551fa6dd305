// The frame: views and their addresses, keys, and the theme.

const VIEWS = {
  summary: ["Summary", summaryView],
  pipeline: ["Pipeline", stepsView],
  code: ["Code", codeView],
  registers: ["Registers", pressureView],
  decisions: ["Decisions", decisionsView],
};
const built = {};
let current = "";

/** go("pipeline", 12): an address is a view and its words, so every place can be linked to. */
function go(view, ...words) {
  location.hash = [view, ...words.map((word) => encodeURIComponent(word))].join("/");
}

function route() {
  const [name, ...words] = location.hash.slice(1).split("/");
  const view = VIEWS[name] ? name : "summary";
  const main = document.getElementById("main");
  if (!built[view]) built[view] = VIEWS[view][1]();
  if (current !== view || main.firstChild !== built[view].element) {
    clear(main, built[view].element);
    current = view;
  }
  for (const tab of document.querySelectorAll("#tabs a")) {
    if (tab.dataset.view === view) tab.setAttribute("aria-current", "page");
    else tab.removeAttribute("aria-current");
  }
  built[view].update(words);
  document.documentElement.dataset.shown = location.hash; // for those who wait until an address is shown
}

const KEYS = [
  ["1 … 5", "the views"],
  ["j, k", "next and previous step or decision"],
  ["↑, ↓", "move within a list that has the focus"],
  ["←, →", "move along the strip that has the focus"],
  ["/", "search"],
  ["t", "light or dark"],
  ["?", "this list"],
];

function readKeys(openSearch, openHelp) {
  document.addEventListener("keydown", (event) => {
    const isTyping = /^(input|select|textarea)$/i.test(event.target.tagName) && event.target.type !== "checkbox";
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    const view = Object.keys(VIEWS)[Number(event.key) - 1];
    const own = built[current] && built[current].keys ? built[current].keys[event.key] : null;
    const action = { "/": openSearch, "?": openHelp, t: switchTheme }[event.key] || own || (view && (() => go(view)));
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function kept(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null; // a page opened from a file may have no storage
  }
}

/** The reader's choice, or else what the system says, now and when it changes its mind. */
function setTheme() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const show = () => { document.documentElement.dataset.theme = kept("opencicc-theme") || (system.matches ? "dark" : "light"); };
  system.addEventListener("change", show);
  show();
}

function switchTheme() {
  const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
  kept("opencicc-theme", next);
  document.documentElement.dataset.theme = next;
}

async function start() {
  setTheme();
  try {
    await unpack();
  } catch (error) {
    clear(document.getElementById("main"), absent("This page can't be shown", `${error}: a browser from 2023 or newer is needed (Chrome 103, Firefox 113, Safari 16.4)`));
    return;
  }
  const { header } = trace;
  const inputs = (header.inputs || []).map(baseName).join(", ");
  clear(document.getElementById("title"), h("strong", {}, inputs || "a compile"), ` ${header.target} ${header.level}`);
  document.getElementById("title").title = `opencicc ${header.compiler}${header.command ? `: opencicc ${header.command.join(" ")}` : ""}`;
  clear(document.getElementById("tabs"), Object.entries(VIEWS).map(([name, [title]]) => h("a", { href: `#${name}`, "data-view": name }, title)));
  const openSearch = makeSearch();
  const help = document.getElementById("help");
  help.append(h("h2", {}, "Keys"), h("dl", { class: "keys" }, KEYS.map(([key, what]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)))),
    h("form", { method: "dialog" }, h("button", { class: "tool wide" }, "Close")));
  const openHelp = () => help.showModal();
  document.getElementById("search-open").addEventListener("click", openSearch);
  document.getElementById("help-open").addEventListener("click", openHelp);
  document.getElementById("theme").addEventListener("click", switchTheme);
  readKeys(openSearch, openHelp);
  addEventListener("hashchange", route);
  route();
  document.documentElement.dataset.ready = "yes";
}

start();
