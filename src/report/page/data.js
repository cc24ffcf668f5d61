// The tables of the page, and what is computed from them.
const data = JSON.parse(document.getElementById("data").textContent);
const {strings, types, shardings, meshes, programs} = data;
const string = at => at < 0 ? "" : strings[at];

const axisColor = (mesh, axis) => "var(--ax" + axis % 8 + ")";
const axisName = (mesh, [axis, pre, size]) => {
  const [name, all] = meshes[mesh].axes[axis];
  return size === all ? name : name + ":(" + pre + ")" + size;
};
const product = list => list.reduce((a, b) => a * b, 1);
const shardCount = axes => product(axes.map(piece => piece[2]));

function shapeText(type) {
  if (type < 0) return "";
  const [element, dims] = types[type];
  return [...dims, element].join("×");
}
function localDims(type, sharding) {
  const dims = types[type][1];
  if (sharding < 0 || shardings[sharding].d.length !== dims.length) return dims;
  return dims.map((n, d) => Math.ceil(n / shardCount(shardings[sharding].d[d])));
}
function localBytes(type, sharding) { return type < 0 ? 0 : product(localDims(type, sharding)) * types[type][2]; }
function globalBytes(type) { return type < 0 ? 0 : product(types[type][1]) * types[type][2]; }

// The sharding as chips in the colours of its axes: [x y, -].
function chips(sharding) {
  const out = el("span", {class: "chips"});
  if (sharding < 0) return out;
  const {m, d, u, n, t} = shardings[sharding];
  if (meshes[m].maximal) { out.append(t); return out; }
  const piece = p => el("span", {class: "chip", style: "--ax:" + axisColor(m, p[0])}, axisName(m, p));
  out.append("[");
  d.forEach((axes, i) => {
    if (i) out.append(", ");
    if (axes.length) axes.forEach((p, k) => out.append(k ? " " : "", piece(p)));
    else out.append(el("span", {class: "soft"}, "-"));
  });
  out.append("]");
  if (u.length) out.append(el("span", {class: "soft"}, " sum "), ...u.map(piece));
  if (n.length) out.append(el("span", {class: "soft"}, " manual "), ...n.map(piece));
  return out;
}
const shardingText = at => at < 0 ? "" : shardings[at].t;

// The shard of one dimension at mesh coordinates: the number that the digits of its axes make.
function shardIndex(mesh, axes, coordinates) {
  let index = 0;
  for (const [axis, pre, size] of axes) {
    const below = meshes[mesh].axes[axis][1] / (pre * size);
    index = index * size + Math.floor(coordinates[axis] / below) % size;
  }
  return index;
}
function coordinatesAt(mesh, position) {
  const sizes = meshes[mesh].axes.map(axis => axis[1]);
  const out = sizes.map(() => 0);
  for (let i = sizes.length; i-- > 0;) { out[i] = position % sizes[i]; position = Math.floor(position / sizes[i]); }
  return out;
}
function positionOf(mesh, coordinates) {
  return meshes[mesh].axes.reduce((sum, axis, i) => sum * axis[1] + coordinates[i], 0);
}
const deviceId = (mesh, position) => meshes[mesh].ids ? meshes[mesh].ids[position] : position;
const coordinatesText = (mesh, coordinates) => meshes[mesh].axes.map((axis, i) => axis[0] + "=" + coordinates[i]).join(", ");

// What is looked up again and again, once for each program.
programs.forEach((program, index) => {
  const rows = program.rows, size = rows.op.length;
  program.index = index;
  program.size = size;
  program.shortFile = program.file.split(" ")[0].replace(/^.*[/\\]/, "");
  program.folder = (program.label.match(/^[^ ]*[/\\]/) || [""])[0];
  program.label = program.label.slice(program.folder.length);
  program.users = null;
  program.causesOf = null;
});
// Words of ours that name places, without the folder of the file.
const brief = (program, text) => program.folder ? text.replaceAll(program.folder, "") : text;

function usersOf(program, row) {
  if (!program.users) {
    program.users = new Map();
    program.rows.operands.forEach((operands, user) => {
      for (const row of operands) {
        if (row < 0) continue;
        const users = program.users.get(row);
        if (users) users.push(user); else program.users.set(row, [user]);
      }
    });
  }
  return program.users.get(row) || [];
}
function causesOf(program, row) {
  if (!program.causes) return [];
  if (!program.causesOf) {
    program.causesOf = new Map();
    program.causes.row.forEach((row, at) => {
      const all = program.causesOf.get(row);
      if (all) all.push(at); else program.causesOf.set(row, [at]);
    });
  }
  return program.causesOf.get(row) || [];
}
// The causes from this one back to a hint: each the cause of the one before.
function chainOf(program, at) {
  const table = program.causes, chain = [], seen = new Set();
  while (at !== undefined && !seen.has(at)) {
    seen.add(at);
    chain.push(at);
    if (table.hint[at] >= 0 || table.from[at] < 0) break;
    const low = table.pre[at], high = low * table.size[at];
    at = causesOf(program, table.from[at]).find(other => table.axis[other] === table.axis[at] &&
      table.pre[other] < high && low < table.pre[other] * table.size[other]);
  }
  return chain;
}
// Whether a row has all of these words. Each string that rows share is looked at once.
let lower = null;
function matcher(program, words) {
  lower = lower || {strings: strings.map(text => text.toLowerCase()), types: types.map((_, i) => shapeText(i)), shardings: shardings.map(one => one.t.toLowerCase())};
  const {op, name, type, line, scope, place, stored} = program.rows;
  const tests = words.map(word => {
    const hit = texts => Uint8Array.from(texts, text => text.includes(word));
    const inStrings = hit(lower.strings), inTypes = hit(lower.types), inShardings = hit(lower.shardings);
    const wanted = /^:\d+$/.test(word) ? Number(word.slice(1)) : -1;
    return row => inStrings[name[row]] || inStrings[op[row]] || (type[row] >= 0 && inTypes[type[row]]) || (stored[row] >= 0 && inShardings[stored[row]]) ||
      (scope[row] >= 0 && inStrings[scope[row]]) || (place[row] >= 0 && inStrings[place[row]]) || line[row] === wanted;
  });
  return row => tests.every(test => test(row));
}
const wordsOf = text => text.toLowerCase().split(/\s+/).filter(word => word);
function nameOf(program, row) {
  if (row < 0) return "";
  const name = string(program.rows.name[row]);
  return name && name !== "%?" ? name : string(program.rows.op[row]) + (program.rows.line[row] ? " :" + program.rows.line[row] : "");
}
