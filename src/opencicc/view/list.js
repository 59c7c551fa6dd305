// VirtualList: a list of any length of which only the rows in sight exist.

class VirtualList {
  /** `render(index)` makes a row's element; `label` is what the region is called. */
  constructor({ count, rowHeight = 20, render, label, onpick, className = "" }) {
    this.count = count;
    this.rowHeight = rowHeight;
    this.render = render;
    this.onpick = onpick;
    this.current = -1;
    this.rows = new Map();
    this.space = h("div", { class: "list-space" });
    this.element = h("div", { class: `list ${className}`, tabindex: 0, role: "region", "aria-label": label }, this.space);
    this.element.addEventListener("scroll", () => this.draw(), { passive: true });
    this.element.addEventListener("click", (event) => this.picked(event));
    this.element.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.draw()).observe(this.element);
    this.setCount(count);
  }

  setCount(count) {
    this.count = count;
    this.space.style.height = `${count * this.rowHeight}px`;
    this.refresh();
  }

  /** Draw everything in sight again. */
  refresh() {
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
    this.draw();
  }

  draw() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.rowHeight) - 8);
    const last = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.rowHeight) + 8);
    for (const [index, row] of this.rows) {
      if (index < first || index >= last) {
        row.remove();
        this.rows.delete(index);
      }
    }
    const fresh = document.createDocumentFragment();
    for (let index = first; index < last; index++) {
      if (this.rows.has(index)) continue;
      const row = this.render(index);
      row.style.top = `${index * this.rowHeight}px`;
      row.dataset.index = index;
      row.classList.add("row");
      if (index === this.current) row.classList.add("current");
      this.rows.set(index, row);
      fresh.append(row);
    }
    this.space.append(fresh);
  }

  /** Give rows in sight a class where `test(index)` says so. */
  mark(className, test) {
    for (const [index, row] of this.rows) row.classList.toggle(className, test(index));
  }

  setCurrent(index) {
    this.current = index;
    this.mark("current", (one) => one === index);
  }

  /** Scroll so that a row is in sight, unless it is already; `where` is its place in the window, 0 to 1. */
  show(index, where = 0.35) {
    const { scrollTop, clientHeight } = this.element;
    const top = index * this.rowHeight;
    const inSight = clientHeight && top >= scrollTop && top + this.rowHeight <= scrollTop + clientHeight;
    if (!inSight) this.element.scrollTop = Math.max(0, top - (clientHeight || 600) * where);
    this.draw();
  }

  picked(event) {
    if (!this.onpick || (event.target.closest("a, button") && event.target.closest(".row a, .row button"))) return;
    const row = event.target.closest(".row");
    if (row && !String(getSelection())) this.onpick(Number(row.dataset.index));
  }

  pressed(event) {
    const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 20, PageUp: -20 };
    if (!this.onpick || !(event.key in moves) || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    const next = Math.min(this.count - 1, Math.max(0, this.current + moves[event.key]));
    this.show(next);
    this.onpick(next);
  }
}
