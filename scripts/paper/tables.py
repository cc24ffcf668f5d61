"""Rows as tables, for a terminal and for a page.

A table is a list of lines, each a list of cells; the first line is the head.
"""
import textwrap

GIB = 2.0**30
GOAL = 0.65  # utilisation of the row below
LARGEST = "t2_1t"
# Printed shares of the step, and what they are called in simulations.
SHARES = {"bubbles": "bubble", "recompute": "recompute", "alltoall": "all_to_all"}
TITLES = {"bubbles": "bubbles", "recompute": "recomputed", "alltoall": "all-to-all"}


def ratio(row, way="annotated"):
    return row["modelled"][way]["step_s"] / row["step_s"]


def memory(row, way="annotated"):
    return row["modelled"][way]["peak_bytes"] / GIB


def utilisation(row, table):
    return row["modelled"]["annotated"]["hardware_utilisation" if table["utilisation"] == "all" else "utilisation"]


def mesh(row):
    return ",".join(f"{axis}={size}" for axis, size in row["modelled"]["annotated"]["mesh"].items())


def percent(value):
    return f"{100 * value:.1f}%"


def side_by_side(table):
    shares = [share for share in SHARES if any(share in row for row in table["rows"])]
    head = ["row", "mesh", "step s", "modelled", "ratio", "utilisation", "modelled", "memory", "modelled GiB"]
    for share in shares:
        head += [TITLES[share], "modelled"]
    lines = [head]
    for row in table["rows"]:
        line = [row["name"], mesh(row), f"{row['step_s']:.2f}", f"{row['modelled']['annotated']['step_s']:.2f}",
                f"{ratio(row):.2f}", f"{row['util']:.1f}%", percent(utilisation(row, table)), f"{row['peak_gb']:.1f}",
                f"{memory(row):.1f}"]
        for share in shares:
            line += [f"{row[share]:.1f}%", percent(row["modelled"]["annotated"]["shares"][SHARES[share]])]
        lines.append(line)
    return lines


def within(values, share):
    return sum(abs(value - 1) <= share for value in values)


def summary(table):
    steps = [ratio(row) for row in table["rows"]]
    memories = [memory(row) / row["peak_gb"] for row in table["rows"]]
    text = (f"Table {table['table']}: step within 10% for {within(steps, .1)} of {len(steps)}, "
            f"within 20% for {within(steps, .2)}; memory within 15% for {within(memories, .15)}")
    named = {row["name"]: row for row in table["rows"]}
    first, last = (named.get(name) for name in table.get("speedup", (None, None)))
    if first and last:
        printed = first["step_s"] / last["step_s"]
        modelled = first["modelled"]["annotated"]["step_s"] / last["modelled"]["annotated"]["step_s"]
        text += (f"; {last['name']} {printed:.1f} times as fast as {first['name']} in print, "
                 f"{modelled:.1f} times modelled")
    return text


def beyond(tables):
    """Of each row the step and the share of the peak that the model's products take of it, in every way."""
    shown = ("annotated", "chosen", "without", "overlapped")
    names = ["annotated", "chosen", "without rings", "overlapped"]
    lines = [["row", "printed s", *names, "printed", *names, "floor s", "at the floor"]]
    for table in tables:
        for row in table["rows"]:
            ways = [row["modelled"][way] for way in shown]
            # The same operations in the printed time: printed utilisation is sometimes that of all operations.
            printed = ways[0]["utilisation"] * ratio(row)
            least = floor(row)
            lines.append([row["name"], f"{row['step_s']:.2f}", *(f"{way['step_s']:.2f}" for way in ways),
                          percent(printed), *(percent(way["utilisation"]) for way in ways), f"{least:.2f}",
                          percent(ways[3]["utilisation"] * ways[3]["step_s"] / least)])
    return lines


def floor(row):
    """Seconds that no order of the chosen plan's kernels and collectives can be faster than, as `simulate` says."""
    return row["modelled"]["without"]["seconds"]["floor"]


