"""The tables of the GSPMD paper, printed and modelled; `./dev paper` runs this, docs/paper.md says what comes out.

    python3 scripts/paper [--rows MATCH] [-o DIR] [--markdown PAGE] [--hardware FILE] [--build DIR]

Each row's program is written by examples/cpp/paper.cc and simulated with `partita simulate` in several ways (WAYS).
Printed figures are in printed.json. Nothing but the standard library is needed.
"""
import argparse
import concurrent.futures
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True

import page  # noqa: E402
import plot  # noqa: E402
import tables  # noqa: E402

# How each row is simulated: the plan, whether the machine overlaps collectives and computation, passes that are left out.
WAYS = {
    "annotated": ("annotated", False, []),
    "chosen": ("chosen", False, []),
    "unscheduled": ("chosen", True, ["schedule", "overlap"]),
    "without": ("chosen", True, ["overlap"]),
    "overlapped": ("chosen", True, []),
}


class Failure(Exception):
    pass


def arguments():
    parser = argparse.ArgumentParser(prog="./dev paper", description="The GSPMD paper's tables, printed and modelled.")
    parser.add_argument("--rows", metavar="MATCH", default="", help="only rows whose name contains this: t2_, t3_16x4")
    parser.add_argument("-o", dest="folder", metavar="DIR", default=os.path.join("build", "paper"),
                        help="where programs, paper.json and paper.svg go (build/paper)")
    parser.add_argument("--markdown", metavar="PAGE",
                        help="also put the tables between the marks of this page, the plot beside it: docs/paper.md")
    parser.add_argument("--hardware", metavar="FILE", default=os.path.join(ROOT, "hardware", "tpu_v3.json"),
                        help="the description of the machine (hardware/tpu_v3.json)")
    parser.add_argument("--build", metavar="DIR", default="build", help="the folder of built programs (build)")
    given = parser.parse_args()
    if given.markdown and given.rows:
        parser.error("--markdown needs all rows; leave out --rows")
    return given


def run(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}; ./dev paper builds it") from error
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)}: status {done.returncode}\n{done.stderr.strip()}")
    return done.stdout


def overlapping(path, folder):
    """Writes the same machine with collectives that run beside computation; returns the file."""
    try:
        with open(path, encoding="utf-8") as file:
            description = json.load(file)
    except (OSError, ValueError) as error:
        raise Failure(f"{path}: {error}") from error
    description["overlaps"] = True
    out = os.path.join(folder, "overlapping.json")
    with open(out, "w", encoding="utf-8") as file:
        json.dump(description, file, indent=1)
    return out


def selected(printed, writer, match):
    """The tables with the rows that match; every row of the writer has printed figures, and the other way round."""
    written = {line.split()[0] for line in run([writer]).splitlines()}
    known = {row["name"] for table in printed["tables"] for row in table["rows"]}
    if written != known:
        raise Failure(f"printed.json and {writer} do not have the same rows: {' '.join(sorted(written ^ known))}")
    chosen = [{**table, "rows": [row for row in table["rows"] if match in row["name"]]} for table in printed["tables"]]
    chosen = [table for table in chosen if table["rows"]]
    if not chosen:
        raise Failure(f"no row contains '{match}'; there are {' '.join(sorted(known))}")
    return chosen


def passes(given):
    """Those of this build: what it does not have need not be left out."""
    return {line.split()[0] for line in run([os.path.join(given.build, "partita"), "partition",
                                             "--list-passes"]).splitlines()}


def simulate(name, given, overlapped, known):
    """Writes the row's program and simulates it; returns the figures by way."""
    program = os.path.join(given.folder, name + ".mlir")
    with open(program, "w", encoding="utf-8") as file:
        file.write(run([os.path.join(given.build, "examples", "paper"), name]))
    figures = {}
    for way, (plan, overlaps, skipped) in WAYS.items():
        hardware = overlapped if overlaps else given.hardware
        options = [option for one in skipped if one in known for option in ("--skip", one)]
        out = run([os.path.join(given.build, "partita"), "simulate", program, "--json", "--plan", plan,
                   "--hardware", hardware, *options])
        figures[way] = json.loads(out)["programs"][0]
        for rows in ("by_kind", "by_line"):
            del figures[way][rows][20:]
    return figures


def simulate_all(chosen, given):
    """Adds the figures to each row, and says so row by row."""
    overlapped, known = overlapping(given.hardware, given.folder), passes(given)
    rows = [row for table in chosen for row in table["rows"]]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        pending = [pool.submit(simulate, row["name"], given, overlapped, known) for row in rows]
        try:
            for number, (row, result) in enumerate(zip(rows, pending), 1):
                row["modelled"] = result.result()
                print(f"[{number}/{len(rows)}] {row['name']}: printed {row['step_s']:.2f} s, "
                      f"modelled {row['modelled']['annotated']['step_s']:.2f} s", file=sys.stderr, flush=True)
        finally:
            for other in pending:
                other.cancel()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    given = arguments()
    with open(os.path.join(HERE, "printed.json"), encoding="utf-8") as file:
        printed = json.load(file)
    os.makedirs(given.folder, exist_ok=True)
    chosen = selected(printed, os.path.join(given.build, "examples", "paper"), given.rows)
    if given.markdown:
        page.parts(given.markdown)  # a page without marks is an error now, not after all rows
    simulate_all(chosen, given)
    print(tables.text(chosen))
    plotted, figures = os.path.join(given.folder, "paper.svg"), os.path.join(given.folder, "paper.json")
    write(plotted, plot.svg(chosen))
    write(figures, json.dumps({"source": printed["source"], "tables": chosen}, indent=1) + "\n")
    print(f"the plot is {plotted}, all figures are in {figures}")
    if given.markdown:
        page.refresh(given.markdown, tables.markdown(chosen))
        write(os.path.splitext(given.markdown)[0] + ".svg", plot.svg(chosen))
        print(f"{given.markdown} is up to date")


if __name__ == "__main__":
    try:
        main()
    except (Failure, page.NoMarks, OSError) as failure:
        sys.exit(f"paper: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
