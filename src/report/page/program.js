// The program as an outline: scopes of the source, regions inside ops, and stretches of lines where there is neither.
const STRETCH = 200;

// Nodes in order, each with the end of what it holds: {row or label, depth, end, open, compute, communication, bytes}.
function outlineOf(program) {
  if (program.outline) return program.outline;
  const {depth, op, scope, line, compute, communication, bytes: sent} = program.rows, nodes = [], open = [];
  const close = level => { while (open.length > level) open.pop().end = nodes.length; };
  const group = (label, level, isOpen) => {
    const node = {row: -1, label, depth: open.length, end: 0, open: isOpen, compute: 0, communication: 0, bytes: 0};
    nodes.push(node);
    open.push(node);
  };
  const scoped = scope.some(at => at >= 0), kind = row => string(op[row]).split(" ")[0];
  const flat = depth.reduce((sum, d) => sum + (d === 0), 0);
  // For each depth of regions: where its nodes begin in `open`, the scopes that are open, and how many rows since.
  let bodyOpen = 0;
  const levels = [{base: 0, scopes: [], section: "", rows: 0}];
  for (let row = 0; row < depth.length; ++row) {
    while (levels.length - 1 > depth[row]) { close(levels[levels.length - 1].base); levels.pop(); }
    while (levels.length - 1 < depth[row]) {
      // Regions are held by the row before them.
      const holder = nodes[nodes.length - 1];
      holder.holds = true;
      open.push(holder);
      levels.push({base: open.length, scopes: [], section: "", rows: 0});
    }
    const level = levels[levels.length - 1];
    const isEdge = depth[row] === 0 && (kind(row) === "argument" || kind(row) === "result") && line[row] === 0;
    const section = isEdge ? kind(row) + "s" : "body";
    if (section !== level.section || (section === "body" && !scoped && depth[row] === 0 && flat > 2 * STRETCH && level.rows >= STRETCH)) {
      close(level.base);
      level.scopes = [];
      level.rows = 0;
      level.section = section;
      if (depth[row] === 0 && (isEdge || (!scoped && flat > 2 * STRETCH))) {
        group(isEdge ? section : "lines from " + line[row], 0, isEdge ? section === "arguments" || flat < 200 : !bodyOpen++);
        level.inside = 1;
      } else {
        level.inside = 0;
      }
    }
    ++level.rows;
    if (scope[row] >= 0 && section === "body") {
      const path = string(scope[row]).split("/");
      let same = 0;
      while (same < path.length && same < level.scopes.length && path[same] === level.scopes[same]) ++same;
      close(level.base + level.inside + same);
      for (const part of path.slice(same)) group(part, 0, true);
      level.scopes = path;
    }
    const node = {row, depth: open.length, end: 0, open: true, compute: compute[row], communication: communication[row], bytes: sent[row]};
    nodes.push(node);
    node.end = nodes.length;
    for (const holder of open) if (holder.row < 0) {
      holder.compute += compute[row]; holder.communication += communication[row]; holder.bytes += sent[row];
      holder.last = line[row] || holder.last;
    }
  }
  close(0);
  for (const node of nodes) if (node.row < 0 && node.label.startsWith("lines from") && node.last) node.label = node.label.replace("from ", "") + "–" + node.last;
  return program.outline = nodes;
}

views.program = {title: "Program", full: true, render(program, pane) {
  const nodes = outlineOf(program), {name, op, type, stored, hint} = program.rows;
  let visible = [];
  const rowOf = index => {
    const node = nodes[visible[index]], at = node.row, searching = pane.query !== "";
    const indent = searching ? 0 : node.depth * 14;
    const holds = node.row < 0 || node.holds;
    const fold = el("span", {class: "fold"}, holds && !searching ? (node.open ? "▾" : "▸") : "");
    const time = node.compute + node.communication;
    const cells = at < 0
      ? [el("div", {style: "padding-left:" + indent + "px"}, fold, named(node.label, "")), el("div", {class: "wide-only"}), el("div", {})]
      : [el("div", {style: "padding-left:" + indent + "px"}, fold, named(string(name[at]) || string(op[at])), " ", el("span", {class: "soft"}, string(name[at]) ? string(op[at]) : "")),
        el("div", {class: "mono wide-only"}, shapeText(type[at])), el("div", {}, chips(stored[at]), hint[at] ? el("span", {class: "tag wide-only"}, "hint") : null)];
    const row = el("div", {class: at < 0 ? "group" : ""}, cells,
      el("div", {class: "number wide-only"}, at >= 0 && type[at] >= 0 ? bytes(localBytes(type[at], stored[at])) : ""),
      el("div", {class: "number"}, time > 0 ? seconds(time) : ""), el("div", {class: "number narrow-out"}, node.bytes > 0 ? bytes(node.bytes) : ""));
    if (holds) row.setAttribute("aria-expanded", node.open);
    return row;
  };
  const refresh = () => {
    visible = [];
    const words = wordsOf(pane.query);
    if (words.length) {
      const matches = matcher(program, words);
      for (let i = 0; i < nodes.length; ++i) {
        const row = nodes[i].row;
        if (row >= 0 && matches(row)) visible.push(i);
      }
      found.textContent = plural(visible.length, "value") + " found";
      say(found.textContent);
    } else {
      for (let i = 0; i < nodes.length; i = nodes[i].open || nodes[i].end <= i ? i + 1 : nodes[i].end) visible.push(i);
      found.textContent = plural(program.size, "value");
    }
    list.reset(visible.length);
    empty.hidden = visible.length > 0;
  };
  const list = new List({label: "values of the program", id: "p" + pane.id + "-", rowOf, onChoose: index => {
    const node = nodes[visible[index]];
    if (node.row >= 0) pane.inspect("row", node.row); else list.options.onFold(index);
  }, onFold: (index, want) => {
    const node = nodes[visible[index]];
    if (!(node.row < 0 || node.holds) || pane.query || node.open === want) return;
    node.open = want === undefined ? !node.open : want;
    refresh();
  }});
  const found = el("span", {}), empty = el("div", {class: "empty", hidden: true}, "Nothing here has all of these words.");
  const foldAll = open => { for (const node of nodes) if (node.row < 0 || node.holds) node.open = open; refresh(); };
  const body = el("div", {class: "program", style: "display:flex;flex-direction:column;flex:1;min-height:0"},
    el("div", {class: "toolbar"}, found, el("button", {onclick: () => foldAll(false)}, "Fold all"), el("button", {onclick: () => foldAll(true)}, "Unfold all"),
      program.partitioned_here ? null : el("span", {}, "this program came partitioned: one device's part")),
    el("div", {class: "head"}, el("div", {}, "value"), el("div", {class: "wide-only"}, "type"), el("div", {}, "sharding"),
      el("div", {class: "number wide-only"}, "on a device"), el("div", {class: "number"}, "time"), el("div", {class: "number narrow-out"}, "sent")),
    empty, list.node);
  pane.onQuery = refresh;
  pane.reveal = row => {
    const index = visible.findIndex(at => nodes[at].row === row);
    if (index >= 0) { list.chosen = index; list.show(index); }
  };
  refresh();
  return body;
}};
