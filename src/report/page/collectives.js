// All collectives as a table that is sorted by any of its columns.
views.collectives = {title: "Collectives", full: true, render(program, pane) {
  const c = program.collectives, size = c.kind.length;
  const columns = [
    {title: "#", value: i => i, number: true}, {title: "kind", value: i => string(c.kind[i])},
    {title: "along", value: i => string(c.along[i])}, {title: "value", value: i => string(c.name[i]) || nameOf(program, c.row[i]), wide: true},
    {title: "bytes", value: i => c.bytes[i], number: true}, {title: "runs", value: i => c.times[i], number: true, wide: true},
    {title: "time", value: i => c.seconds[i], number: true}, {title: "why", value: i => string(c.cause[i]), wide: true}];
  pane.sort = pane.sort || {column: 4, up: false};
  let order = [];
  const texts = c.kind.map((_, i) => ["#" + (i + 1), ...columns.slice(1).map(column => String(column.value(i))), c.line[i] ? ":" + c.line[i] : ""].join(" ").toLowerCase());
  const along = i => program.mesh >= 0 && c.axes[i].length ? el("span", {class: "chips"}, c.axes[i].map((name, k) => {
    const axis = meshes[program.mesh].axes.findIndex(one => one[0] === string(name));
    return [k ? " " : "", axis >= 0 ? el("span", {class: "chip", style: "--ax:" + axisColor(program.mesh, axis)}, string(name)) : string(name)];
  })) : string(c.along[i]);
  const rowOf = index => {
    const i = order[index];
    return el("div", {}, el("div", {class: "soft"}, String(i + 1)), el("div", {}, string(c.kind[i])), el("div", {}, along(i)),
      el("div", {class: "wide-only"}, named(columns[3].value(i))), el("div", {class: "number"}, bytes(c.bytes[i])), el("div", {class: "number wide-only"}, count(c.times[i])),
      el("div", {class: "number"}, seconds(c.seconds[i])), el("div", {class: "wide-only soft", title: string(c.cause[i])}, el("bdi", {}, brief(program, string(c.cause[i])))));
  };
  const refresh = () => {
    const words = wordsOf(pane.query), {column, up} = pane.sort, value = columns[column].value;
    order = c.kind.map((_, i) => i).filter(i => words.every(word => texts[i].includes(word)));
    order.sort((a, b) => { const x = value(a), y = value(b); return (x < y ? -1 : x > y ? 1 : a - b) * (x === y || up ? 1 : -1); });
    heads.forEach((head, i) => i === column ? head.setAttribute("aria-sort", up ? "ascending" : "descending") : head.removeAttribute("aria-sort"));
    list.reset(order.length);
    const sum = order.reduce((all, i) => all + c.bytes[i], 0);
    found.textContent = plural(order.length, "collective") + ", " + bytes(sum) + " sent by each device";
    if (words.length) say(found.textContent);
    empty.hidden = order.length > 0;
  };
  const heads = columns.map((column, i) => el("div", {class: (column.number && i ? "number" : "") + (column.wide ? " wide-only" : ""), role: "columnheader"},
    el("button", {onclick: () => { pane.sort = {column: i, up: pane.sort.column === i ? !pane.sort.up : !column.number}; refresh(); }}, column.title)));
  const list = new List({label: "collectives", id: "c" + pane.id + "-", rowOf, onChoose: index => pane.inspect("collective", order[index])});
  const found = el("span", {}), empty = el("div", {class: "empty", hidden: true}, size ? "Nothing here has all of these words." : "No device sends anything.");
  pane.onQuery = refresh;
  refresh();
  return el("div", {class: "collectives", style: "display:flex;flex-direction:column;flex:1;min-height:0"},
    el("div", {class: "toolbar"}, found), el("div", {class: "head", role: "row"}, heads), empty, list.node);
}};
