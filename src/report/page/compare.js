// What differs between the first two programs.
if (data.difference) views.compare = {title: "Compare", both: true, render(program, pane) {
  const {figures, collectives, ops, a, b} = data.difference, units = {bytes, seconds, operations: amount, "": count};
  const ratio = (x, y) => x === y ? el("td", {class: "number soft"}, "=") :
    el("td", {class: "number " + (y < x ? "better" : "worse")}, x > 0 ? (y > x ? "+" : "−") + percent(Math.abs(y - x) / x) : "new");
  const out = el("div", {});
  out.append(el("div", {class: "panel wide scroll"}, el("h2", {}, "Two programs"), el("table", {},
    el("thead", {}, el("tr", {}, el("th", {}), el("th", {class: "number"}, "A"), el("th", {class: "number"}, "B"), el("th", {class: "number"}, "B to A"))),
    el("tbody", {}, Object.entries(figures).filter(([, f]) => f.a || f.b).map(([what, f]) => el("tr", {}, el("td", {}, what),
      el("td", {class: "number"}, units[f.unit](f.a)), el("td", {class: "number"}, units[f.unit](f.b)), ratio(f.a, f.b))))),
    el("p", {class: "soft", style: "margin:10px 0 0"}, "A is ", named(programs[0].label, ""), el("br", {}), "B is ", named(programs[1].label, ""))));
  const words = wordsOf(pane.query);
  const text = c => [c.change, ...[c.a, c.b].filter(side => side).flatMap(side => [side.kind, side.along, side.name, side.place, side.cause])].join(" ").toLowerCase();
  const changed = collectives.filter(c => c.change !== "same" && words.every(word => text(c).includes(word)));
  const marks = {came: "+", went: "−", grew: "▴", shrank: "▾", "other time": "~"};
  const counts = {};
  for (const c of collectives) counts[c.change] = (counts[c.change] || 0) + 1;
  out.append(el("div", {class: "panel wide scroll"}, el("h2", {}, "Collectives: " + (Object.entries(counts).map(([change, n]) => n + " " + change).join(", ") || "none")),
    changed.length ? el("table", {}, el("thead", {}, el("tr", {}, el("th", {}), el("th", {}, "collective"), el("th", {class: "number"}, "A"), el("th", {class: "number"}, "B"), el("th", {class: "wide-only"}, "why"))),
      el("tbody", {}, changed.slice(0, 300).map(c => {
        const side = c.b || c.a, worse = c.change === "came" || c.change === "grew";
        const link = (which, at) => at ? el("button", {class: "link", onclick: () => pane.inspectIn(which, at.number - 1)}, bytes(at.bytes)) : "";
        return el("tr", {}, el("td", {class: worse ? "came" : "went", title: c.change, "aria-label": c.change}, marks[c.change]),
          el("td", {}, side.kind + " " + side.along + (c.a && c.b && c.a.along !== c.b.along ? " (was " + c.a.along + ")" : ""), side.place ? el("div", {class: "soft"}, named(side.place.replace(/^.*[/\\]/, ""))) : null),
          el("td", {class: "number"}, link(0, c.a)), el("td", {class: "number"}, link(1, c.b)), el("td", {class: "wide-only soft", style: "overflow-wrap:anywhere"}, brief(c.b ? programs[1] : programs[0], side.cause)));
      }))) : el("p", {}, words.length ? "None of those that changed has all of these words." : "They are the same."),
    changed.length > 300 ? el("p", {class: "soft"}, "and " + (changed.length - 300) + " more") : null));
  const moved = ops.filter(op => op.a.seconds !== op.b.seconds).slice(0, 20);
  const most = Math.max(...moved.map(op => Math.max(op.a.seconds, op.b.seconds)), 1e-300);
  out.append(el("div", {class: "panel wide"}, el("h2", {}, "Time by op"), moved.length ? el("table", {}, el("tbody", {}, moved.map(op => el("tr", {}, el("td", {}, named(op.op)),
    el("td", {style: "width:34%"}, bar([[op.a.seconds, "var(--pale)"]], most, "A"), el("div", {style: "height:3px"}), bar([[op.b.seconds, "var(--cool)"]], most, "B")),
    el("td", {class: "number"}, seconds(op.a.seconds)), el("td", {class: "number"}, seconds(op.b.seconds)), ratio(op.a.seconds, op.b.seconds))))) : el("p", {}, "The same.")));
  pane.onQuery = () => pane.draw();
  return out;
}};
