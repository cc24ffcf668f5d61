// The frame: views, programs, search, keys.
const app = {view: "overview", which: programs.length > 1 ? "both" : 0, query: ""};
const order = ["overview", "mesh", "program", "collectives", "timeline", "memory", "compare"];
const panes = programs.map((program, i) => new Pane(program, i));
const main = document.getElementById("main");

function draw() {
  const both = app.which === "both" && !views[app.view].both;
  const shown = both ? panes.slice(0, 2) : [panes[app.which === "both" ? 0 : app.which]];
  main.className = both ? "two" : "";
  main.replaceChildren(...shown.map(pane => pane.node));
  for (const pane of shown) pane.draw();
  for (const tab of tabs.children) {
    const chosen = tab.dataset.view === app.view;
    tab.setAttribute("aria-selected", chosen);
    tab.tabIndex = chosen ? 0 : -1;
  }
  for (const button of whichSwitch ? whichSwitch.children : []) button.setAttribute("aria-pressed", button.dataset.which === String(app.which));
}
function open(view, focus) {
  app.view = view;
  hideTip();
  draw();
  if (focus) tabs.querySelector("[aria-selected=true]").focus();
}

const title = programs.map(program => program.label).join("  ↔  ");
document.title = "Partita: " + title;
const search = el("input", {type: "search", placeholder: "Search  ( / )", "aria-label": "search values and collectives", oninput: () => {
  app.query = search.value;
  if (app.query && !["program", "collectives", "compare"].includes(app.view)) { open("program"); search.focus(); }
  for (const pane of panes) pane.search(app.query);
}});
const whichSwitch = programs.length > 1 ? el("div", {class: "switch", role: "group", "aria-label": "which program"}, [...programs.slice(0, 2).map((_, i) => i), "both"].map(which =>
  el("button", {"data-which": which, onclick: () => { app.which = which; draw(); }}, which === "both" ? "A and B" : "AB"[which]))) : null;
const isDark = () => document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
const noteTheme = () => { if (isDark()) document.documentElement.dataset.dark = ""; else delete document.documentElement.dataset.dark; };
noteTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { noteTheme(); draw(); });
const theme = el("button", {"aria-label": "light or dark", title: "light or dark", onclick: () => {
  document.documentElement.dataset.theme = isDark() ? "light" : "dark";
  noteTheme();
  draw();
}}, "◐");
const tabs = el("div", {class: "tabs", role: "tablist", onkeydown: event => {
  const names = tabNames(), step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (!step) return;
  open(names[(names.indexOf(app.view) + step + names.length) % names.length], true);
  event.preventDefault();
}}, tabNames().map(name => el("button", {role: "tab", "data-view": name, onclick: () => open(name)}, views[name].title)));
document.getElementById("header").append(
  el("div", {class: "title"}, el("h1", {title}, el("bdi", {}, title)), whichSwitch, search, theme), tabs);

addEventListener("keydown", event => {
  if (event.key === "Escape") {
    if (document.activeElement === search && search.value) { search.value = ""; search.dispatchEvent(new Event("input")); }
    else for (const pane of panes) pane.inspect(null);
    hideTip();
    return;
  }
  if (event.target === search && (event.key === "ArrowDown" || event.key === "Enter")) {
    const list = main.querySelector(".list");
    if (list) { list.focus(); event.preventDefault(); }
    return;
  }
  if (event.target.tagName === "INPUT" || event.ctrlKey || event.metaKey || event.altKey) return;
  const names = tabNames();
  if (event.key === "/") { search.focus(); search.select(); event.preventDefault(); }
  else if (event.key >= "1" && event.key <= String(names.length)) open(names[Number(event.key) - 1]);
});
draw();
