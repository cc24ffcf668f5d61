// The first look: what a step takes, where its time goes, what is sent and what is held.
function sentPanel(program) {
  const {kinds, axes} = program.sent;
  if (!kinds.length) return el("div", {class: "panel"}, el("h2", {}, "What each device sends"), el("p", {}, "Nothing: no device waits for another."));
  return el("div", {class: "panel"}, el("h2", {}, "What each device sends"),
    bars(kinds.map(([kind, times, size]) => [named(kind, ""), size, bytes(size) + " · " + count(times)])),
    el("h3", {}, "Along"), bars(axes.map(([along, names, times, size]) => [named(along.replace(/^along /, "") || "?", ""), size, bytes(size),
      names.length === 1 && program.mesh >= 0 ? axisColor(program.mesh, Math.max(0, meshes[program.mesh].axes.findIndex(axis => axis[0] === names[0]))) : "var(--pale)"])));
}

views.overview = {title: "Overview", render(program, pane) {
  const s = program.summary, device = program.hardware.memory;
  const hidden = Math.max(0, s.communication - s.exposed), rest = Math.max(0, s.step - s.compute - s.exposed);
  const card = (value, text, extra) => el("div", {class: "card"}, el("b", {}, value), el("span", {}, text), extra);
  const out = el("div", {});
  out.append(el("div", {class: "cards"},
    card(seconds(s.step), "a step on " + program.hardware.name, bar([[s.compute, "var(--cool)"], [s.exposed, "var(--warm)"], [rest, "var(--line)"]], s.step,
      "kernels, waiting for collectives, rest")),
    card(percent(s.step > 0 ? s.exposed / s.step : 0), "of it waits for collectives"),
    card(bytes(s.bytes), "sent by each device, " + plural(s.count, "message")),
    card(bytes(s.peak), "held by each device" + (device > 0 ? ", of " + bytes(device) : ""), device > 0 ? bar([[s.peak, s.peak > device ? "var(--bad)" : "var(--good)"]], device) : null),
    card(percent(s.utilisation), "of the peak rate of products"),
    card(count(program.devices), program.mesh >= 0 ? "devices, " + meshes[program.mesh].axes.map(axis => axis[0] + "=" + axis[1]).join(", ") : program.devices === 1 ? "device" : "devices")));
  const columns = el("div", {class: "columns"});
  const top = program.time_by_kind.slice(0, 10);
  columns.append(el("div", {class: "panel"}, el("h2", {}, "Where the time goes"),
    bar([[s.compute, "var(--cool)"], [s.exposed, "var(--warm)"], [rest, "var(--line)"]], s.step),
    legend([["kernels " + seconds(s.compute), "var(--cool)"], ["waiting for collectives " + seconds(s.exposed), "var(--warm)"],
      hidden > 0 ? ["collectives behind kernels " + seconds(hidden), "var(--pale)"] : ["nothing hidden", "var(--pale)"]]),
    el("h3", {}, "By op"), bars(top.map(([what, time]) => [named(what), time, seconds(time), opColor(what)]))));
  columns.append(sentPanel(program));
  columns.append(el("div", {class: "panel"}, el("h2", {}, "What each device holds at the peak"),
    bars([["arguments", s.arguments, bytes(s.arguments)], ["results", Math.max(0, s.results - s.aliased), bytes(Math.max(0, s.results - s.aliased))],
      ["temporaries", s.temporaries, bytes(s.temporaries)]]),
    el("h3", {}, "The largest"), bars(program.memory.live.slice(0, 8).map(([name, type, size, line, row, op]) =>
      [row >= 0 ? el("button", {class: "link", onclick: () => pane.inspect("row", row)}, el("bdi", {}, liveName(name, op, line))) : named(string(name)), size, bytes(size)]))));
  const lines = program.time_by_line.filter(row => row[0] !== "elsewhere").slice(0, 10);
  if (lines.length) {
    columns.append(el("div", {class: "panel"}, el("h2", {}, "Lines that take the most time"), bars(lines.map(([where, time]) =>
      [named(where.replace(/^.*[/\\]/, "")), time, seconds(time)]))));
  }
  const notes = [];
  if (s.host >= s.step * 0.999 && s.host > s.compute + s.exposed) notes.push("Launching " + plural(s.kernels, "kernel") + " takes the host " + seconds(s.host) + ", longer than the device needs: that is the step.");
  if (program.rows.left_out) notes.push(plural(program.rows.left_out, "value") + " of this program are not on this page: it is too large.");
  if (program.events.left_out) notes.push("The timeline has the longest kernels and collectives; " + count(program.events.left_out) + " are left out.");
  if (s.without_recomputing > 0) notes.push("A compiler would compute values again to fit: without that a device needed " + bytes(s.without_recomputing) + ".");
  if (s.bubble > 0) notes.push(percent(s.bubble) + " of the step are bubbles of a pipeline.");
  if (s.unknown_loops) notes.push(plural(s.unknown_loops, "loop") + " of unknown trip count: counted once.");
  if (s.guessed_loops) notes.push(plural(s.guessed_loops, "loop") + " whose trip count is guessed from its condition.");
  for (const [line, message] of program.fallbacks.slice(0, 20)) notes.push("Line " + line + ": " + message);
  if (notes.length) columns.append(el("div", {class: "panel"}, el("h2", {}, "Notes"), el("ul", {class: "notes"}, notes.map(text => el("li", {}, text)))));
  out.append(columns, el("p", {class: "soft", style: "margin-top:16px"}, "Times are modelled. Keys: 1 to " + tabNames().length + " choose a view, / searches, arrows move in lists, Enter opens, Esc closes."));
  return out;
}};
