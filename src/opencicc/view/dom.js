"use strict";
// Elements and words: the few helpers that everything else is written with.

/** h("p", {class: "note", onclick: f}, "text", child): an element. */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "html") element.innerHTML = value;
    else if (name === "style") element.style.cssText = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

const SVG = "http://www.w3.org/2000/svg";

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function clear(element, ...children) {
  element.replaceChildren(...children.flat(3).filter(Boolean));
  return element;
}

function escapeHtml(text) {
  return text.replace(/[&<>"]/g, (letter) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[letter]);
}

function time(us) {
  if (us >= 1e6) return (us / 1e6).toFixed(2) + " s";
  if (us >= 1000) return (us / 1000).toFixed(us >= 1e5 ? 0 : 1) + " ms";
  return us >= 1 || us === 0 ? Math.round(us) + " µs" : us.toFixed(1) + " µs";
}

function count(number, one, many) {
  return `${number.toLocaleString("en")} ${number === 1 ? one : many || one + "s"}`;
}

function signed(number) {
  return number > 0 ? "+" + number : number < 0 ? "−" + -number : "±0";
}

function bytes(number) {
  return number >= 1024 ? (number / 1024).toFixed(number % 1024 ? 1 : 0) + " KiB" : number + " B";
}

function baseName(path) {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** A note in the place of something that is not there, with the reason. */
function absent(what, why) {
  return h("div", { class: "absent" }, h("strong", {}, what), h("span", {}, why));
}