def gains(tables):
    """Of each table what each measure takes off the step: geometric means of ratios."""
    lines = [["table", "choice of shardings", "overlap", "schedule", "rings", "all", "against the printed step"]]
    for table in tables:
        steps = [{way: figures["step_s"] for way, figures in row["modelled"].items()} for row in table["rows"]]
        lines.append([str(table["table"]),
                      *(mean([step[before] / step[after] for step in steps]) for before, after in
                        [("annotated", "chosen"), ("chosen", "unscheduled"), ("unscheduled", "without"),
                         ("without", "overlapped"), ("annotated", "overlapped")]),
                      mean([1 / ratio(row, "overlapped") for row in table["rows"]])])
    return lines


def mean(ratios):
    product = 1.0
    for one in ratios:
        product *= one
    return f"{product ** (1 / len(ratios)):.3f}"


def largest(tables):
    """What limits the largest row; empty where it is not among the rows."""
    found = [row for table in tables for row in table["rows"] if row["name"] == LARGEST]
    if not found:
        return ""
    row = found[0]
    way, uncut = row["modelled"]["overlapped"], row["modelled"]["without"]
    seconds, step = uncut["seconds"], way["step_s"]
    peak = way["utilisation"] * step
    products = sum(kind["seconds"] for kind in uncut["by_kind"] if kind["what"] == "dot_general")
    links = ", ".join(f"{level['name']} {level['seconds']:.2f} s" for level in uncut["levels"])
    least, goal = floor(row), peak / GOAL
    text = (f"{LARGEST} takes {step:.2f} s, {percent(way['utilisation'])} of the peak. What a step cannot go below: its "
            f"products take {peak:.2f} s at the peak, {products:.2f} s with padding, all kernels "
            f"{seconds['compute']:.2f} s, since a device runs one after the other. Collectives take "
            f"{seconds['communication']:.2f} s one after the other, of which links are busy: {links}; the rest is "
            f"latency and what is written and laid out in memory. The longest chain of kernels and collectives that wait "
            f"for each other takes {seconds['chain']:.2f} s. So no order of the same work is faster than {least:.2f} s, "
            f"which is {percent(peak / least)}.")
    if step <= goal:
        return text + f" {percent(GOAL)} is {goal:.2f} s, and it is reached."
    need = seconds["compute"] + seconds["communication"] - goal
    hidden = seconds["communication"] - seconds["exposed"]
    return text + (f" {percent(GOAL)} is {goal:.2f} s: nothing here forbids it. {need:.2f} s of collectives would have to "
                   f"be hidden, and order alone hides {hidden:.2f} s.")


def text(tables):
    out = []
    for table in tables:
        out += [f"Table {table['table']}. {table['title']}", aligned(side_by_side(table)), ""]
    out += ["Beyond the paper: step, then utilisation by the model's products", aligned(beyond(tables)), ""]
    out += ["Gains, as geometric means of one step by the next", aligned(gains(tables)), ""]
    out += [largest(tables), ""] if largest(tables) else []
    return "\n".join(out + [summary(table) for table in tables])


def aligned(lines):
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join("  " + "  ".join(cell.ljust(width) if column < 2 and not cell[:1].isdigit() else cell.rjust(width)
                                      for column, (cell, width) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def markdown(tables):
    """The parts of the page, by name."""
    each = []
    for table in tables:
        each += [f"### Table {table['table']}. {table['title']}\n", piped(side_by_side(table)), "",
                 summary(table) + ".\n"]
    silent = [["table", "chosen"]] + [[str(table["table"]), table["chosen"]] for table in tables]
    return {"silent": piped(silent), "tables": "\n".join(each), "beyond": piped(beyond(tables)),
            "gains": piped(gains(tables)), "largest": textwrap.fill(largest(tables), 120)}


def piped(lines):
    rows = ["| " + " | ".join(line) + " |" for line in lines]
    return "\n".join([rows[0], "|" + "---|" * len(lines[0]), *rows[1:]])
