// What is known of one thing: a value, a collective or a device.
function inspectorOf(program, pane, kind, at) {
  const content = kind === "row" ? valueContent(program, pane, at) : kind === "collective" ? collectiveContent(program, pane, at) : deviceContent(program, pane, at);
  return el("aside", {class: "inspector", "aria-label": "details", tabindex: -1},
    el("button", {class: "close", "aria-label": "close details", onclick: () => pane.inspect(null)}, "×"), content);
}
const facts = pairs => el("dl", {class: "facts"}, pairs.filter(pair => pair && pair[1] !== "" && pair[1] !== null && pair[1] !== undefined)
  .map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
const rowLink = (program, pane, row) => el("button", {class: "link", onclick: () => pane.inspect("row", row)}, el("bdi", {}, nameOf(program, row)));

function valueContent(program, pane, row) {
  const {op, type, line, scope, place, sharding, stored, hint, operands, compute, communication, bytes: sent} = program.rows;
  const t = type[row], s = stored[row], out = [];
  out.push(el("h2", {class: "name"}, el("bdi", {}, nameOf(program, row))));
  out.push(facts([["op", named(string(op[row]))],
    t >= 0 && ["type", el("span", {class: "mono"}, shapeText(t))],
    s >= 0 && ["sharding", [chips(s), hint[row] ? el("span", {class: "tag"}, "hint") : null]],
    s >= 0 && s !== sharding[row] && ["by hints alone", chips(sharding[row])],
    t >= 0 && ["size", bytes(globalBytes(t))],
    s >= 0 && ["on a device", bytes(localBytes(t, s)) + " as " + localDims(t, s).join("×")],
    line[row] > 0 && ["line", el("span", {class: "mono"}, program.shortFile + ":" + line[row])],
    place[row] >= 0 && ["source", named(string(place[row]))],
    scope[row] >= 0 && ["scope", named(string(scope[row]))],
    compute[row] > 0 && ["kernels", seconds(compute[row])],
    communication[row] > 0 && ["collectives", seconds(communication[row]) + ", " + bytes(sent[row])]]));
  if (t >= 0 && s >= 0) {
    const holder = el("div", {});
    const draw = device => {
      pane.device = device;
      const picture = shardsPicture(t, s, device, draw);
      holder.replaceChildren(picture || el("p", {class: "soft"}, "All of it lies on one device."));
    };
    draw(Math.min(pane.device || 0, meshes[shardings[s].m].devices - 1));
    out.push(el("h3", {}, "Shards"), holder);
  }
  if (program.causes && sharding[row] >= 0) out.push(el("h3", {}, "Where its axes come from"), pathOf(program, pane, row));
  const about = [];
  program.collectives.row.forEach((value, i) => { if (value === row) about.push(i); });
  if (about.length) {
    out.push(el("h3", {}, "Collectives that move it"), el("ul", {class: "notes"}, about.slice(0, 20).map(i => el("li", {},
      el("button", {class: "link", onclick: () => pane.inspect("collective", i)}, "#" + (i + 1) + " " + string(program.collectives.kind[i])),
      " " + string(program.collectives.along[i]) + ", " + bytes(program.collectives.bytes[i])))));
  }
  const list = (title, rows) => rows.length && out.push(el("h3", {}, title), el("div", {}, rows.slice(0, 24).map((other, i) =>
    [i ? ", " : "", rowLink(program, pane, other)]), rows.length > 24 ? " and " + (rows.length - 24) + " more" : ""));
  list("Computed from", operands[row].filter(other => other >= 0));
  list("Read by", usersOf(program, row));
  return out;
}

// Completion's path, axis by axis.
function pathOf(program, pane, row) {
  const table = program.causes, all = causesOf(program, row), mesh = shardings[program.rows.sharding[row]].m;
  if (!all.length) {
    return el("p", {class: "soft"}, program.rows.hint[row] ? "No axis divides it: its hint says so." : "No axis divides it: no hint reaches it.");
  }
  return el("div", {}, all.map(first => {
    const piece = [table.axis[first], table.pre[first], table.size[first]], chain = chainOf(program, first);
    const steps = chain.slice(0, 40).map(at => {
      const last = table.hint[at] >= 0;
      if (last) return el("li", {style: "--dot:" + axisColor(mesh, piece[0])}, el("bdi", {}, brief(program, program.hints[table.hint[at]])));
      return el("li", {}, "along ", el("span", {class: "mono"}, string(table.op[at])), table.line[at] ? " at line " + table.line[at] : "",
        table.from[at] >= 0 ? [" from ", rowLink(program, pane, table.from[at]), " ", chips(program.rows.sharding[table.from[at]])] : "");
    });
    return el("div", {style: "margin-bottom:8px"}, el("p", {}, el("span", {class: "chips"}, el("span", {class: "chip", style: "--ax:" + axisColor(mesh, piece[0])}, axisName(mesh, piece))),
      table.dim[first] >= 0 ? " on dimension " + table.dim[first] : " on no dimension"), el("ol", {class: "steps"}, steps,
      chain.length > 40 ? el("li", {}, "and " + (chain.length - 40) + " steps more") : null));
  }));
}

function collectiveContent(program, pane, at) {
  const c = program.collectives, out = [];
  out.push(el("h2", {class: "name"}, "#" + (at + 1) + " " + string(c.kind[at])));
  out.push(facts([["along", named(string(c.along[at]), "")], ["devices", count(c.group[at]) + " in a group"],
    ["sent", bytes(c.bytes[at]) + (c.times[at] !== 1 ? " in " + count(c.times[at]) + " runs" : "")], ["time", seconds(c.seconds[at])],
    c.line[at] > 0 && ["line", el("span", {class: "mono"}, program.shortFile + ":" + c.line[at])],
    string(c.name[at]) && ["gives", named(string(c.name[at]))],
    c.row[at] >= 0 && ["moves", rowLink(program, pane, c.row[at])],
    c.for[at] >= 0 && c.for[at] !== c.row[at] && ["for", rowLink(program, pane, c.for[at])],
    c.from[at] >= 0 && ["from", chips(c.from[at])], c.to[at] >= 0 && ["to", chips(c.to[at])]]));
  out.push(el("h3", {}, "Why it is here"), el("p", {}, string(c.cause[at]) ? el("bdi", {class: "wrap"}, brief(program, string(c.cause[at]))) :
    "Nothing is known of what it is for" + (program.partitioned_here ? ": a pass has made it of others." : ": this program came partitioned.")));
  if (program.partitioned_here) {
    out.push(el("h3", {}, "Hints that were tried"), c.proposal[at] ? el("pre", {}, brief(program, c.proposal[at])) :
      el("p", {class: "soft"}, "None for this one: ", el("span", {class: "mono"}, "partita cost --why '#" + (at + 1) + "'"), " tries them."));
  }
  return out;
}

function deviceContent(program, pane, position) {
  const mesh = program.mesh;
  if (mesh < 0) return [el("p", {}, "No mesh names this device.")];
  const coordinates = coordinatesAt(mesh, position), id = deviceId(mesh, position);
  return [el("h2", {class: "name"}, "device " + id),
    facts([...meshes[mesh].axes.map((axis, i) => [el("span", {class: "chips"}, el("span", {class: "chip", style: "--ax:" + axisColor(mesh, i)}, axis[0])), String(coordinates[i])]),
      ...program.hardware.levels.filter(level => level.devices > 0 && level.devices < program.devices).map(level => [level.name, "block " + Math.floor(id / level.devices)]),
      ["holds at most", bytes(program.summary.peak)], ["sends", bytes(program.summary.bytes)]]),
    el("p", {class: "soft"}, "A value that is chosen in Program shows what this device holds of it.")];
}
