// A tensor as its shards: the two dimensions that say most as a rectangle of tiles, in the colours that devices of the
// mesh have which hold them.
function tileColor(row, rows, column, columns) {
  if (rows * columns === 1) return "color-mix(in srgb, var(--cool) 22%, var(--card))";
  // Hue along the longer side; beside it, how much of it there is.
  const [along, all, beside, others] = columns >= rows ? [column, columns, row, rows] : [row, rows, column, columns];
  return "hsl(" + Math.round(210 + 330 * along / all) % 360 + " 65% 52% / " + (0.22 + 0.4 * beside / others).toFixed(2) + ")";
}

function shardsPicture(type, sharding, device, pick) {
  const dims = types[type][1], {m: mesh, d, u} = shardings[sharding];
  if (meshes[mesh].maximal || d.length !== dims.length) return null;
  const counts = d.map(shardCount), tiles = dims.map((n, i) => Math.ceil(n / counts[i]));
  const order = dims.map((_, i) => i).sort((a, b) => (counts[b] > 1) - (counts[a] > 1) || b - a).slice(0, 2).sort((a, b) => a - b);
  const [rowDim, columnDim] = order.length > 1 ? order : [-1, order.length ? order[0] : -1];
  const rows = rowDim >= 0 ? counts[rowDim] : 1, columns = columnDim >= 0 ? counts[columnDim] : 1;
  const at = coordinatesAt(mesh, device), index = d.map(axes => shardIndex(mesh, axes, at));
  const own = [rowDim >= 0 ? index[rowDim] : 0, columnDim >= 0 ? index[columnDim] : 0];
  const placesDown = shownPlaces(rows, 12), placesAcross = shownPlaces(columns, 12);
  const width = 300, wide = columnDim >= 0 ? dims[columnDim] : 1, tall = rowDim >= 0 ? dims[rowDim] : 1;
  const height = Math.max(46, Math.min(220, rowDim >= 0 ? width * Math.max(0.25, Math.min(0.75, tall / wide)) : 54));
  const w = width / placesAcross.length, h = height / placesDown.length;
  const picture = svg("svg", {viewBox: "0 0 " + (width + 34) + " " + (height + 24), width: width + 34, height: height + 24, role: "img",
    "aria-label": shapeText(type) + " in " + counts.join(" by ") + " shards"});
  const range = (dim, i) => dim < 0 ? "" : Math.min(i * tiles[dim], dims[dim]) + "…" + (Math.min((i + 1) * tiles[dim], dims[dim]) - 1) + " of " + dims[dim];
  placesDown.forEach((r, j) => placesAcross.forEach((c, i) => {
    const x = 28 + i * w, y = 18 + j * h;
    if (r < 0 || c < 0) {
      picture.append(svg("text", {x: x + w / 2, y: y + h / 2 + 4, "text-anchor": "middle", class: "soft"}, "…"));
      return;
    }
    const mine = r === own[0] && c === own[1];
    const empty = (rowDim >= 0 && r * tiles[rowDim] >= dims[rowDim]) || (columnDim >= 0 && c * tiles[columnDim] >= dims[columnDim]);
    picture.append(svg("g", {onpointermove: event => showTip(event, "shard " + [r, c].slice(rowDim >= 0 ? 0 : 1).join(", ") + "\n" +
          (rowDim >= 0 ? "dimension " + rowDim + ": " + range(rowDim, r) + "\n" : "") + (columnDim >= 0 ? "dimension " + columnDim + ": " + range(columnDim, c) : "") +
          (empty ? "\nnothing but padding" : "")), onpointerleave: hideTip},
      svg("rect", {x: x + 1, y: y + 1, width: w - 2, height: h - 2, rx: 3, style: "fill:" + tileColor(r, rows, c, columns) +
        ";stroke:" + (mine ? "var(--ink)" : "var(--line)") + ";stroke-width:" + (mine ? 2 : 1) + (empty ? ";fill-opacity:.25" : "")}),
      w > 26 && h > 13 && rows * columns > 1 ? svg("text", {x: x + w / 2, y: y + h / 2 + 4, "text-anchor": "middle"}, r * columns + c) : null));
  }));
  if (columnDim >= 0) picture.append(svg("text", {x: 28, y: 12, class: "soft"}, "dimension " + columnDim + ": " + count(dims[columnDim])));
  if (rowDim >= 0) picture.append(svg("text", {x: 4, y: 20, class: "soft", style: "writing-mode:vertical-rl"}, "dim " + rowDim + ": " + count(dims[rowDim])));
  const tileOf = position => {
    const coordinates = coordinatesAt(mesh, position), indices = d.map(axes => shardIndex(mesh, axes, coordinates));
    return {row: rowDim >= 0 ? indices[rowDim] : 0, column: columnDim >= 0 ? indices[columnDim] : 0, indices};
  };
  const holds = position => {
    const {indices} = tileOf(position);
    return deviceTitle(mesh, position) + "\nholds " + (indices.length ? indices.map((i, dim) => Math.min(i * tiles[dim], dims[dim]) + ":" + Math.min((i + 1) * tiles[dim], dims[dim])).join(", ") : "all of it");
  };
  const map = meshPicture(mesh, {small: true, chosen: device, pick, title: holds,
    color: position => { const tile = tileOf(position); return tileColor(tile.row, rows, tile.column, columns); },
    label: position => { const tile = tileOf(position); return rows * columns > 1 ? tile.row * columns + tile.column : deviceId(mesh, position); }});
  const copies = meshes[mesh].devices / product(counts);
  const words = [product(counts) > 1 ? count(product(counts)) + " shards of " + tiles.join("×") : "not divided",
    copies > 1 ? (u.length ? "each in " + count(copies) + " parts or copies" : "each on " + plural(copies, "device")) : ""].filter(text => text).join(", ");
  return el("div", {class: "shards"}, el("p", {class: "soft"}, words + "."), picture,
    el("h3", {}, rows * columns > 1 ? "Which device holds which shard" : "On the mesh"), map,
    el("p", {class: "soft", style: "margin-top:6px"}, holds(device).replaceAll("\n", ", ") + "."));
}
