// A program's place on the page: a view of it, and beside it what is inspected.
class Pane {
  constructor(program, id) {
    this.program = program;
    this.id = id;
    this.query = "";
    this.device = 0;
    this.inspected = null;
    this.body = el("div", {class: "body"});
    this.node = el("section", {class: "pane"}, programs.length > 1 ? el("div", {class: "which"}, el("b", {}, "AB"[id] || String(id + 1)), "  ", el("bdi", {}, program.label)) : null, this.body);
  }
  draw() {
    this.onQuery = this.reveal = null;
    const view = views[app.view];
    this.view = el("div", {class: "view" + (view.full ? " full" : ""), "data-view": app.view}, view.render(this.program, this));
    this.body.replaceChildren(this.view);
    this.drawInspector();
  }
  drawInspector() {
    if (this.aside) this.aside.remove();
    this.aside = null;
    this.body.classList.toggle("inspected", this.inspected !== null);
    if (this.inspected === null) return;
    this.aside = inspectorOf(this.program, this, ...this.inspected);
    this.body.append(this.aside);
    if (this.inspected[0] === "row" && this.reveal) this.reveal(this.inspected[1]);
  }
  inspect(kind, at) {
    this.inspected = kind === null ? null : [kind, at];
    if (kind === "device") this.device = at;
    this.drawInspector();
  }
  // Of another program, whose pane is shown for it.
  inspectIn(which, at) {
    app.which = which;
    panes[which].inspected = ["collective", at];
    open("collectives");
  }
  search(query) {
    this.query = query;
    if (this.onQuery) this.onQuery();
  }
}
