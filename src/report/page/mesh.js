// The mesh as a picture: devices in a grid along the last two axes, a panel for each place along those before. Of long
// axes the ends are drawn.
function shownPlaces(size, most) {
  if (size <= most) return Array.from({length: size}, (_, i) => i);
  return [...Array.from({length: most - 2}, (_, i) => i), -1, size - 1];
}

// options: color(position), label(position), title(position), pick(position), chosen, small, links (weight by axis name)
function meshPicture(mesh, options) {
  const {axes, devices, maximal} = meshes[mesh];
  const k = axes.length;
  if (maximal || k === 0) return el("p", {class: "soft"}, maximal ? "one device" : "a single device, no axes");
  const columns = k - 1, rows = k > 1 ? k - 2 : -1;
  const across = shownPlaces(axes[columns][1], k === 1 ? 17 : options.small ? 9 : 13);
  const down = rows >= 0 ? shownPlaces(axes[rows][1], options.small ? 9 : 13) : [0];
  const outer = axes.slice(0, Math.max(0, k - 2));
  const panels = shownPlaces(product(outer.map(axis => axis[1])), across.length * down.length > 60 ? 4 : options.small ? 5 : 9);
  const few = !options.small && across.length * panels.length <= 8;
  const W = options.small ? 30 : few ? 76 : 44, H = options.small ? 20 : few ? 42 : 28, G = options.small ? 6 : few ? 26 : 16;
  const panelWidth = across.length * (W + G) - G, panelHeight = down.length * (H + G) - G;
  const gap = 34, top = 20, left = rows >= 0 ? 22 : 0;
  const inRow = Math.max(1, Math.min(panels.length, Math.floor((options.small ? 330 : 900) / (panelWidth + gap))));
  const width = left + inRow * (panelWidth + gap) - gap + 14;
  const rise = panelHeight + 34 + (outer.length ? 16 : 0);
  const height = top + Math.ceil(panels.length / inRow) * rise;
  const title = "mesh of " + axes.map(([name, size]) => name + "=" + size).join(", ");
  const picture = svg("svg", {viewBox: "0 0 " + width + " " + height, width, height, role: "img", "aria-label": title});
  const lines = svg("g", {}), boxes = svg("g", {});
  const weight = axis => options.links ? options.links(axes[axis][0]) : 1;

  panels.forEach((panel, p) => {
    const x0 = left + p % inRow * (panelWidth + gap), y0 = top + Math.floor(p / inRow) * rise + (outer.length ? 16 : 0);
    if (panel < 0) {
      boxes.append(svg("text", {x: x0 + panelWidth / 2, y: y0 + panelHeight / 2, "text-anchor": "middle", class: "soft"}, "…"));
      return;
    }
    const before = [];
    for (let rest = panel, i = outer.length; i-- > 0;) { before[i] = rest % outer[i][1]; rest = Math.floor(rest / outer[i][1]); }
    if (outer.length) {
      boxes.append(svg("text", {x: x0, y: y0 - 20, class: "soft"}, before.map((at, i) => outer[i][0] + "=" + at).join(", ")));
    }
    if (p === 0) {
      lines.append(svg("text", {x: x0, y: y0 - 6, style: "fill:" + axisColor(mesh, columns) + ";font-weight:600"}, axes[columns][0] + " →"));
      if (rows >= 0) lines.append(svg("text", {x: 14, y: y0 + 2, transform: "rotate(90 8 " + (y0 + 2) + ")", style: "fill:" + axisColor(mesh, rows) + ";font-weight:600"}, axes[rows][0] + " →"));
    }
    const link = (axis, x1, y1, x2, y2, ring) => lines.append(svg("path", {
      d: ring ? "M" + x1 + " " + y1 + "Q" + (x1 + x2) / 2 + " " + (y1 + (axis === columns ? 13 : 0)) + " " + x2 + " " + y2 : "M" + x1 + " " + y1 + "L" + x2 + " " + y2,
      style: "fill:none;stroke:" + axisColor(mesh, axis), "stroke-width": 1 + 4 * weight(axis), "stroke-opacity": ring ? 0.25 : 0.3 + 0.6 * weight(axis),
      "stroke-dasharray": ring ? "2 3" : null}));
    down.forEach((r, j) => across.forEach((c, i) => {
      const x = x0 + i * (W + G), y = y0 + j * (H + G);
      if (i + 1 < across.length) link(columns, x + W, y + H / 2, x + W + G, y + H / 2);
      if (rows >= 0 && j + 1 < down.length) link(rows, x + W / 2, y + H, x + W / 2, y + H + G);
      if (r < 0 || c < 0) {
        boxes.append(svg("text", {x: x + W / 2, y: y + H / 2 + 4, "text-anchor": "middle", class: "soft"}, r < 0 && c < 0 ? "⋱" : r < 0 ? "⋮" : "…"));
        return;
      }
      const position = positionOf(mesh, [...before, ...(rows >= 0 ? [r] : []), c]);
      const device = svg("g", {class: "device" + (options.chosen === position ? " chosen" : ""), tabindex: -1, "data-position": position,
          onclick: () => options.pick && options.pick(position),
          onpointermove: event => showTip(event, options.title ? options.title(position) : deviceTitle(mesh, position)), onpointerleave: hideTip},
        svg("rect", {x, y, width: W, height: H, rx: 5, style: "fill:" + (options.color ? options.color(position) : "var(--card)")}),
        svg("text", {x: x + W / 2, y: y + H / 2 + 4, "text-anchor": "middle"}, options.label ? options.label(position) : deviceId(mesh, position)));
      boxes.append(device);
    }));
    if (!options.small && axes[columns][1] > 2) {
      down.forEach((r, j) => link(columns, x0 + W / 2, y0 + j * (H + G) + H, x0 + panelWidth - W / 2, y0 + j * (H + G) + H, true));
    }
  });
  picture.append(lines, boxes);
  return el("div", {class: "scroll"}, picture);
}
function deviceTitle(mesh, position) {
  return "device " + deviceId(mesh, position) + "\n" + coordinatesText(mesh, coordinatesAt(mesh, position));
}

