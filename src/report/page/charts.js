// Bars of parts and of rows, and what charts on a canvas share: an axis of time that can be moved and magnified.
function bar(parts, total, title) {
  return el("div", {class: "bar", title}, parts.map(([value, color]) =>
    el("i", {style: "width:" + (total > 0 ? 100 * Math.max(0, value) / total : 0) + "%;--fill:" + color})));
}
function legend(entries) {
  return el("div", {class: "legend"}, entries.map(([text, color]) => el("span", {}, el("i", {style: "--fill:" + color}), text)));
}
// rows: [label element, value, text, colour]
function bars(rows) {
  const most = Math.max(...rows.map(row => row[1]), 1e-300);
  return el("div", {class: "bars"}, rows.map(([label, value, text, color]) =>
    [el("div", {class: "cut"}, label), bar([[value, color || "var(--cool)"]], most), el("div", {class: "number"}, text)]));
}

class TimeCanvas {
  // options: height, total (seconds), draw(context, chart), hit(seconds, y) gives {text, choose} or null, label
  constructor(options) {
    this.options = options;
    this.from = 0;
    this.to = options.total || 1;
    this.left = 78;
    this.canvas = el("canvas", {tabindex: 0, role: "img", "aria-label": options.label, style: "height:" + options.height + "px"});
    const on = (name, act, more) => this.canvas.addEventListener(name, act, more);
    on("wheel", event => {
      if (!event.ctrlKey && !event.shiftKey && Math.abs(event.deltaX) < Math.abs(event.deltaY)) {
        this.zoom(event.deltaY > 0 ? 1.25 : 0.8, this.secondsAt(event.offsetX));
      } else {
        this.pan((event.deltaX || event.deltaY) / this.width * (this.to - this.from));
      }
      event.preventDefault();
    }, {passive: false});
    on("pointerdown", event => { this.grip = {x: event.clientX, from: this.from, to: this.to, moved: false}; });
    on("pointermove", event => {
      if (this.grip && event.buttons) {
        const shift = (this.grip.x - event.clientX) / this.width * (this.grip.to - this.grip.from);
        if (Math.abs(this.grip.x - event.clientX) > 3) this.grip.moved = true;
        this.set(this.grip.from + shift, this.grip.to + shift);
        return;
      }
      const hit = options.hit(this.secondsAt(event.offsetX), event.offsetY, this);
      if (hit) showTip(event, hit.text); else hideTip();
    });
    on("pointerleave", hideTip);
    on("click", event => {
      if (this.grip && this.grip.moved) return;
      const hit = options.hit(this.secondsAt(event.offsetX), event.offsetY, this);
      if (hit && hit.choose) hit.choose();
    });
    on("keydown", event => {
      const middle = (this.from + this.to) / 2, step = (this.to - this.from) / 8;
      if (event.key === "ArrowLeft") this.pan(-step);
      else if (event.key === "ArrowRight") this.pan(step);
      else if (event.key === "+" || event.key === "=") this.zoom(0.7, middle);
      else if (event.key === "-") this.zoom(1 / 0.7, middle);
      else if (event.key === "0" || event.key === "Home") this.set(0, options.total);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }
  get width() { return Math.max(1, this.canvas.clientWidth - this.left - 10); }
  x(time) { return this.left + (time - this.from) / (this.to - this.from) * this.width; }
  secondsAt(x) { return this.from + (x - this.left) / this.width * (this.to - this.from); }
  pan(by) { this.set(this.from + by, this.to + by); }
  zoom(by, around) { this.set(around - (around - this.from) * by, around + (this.to - around) * by); }
  set(from, to) {
    const total = this.options.total, length = Math.max(total * 1e-7, Math.min(total, to - from));
    this.from = Math.max(0, Math.min(from, total - length));
    this.to = this.from + length;
    if (this.linked) for (const other of this.linked) { other.from = this.from; other.to = this.to; other.draw(); }
    this.draw();
  }
  draw() {
    const {canvas} = this, ratio = devicePixelRatio || 1;
    if (!canvas.clientWidth) return;
    canvas.width = canvas.clientWidth * ratio;
    canvas.height = this.options.height * ratio;
    const context = canvas.getContext("2d");
    context.scale(ratio, ratio);
    context.font = "11px system-ui, sans-serif";
    this.options.draw(context, this);
    this.axis(context);
  }
  axis(context) {
    const bottom = this.options.height - 18, span = this.to - this.from;
    const step = [1, 2, 5, 10].map(n => n * 10 ** Math.floor(Math.log10(span / 5))).find(n => span / n <= Math.max(2, Math.min(8, this.width / 80))) || span;
    context.fillStyle = themed("soft");
    context.strokeStyle = themed("line");
    context.textAlign = "center";
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      context.beginPath();
      context.moveTo(this.x(time), bottom);
      context.lineTo(this.x(time), bottom + 4);
      context.stroke();
      context.fillText(time === 0 ? "0" : seconds(time), Math.max(this.left + 14, Math.min(this.x(time), this.left + this.width - 20)), bottom + 15);
    }
    context.textAlign = "left";
  }
}
