// Views by name; each adds itself.
const views = {};
const tabNames = () => order.filter(name => views[name]);

// Elements, figures and words. Text of a program enters the page as text nodes only.
function el(tag, attributes, ...children) {
  return put(document.createElement(tag), attributes, children);
}
function svg(tag, attributes, ...children) {
  return put(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}
function put(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") node.style.cssText = value;
    else if (value !== undefined && value !== null && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(3)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}
// A name from the program, apart from the text around it whatever its direction of writing.
const named = (text, type) => el("bdi", {class: type || "mono", title: text.length > 24 ? text : null}, text);

function figure(value) {
  if (value === 0) return "0";
  const size = Math.abs(value);
  return size >= 100 ? value.toFixed(0) : size >= 10 ? value.toFixed(1) : value.toFixed(2);
}
function scaled(value, units, base) {
  let unit = 0;
  while (Math.abs(value) >= base * 0.9995 && unit < units.length - 1) { value /= base; ++unit; }
  return figure(value) + " " + units[unit];
}
const bytes = value => value < 1024 ? Math.round(value) + " B" : scaled(value, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], 1024);
const amount = value => value < 1000 ? figure(value) : scaled(value, ["", "K", "M", "G", "T", "P", "E"], 1000);
function seconds(value) {
  if (value === 0) return "0";
  if (value < 1e-6) return figure(value * 1e9) + " ns";
  if (value < 1e-3) return figure(value * 1e6) + " µs";
  if (value < 1) return figure(value * 1e3) + " ms";
  return value < 3600 ? figure(value) + " s" : figure(value / 3600) + " h";
}
const count = value => Math.round(value).toLocaleString("en").replaceAll(",", " ");
const percent = value => value > 0 && value < 0.0005 ? "<0.1%" : (100 * value).toFixed(value < 0.1 ? 1 : 0) + "%";
const plural = (n, word) => count(n) + " " + word + (n === 1 ? "" : "s");

// What a pointer rests on, in words.
const tip = document.getElementById("tip");
function showTip(event, text) {
  tip.textContent = text;
  tip.hidden = false;
  const x = Math.min(event.clientX + 14, innerWidth - tip.offsetWidth - 8);
  const y = event.clientY + 18 + tip.offsetHeight > innerHeight ? event.clientY - tip.offsetHeight - 10 : event.clientY + 18;
  tip.style.left = Math.max(4, x) + "px";
  tip.style.top = Math.max(4, y) + "px";
}
const hideTip = () => { tip.hidden = true; };
function say(text) { document.getElementById("said").textContent = text; }
// Kernels are blue, products dark; what devices exchange is orange.
const isProduct = op => /^(dot|ragged_dot|scaled_dot|convolution)/.test(op);
const isExchange = op => /^(all_|reduce_scatter|collective_|async_)/.test(op);
const opColor = op => "var(--" + (isExchange(op) ? "warm" : isProduct(op) ? "cool" : "pale") + ")";
const themed = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