views.mesh = {title: "Mesh", render(program, pane) {
  const mesh = program.mesh, out = el("div", {});
  if (mesh < 0) {
    return el("div", {}, el("div", {class: "panel"}, el("h2", {}, plural(program.devices, "device")),
      el("p", {}, "No mesh names the axes of this program: its collectives list devices.")), sentPanel(program));
  }
  const {axes, devices} = meshes[mesh], sent = program.sent.axes;
  const byAxis = name => sent.filter(row => row[1].includes(name)).reduce((sum, row) => sum + row[3], 0);
  const most = Math.max(...axes.map(axis => byAxis(axis[0])), 1);
  const block = program.hardware.levels.find(level => level.devices > 1 && level.devices < devices);
  const blockOf = position => Math.floor(deviceId(mesh, position) / block.devices);
  const title = position => deviceTitle(mesh, position) + (block ? "\n" + block.name + " block " + blockOf(position) : "");
  const draw = () => meshPicture(mesh, {links: name => byAxis(name) / most, chosen: pane.device, title,
    color: block ? position => blockOf(position) % 2 ? "color-mix(in srgb, var(--cool) 16%, var(--card))" : "var(--card)" : null,
    pick: position => { pane.inspect("device", position); picture.replaceChildren(draw()); }});
  const picture = el("div", {}, draw());
  const hardware = [program.hardware.name, program.hardware.slice && "torus of " + program.hardware.slice + " chips",
    program.hardware.layout && "layout " + program.hardware.layout].filter(part => part).join(", ");
  out.append(el("div", {class: "panel wide"}, el("h2", {}, count(devices) + " devices, " + hardware), picture,
    el("p", {class: "soft", style: "margin-top:10px"}, "The wider a link, the more each device sends along its axis." +
      (block ? " Shaded devices are in every other block of " + block.devices + " on " + block.name + "." : ""))));
  const rows = axes.map(([name, size], i) => el("tr", {},
    el("td", {class: "chips"}, el("span", {class: "chip", style: "--ax:" + axisColor(mesh, i)}, name)), el("td", {class: "number"}, count(size)),
    el("td", {class: "number"}, bytes(byAxis(name))),
    el("td", {class: "number"}, count(sent.filter(row => row[1].includes(name)).reduce((sum, row) => sum + row[2], 0))),
    el("td", {class: "number"}, seconds(sent.filter(row => row[1].includes(name)).reduce((sum, row) => sum + row[4], 0)))));
  out.append(el("div", {class: "panel wide scroll"}, el("h2", {}, "Axes, and what each device sends along them"),
    el("table", {}, el("thead", {}, el("tr", {}, ["axis", "size", "bytes", "messages", "time"].map((text, i) => el("th", {class: i ? "number" : ""}, text)))),
      el("tbody", {}, rows))));
  const levels = program.hardware.levels.filter(level => level.seconds > 0);
  if (levels.length) {
    out.append(el("div", {class: "panel wide"}, el("h2", {}, "Links"), bars(levels.map(level =>
      [named(level.name, ""), level.seconds, seconds(level.seconds) + (level.bandwidth ? " at " + bytes(level.bandwidth) + "/s" : "")]))));
  }
  return out;
}};
