// A step, event by event: of the simulation, and of a run where one was measured. A lane is a list of events in the order
// of time; whatever else has such lists is drawn by adding lanes.
function lanesOf(program) {
  if (program.lanes) return program.lanes;
  const {kind} = program.events, all = kind.map((_, i) => i), begin = program.events.begin;
  const ordered = which => all.filter(which).sort((a, b) => begin[a] - begin[b]);
  return program.lanes = [{name: "compute", events: ordered(i => kind[i] !== 1)}, {name: "collectives", events: ordered(i => kind[i] === 1)}];
}
function measuredLanes(program) {
  if (program.measuredLanes) return program.measuredLanes;
  const lanes = new Map();
  program.measured.device.forEach((device, i) => {
    if (!lanes.has(device)) lanes.set(device, {name: "device " + device, events: []});
    lanes.get(device).events.push(i);
  });
  return program.measuredLanes = [...lanes.values()];
}
function eventColor(e, i) {
  const kind = e.kind[i];
  return kind === 1 ? "warm" : kind === 2 ? "line" : isProduct(string(e.op[i])) ? "cool" : "pale";
}
// What a run calls an event that is of no value of the program has a name and a line at least.
const eventName = (program, e, i) => e.row[i] >= 0 ? " " + nameOf(program, e.row[i]) : e.name && e.name[i] >= 0 && string(e.name[i]) ? " " + string(e.name[i]) : "";

function timelineChart(program, pane, e, lanes, total, label) {
  const top = 8, tall = lanes.length > 2 ? 28 : 46, height = top + lanes.length * tall + 24;
  const text = i => (e.kind[i] === 2 ? count(e.iterations[i]) + " more iterations of " : "") + string(e.op[i]) +
    eventName(program, e, i) + "\n" + seconds(e.seconds[i]) + " from " + seconds(e.begin[i]) +
    (e.what ? "\n" + string(e.what[i]) + (e.line[i] > 0 ? ", line " + e.line[i] : "") : "") +
    (e.collective[i] >= 0 ? "\n" + bytes(program.collectives.bytes[e.collective[i]]) + " " + string(program.collectives.along[e.collective[i]]) : "");
  const choose = i => () => e.collective[i] >= 0 ? pane.inspect("collective", e.collective[i]) : e.row[i] >= 0 && pane.inspect("row", e.row[i]);
  return new TimeCanvas({height, total: total || 1, label: label + ": plus and minus magnify, arrows move", draw(context, chart) {
    const colors = {warm: themed("warm"), cool: themed("cool"), pale: themed("pale"), line: themed("line")}, ink = themed("ink"), soft = themed("soft");
    lanes.forEach((lane, l) => {
      const y = top + l * tall;
      context.fillStyle = soft;
      context.fillText(lane.name, 4, y + tall / 2);
      let to = -1;
      for (const i of lane.events) {
        const end = e.begin[i] + e.seconds[i];
        if (end < chart.from) continue;
        if (e.begin[i] > chart.to) break;
        const x1 = Math.max(chart.left, chart.x(e.begin[i])), x2 = Math.min(chart.left + chart.width, chart.x(end));
        if (x2 < to + 0.5) continue;  // behind what is drawn
        to = Math.max(x2, x1 + 0.7);
        context.fillStyle = colors[eventColor(e, i)];
        context.fillRect(x1, y, Math.max(0.7, x2 - x1 - (x2 - x1 > 3 ? 0.6 : 0)), tall - (tall > 30 ? 10 : 4));
        if (x2 - x1 > 46) {
          context.save();
          context.beginPath();
          context.rect(x1, y, x2 - x1 - 2, tall);
          context.clip();
          context.fillStyle = e.kind[i] === 2 ? soft : document.documentElement.dataset.dark ? "#101214" : "#ffffff";
          context.fillText(e.kind[i] === 2 ? count(e.iterations[i]) + " more iterations" : string(e.op[i]), x1 + 5, y + tall / 2 - (tall > 30 ? 2 : -2));
          context.restore();
        }
      }
    });
  }, hit(time, y, chart) {
    const lane = lanes[Math.floor((y - top) / tall)];
    if (!lane) return null;
    const slack = 2 / chart.width * (chart.to - chart.from);
    let low = 0, high = lane.events.length;
    while (low < high) { const middle = low + high >> 1; if (e.begin[lane.events[middle]] <= time + slack) low = middle + 1; else high = middle; }
    for (let k = low - 1; k >= Math.max(0, low - 60); --k) {
      const i = lane.events[k];
      if (e.begin[i] + e.seconds[i] >= time - slack) return {text: text(i), choose: choose(i)};
    }
    return null;
  }});
}

