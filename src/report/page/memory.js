// What a device holds over the step, and what is there when it is most.
const liveName = (name, op, line) => string(name) !== "%?" ? string(name) : string(op) + (line ? " :" + line : "");

views.memory = {title: "Memory", render(program, pane) {
  const {time, bytes: held, live} = program.memory, s = program.summary, device = program.hardware.memory;
  const most = Math.max(s.peak, device > 0 && device < 4 * s.peak ? device : 0, 1);
  let peak = 0;
  held.forEach((value, i) => { if (value > held[peak]) peak = i; });
  const height = 230, bottom = height - 22;
  const y = value => bottom - (bottom - 14) * value / (most * 1.04);
  const chart = new TimeCanvas({height, total: s.step || 1, label: "memory over a step, " + bytes(s.peak) + " at most", draw(context, chart) {
    const cool = themed("cool"), soft = themed("soft"), bad = themed("bad"), line = themed("line");
    context.textAlign = "right";
    for (const part of [0, 0.25, 0.5, 0.75, 1]) {
      context.strokeStyle = line;
      context.beginPath();
      context.moveTo(chart.left, y(most * part));
      context.lineTo(chart.left + chart.width, y(most * part));
      context.stroke();
      context.fillStyle = soft;
      context.fillText(bytes(most * part), chart.left - 6, y(most * part) + 4);
    }
    context.textAlign = "left";
    context.save();
    context.beginPath();
    context.rect(chart.left, 0, chart.width, height);
    context.clip();
    context.beginPath();
    context.moveTo(chart.x(0), bottom);
    for (let i = 0; i < time.length; ++i) {
      context.lineTo(chart.x(time[i]), y(held[Math.max(0, i - 1)]));
      context.lineTo(chart.x(time[i]), y(held[i]));
    }
    context.lineTo(chart.x(s.step), y(held[held.length - 1] || 0));
    context.lineTo(chart.x(s.step), bottom);
    context.globalAlpha = 0.22;
    context.fillStyle = cool;
    context.fill();
    context.globalAlpha = 1;
    context.strokeStyle = cool;
    context.lineWidth = 1.5;
    context.stroke();
    const always = s.peak - s.temporaries;
    context.setLineDash([3, 3]);
    context.strokeStyle = soft;
    context.beginPath();
    context.moveTo(chart.left, y(always));
    context.lineTo(chart.left + chart.width, y(always));
    context.stroke();
    if (device > 0 && device <= most) {
      context.strokeStyle = bad;
      context.beginPath();
      context.moveTo(chart.left, y(device));
      context.lineTo(chart.left + chart.width, y(device));
      context.stroke();
      context.fillStyle = bad;
      context.fillText("a device has " + bytes(device), chart.left + 6, y(device) - 4);
    }
    context.setLineDash([]);
    context.fillStyle = themed("warm");
    context.beginPath();
    context.arc(chart.x(time[peak]), y(held[peak]), 4, 0, 7);
    context.fill();
    context.restore();
  }, hit(at, _, chart) {
    if (at < chart.from || at > chart.to) return null;
    let i = 0;
    while (i + 1 < time.length && time[i + 1] <= at) ++i;
    return {text: bytes(held[i]) + " at " + seconds(Math.max(0, at))};
  }});
  if (s.step > 3 * (time[time.length - 1] || s.step)) { chart.from = 0; chart.to = time[time.length - 1] * 1.1; }
  const rows = live.map(([name, type, size, line, row, op]) => el("tr", {},
    el("td", {}, row >= 0 ? el("button", {class: "link", onclick: () => pane.inspect("row", row)}, el("bdi", {}, liveName(name, op, line))) : named(string(name))),
    el("td", {class: "soft wide-only"}, string(op)), el("td", {class: "mono wide-only"}, string(type)), el("td", {class: "number"}, bytes(size)),
    el("td", {style: "width:22%"}, bar([[size, "var(--cool)"]], live[0][2])), el("td", {class: "number wide-only soft"}, line ? ":" + line : "")));
  return el("div", {}, el("div", {class: "panel"}, el("h2", {}, bytes(s.peak) + " at the peak: " + bytes(s.arguments) + " arguments, " +
      bytes(Math.max(0, s.results - s.aliased)) + " results beside them, " + bytes(s.temporaries) + " temporaries"), chart.canvas,
      el("p", {class: "soft", style: "margin-top:8px"}, "Below the dashed line: arguments and results, which are there all the time. The dot is the peak.")),
    el("div", {class: "panel wide"}, el("h2", {}, live.length ? "Alive at the peak, besides arguments and results" : "No temporaries: arguments and results are all there is"),
      live.length ? el("table", {}, el("thead", {}, el("tr", {}, el("th", {}, "value"), el("th", {class: "wide-only"}, "op"), el("th", {class: "wide-only"}, "type on a device"),
        el("th", {class: "number"}, "bytes"), el("th", {}), el("th", {class: "number wide-only"}, "line"))), el("tbody", {}, rows)) : null,
      program.memory.live_left_out ? el("p", {class: "soft"}, "and " + count(program.memory.live_left_out) + " smaller ones") : null));
}};
