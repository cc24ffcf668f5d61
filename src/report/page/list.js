// A list of any length, of which only what can be seen is in the document. Keys move in it, as in a tree.
const ROW = 26;

class List {
  // options: rowOf(index) gives the cells' element; onChoose(index); onFold(index, open) for trees; label
  constructor(options) {
    this.options = options;
    this.count = 0;
    this.at = 0;
    this.chosen = -1;
    this.drawn = new Map();
    this.space = el("div", {style: "position:relative"});
    this.node = el("div", {class: "list", tabindex: 0, role: options.onFold ? "tree" : "listbox", "aria-label": options.label}, this.space);
    this.node.addEventListener("scroll", () => this.draw(), {passive: true});
    this.node.addEventListener("keydown", event => this.key(event));
    this.node.addEventListener("click", event => {
      const row = event.target.closest(".row");
      if (!row) return;
      this.at = Number(row.dataset.index);
      if (options.onFold && event.target.classList.contains("fold")) options.onFold(this.at);
      else this.choose(this.at);
      this.mark();
    });
    new ResizeObserver(() => this.draw()).observe(this.node);
  }
  reset(count) {
    this.count = count;
    this.at = Math.min(this.at, Math.max(0, count - 1));
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
    // Browsers stop at some height; no list here comes near it.
    this.space.style.height = count * ROW + "px";
    this.draw();
  }
  draw() {
    const height = this.node.clientHeight || 600;
    const first = Math.max(0, Math.floor(this.node.scrollTop / ROW) - 6);
    const last = Math.min(this.count, Math.ceil((this.node.scrollTop + height) / ROW) + 6);
    for (const [index, row] of this.drawn) {
      if (index < first || index >= last) { row.remove(); this.drawn.delete(index); }
    }
    const added = document.createDocumentFragment();
    for (let index = first; index < last; ++index) {
      if (this.drawn.has(index)) continue;
      const row = this.options.rowOf(index);
      row.classList.add("row");
      row.style.top = index * ROW + "px";
      row.dataset.index = index;
      row.id = this.options.id + index;
      row.setAttribute("role", this.options.onFold ? "treeitem" : "option");
      this.drawn.set(index, row);
      added.append(row);
    }
    this.space.append(added);
    this.mark();
  }
  mark() {
    for (const [index, row] of this.drawn) {
      row.classList.toggle("at", index === this.at);
      row.classList.toggle("chosen", index === this.chosen);
      row.setAttribute("aria-selected", index === this.chosen);
    }
    this.node.setAttribute("aria-activedescendant", this.options.id + this.at);
  }
  show(index) {
    const top = index * ROW, height = this.node.clientHeight;
    if (top < this.node.scrollTop || top + ROW > this.node.scrollTop + height) this.node.scrollTop = Math.max(0, top - height / 3);
    this.at = index;
    this.draw();
  }
  choose(index) {
    if (index < 0 || index >= this.count) return;
    this.chosen = index;
    this.mark();
    this.options.onChoose(index);
  }
  key(event) {
    const page = Math.max(1, Math.floor(this.node.clientHeight / ROW) - 1);
    const moves = {ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity};
    if (event.key in moves) this.show(Math.max(0, Math.min(this.count - 1, this.at + moves[event.key])));
    else if (event.key === "Enter" || event.key === " ") this.choose(this.at);
    else if (this.options.onFold && event.key === "ArrowRight") this.options.onFold(this.at, true);
    else if (this.options.onFold && event.key === "ArrowLeft") this.options.onFold(this.at, false);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