// A run of the program, a lane for each of its devices.
function measuredPanel(program, pane) {
  const e = program.measured, lanes = measuredLanes(program), most = 64;
  const chart = timelineChart(program, pane, e, lanes.slice(0, most), e.end, "timeline of the measured run");
  const sums = new Map();
  e.op.forEach((op, i) => {
    const key = string(op), sum = sums.get(key) || [0, 0];
    sums.set(key, [sum[0] + e.seconds[i], sum[1] + 1]);
  });
  const rows = [...sums].sort((a, b) => b[1][0] - a[1][0]).slice(0, 20);
  const press = (text, act, label) => el("button", {"aria-label": label, onclick: act}, text);
  const middle = () => (chart.from + chart.to) / 2;
  return el("div", {class: "panel measured", style: "margin-top:16px"},
    el("div", {class: "toolbar", style: "padding:0 0 8px;border:0"},
      el("b", {style: "color:var(--ink)"}, seconds(e.end) + " measured on " + plural(lanes.length, "device") + "; " + seconds(program.summary.step) + " simulated"),
      press("−", () => chart.zoom(1.5, middle()), "show more of the measured time"), press("+", () => chart.zoom(1 / 1.5, middle()), "magnify the measured time"), press("All", () => chart.set(0, e.end))),
    chart.canvas, legend([["products", "var(--cool)"], ["other work", "var(--pale)"], ["collectives, with waiting", "var(--warm)"]]),
    e.left_out > 0 || lanes.length > most ? el("p", {class: "soft", style: "margin:10px 0 0"}, (e.left_out > 0 ? "The longest events; " + count(e.left_out) + " shorter ones are left out. " : "") + (lanes.length > most ? "The first " + most + " of " + lanes.length + " devices." : "")) : null,
    el("h2", {style: "margin-top:14px"}, "By op, on all devices together"),
    bars(rows.map(([op, [time, times]]) => [named(op), time, seconds(time) + " · " + count(times), opColor(op)])));
}

views.timeline = {title: "Timeline", render(program, pane) {
  const s = program.summary, e = program.events, measured = program.measured ? measuredPanel(program, pane) : null;
  if (!e.kind.length) return el("div", {}, el("div", {class: "panel"}, el("p", {}, "Nothing in this program takes time.")), measured);
  const chart = timelineChart(program, pane, e, lanesOf(program), s.step, "timeline of a step");
  const press = (text, act, label) => el("button", {"aria-label": label, onclick: act}, text);
  const middle = () => (chart.from + chart.to) / 2;
  // Where the host takes longer to launch the kernels than the device to run them, the rest of the step is empty.
  const end = e.begin.reduce((most, begin, i) => Math.max(most, begin + e.seconds[i]), 0);
  const waits = s.host > end * 1.001;
  if (waits) { chart.from = 0; chart.to = end * 1.02; }
  const longest = e.kind.map((_, i) => i).filter(i => e.kind[i] !== 2).sort((a, b) => e.seconds[b] - e.seconds[a]).slice(0, 40);
  return el("div", {}, el("div", {class: "panel"},
    el("div", {class: "toolbar", style: "padding:0 0 8px;border:0"}, el("b", {style: "color:var(--ink)"}, seconds(s.step) + " a step, simulated on " + program.hardware.name),
      press("−", () => chart.zoom(1.5, middle()), "show more time"), press("+", () => chart.zoom(1 / 1.5, middle()), "magnify"), press("All", () => chart.set(0, s.step))),
    chart.canvas, legend([["products", "var(--cool)"], ["other kernels", "var(--pale)"], ["collectives", "var(--warm)"], ["iterations that repeat", "var(--line)"]]),
    waits ? el("p", {class: "soft", style: "margin:10px 0 0"}, "The device is done after " + seconds(end) + "; launching " + plural(s.kernels, "kernel") + " takes the host " + seconds(s.host) + ", which is the step.") : null),
    measured,
    el("div", {class: "columns", style: "margin-top:16px"},
      el("div", {class: "panel"}, el("h2", {}, "The longest"), bars(longest.slice(0, 20).map(i => [el("button", {class: "link", onclick: () => {
        const pad = e.seconds[i] * 2;
        chart.set(e.begin[i] - pad, e.begin[i] + e.seconds[i] + pad);
        if (e.collective[i] >= 0) pane.inspect("collective", e.collective[i]); else if (e.row[i] >= 0) pane.inspect("row", e.row[i]);
      }}, string(e.op[i]) + (e.row[i] >= 0 ? " " + nameOf(program, e.row[i]) : "")), e.seconds[i], seconds(e.seconds[i]), "var(--" + eventColor(e, i) + ")"]))),
      el("div", {class: "panel"}, el("h2", {}, "By op"), bars(program.time_by_kind.slice(0, 20).map(([what, time, times]) => [named(what), time, seconds(time) + " · " + count(times), opColor(what)])))));
}};
