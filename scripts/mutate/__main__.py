"""Mutation testing; `./dev mutate` runs this, CONTRIBUTING.md says how to use it.

    python3 scripts/mutate PATH... [options]

Steps, each of which can be done alone and on another machine, as long as the folder build-mutate goes with it:
rewrite (needs libclang and its Python module), build (CMake, Ninja, a compiler, GoogleTest), run (the tests), report.
"""
import argparse
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True

STEPS = ("rewrite", "build", "run", "report")


def arguments():
    parser = argparse.ArgumentParser(prog="./dev mutate", description="Mutation testing of the sources below PATH.")
    parser.add_argument("paths", nargs="*", metavar="PATH", help="a folder or source below the root: src/shard")
    parser.add_argument("--count", type=int, default=300, help="mutants for each PATH (300)")
    parser.add_argument("--seed", type=int, default=1, help="which of the possible mutants (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(),
                        help="how many run at once (one for each processor)")
    parser.add_argument("--tests", choices=("unit", "text", "all"), default="all", help="which tests may kill (all)")
    parser.add_argument("--keep-kills", action="store_true",
                        help="take earlier kills for granted though the tree has changed, and run only the others")
    parser.add_argument("--stop-after", type=float, metavar="SECONDS",
                        help="begin no further mutant then; the next run goes on")
    parser.add_argument("--at-least", type=float, default=85, metavar="PERCENT",
                        help="status 1 where a PATH has fewer killed (85)")
    parser.add_argument("--memory", type=float, default=8, metavar="GIB", help="that a test may take (8)")
    parser.add_argument("--patience", type=float, default=5, metavar="SECONDS",
                        help="that tests may take beyond four times their usual time (5)")
    parser.add_argument("--cmake", action="append", default=[], metavar="ARGUMENT",
                        help="for the build: --cmake=-DGTest_DIR=…")
    parser.add_argument("--dir", default="build-mutate", help="where all of it lies (build-mutate)")
    parser.add_argument("--root", default=".", help="the project (the current folder)")
    parser.add_argument("--llvm", default="/usr/lib/llvm-19", 
                        help="whose libclang reads the sources and FileCheck the outputs of text tests (/usr/lib/llvm-19)")
    only = parser.add_mutually_exclusive_group()
    for step in STEPS:
        only.add_argument(f"--{step}-only", dest="only", action="store_const", const=step)
    options = parser.parse_args()
    if options.only in (None, "rewrite") and not options.paths:
        parser.error("which PATH? For example src/shard")
    return options


def main():
    options = arguments()
    begin = time.monotonic()

    def say(text):
        print(f"== {time.monotonic() - begin:6.1f} s  {text}", file=sys.stderr, flush=True)

    steps = (options.only,) if options.only else STEPS
    os.makedirs(options.dir, exist_ok=True)
    if "rewrite" in steps:
        from rewrite import rewrite
        mutants = rewrite(options.root, options.paths, options.count, options.seed, options.dir, options.llvm,
                          options.jobs, say)
        say(f"{len(mutants)} mutants in {options.dir}/tree, seed {options.seed}")
    if "build" in steps:
        from campaign import build
        build(options.dir, options.jobs, options.cmake, say)
    if "run" in steps:
        from campaign import Campaign
        Campaign(options.dir, options.jobs, options.memory, options.patience, options.stop_after, say).run(
            options.tests, options.keep_kills, options.llvm)
    if "run" in steps or "report" in steps:
        from report import report
        lines = []
        enough = report(options.root, options.dir, options.keep_kills, options.at_least, lines.append)
        text = "\n".join(lines) + "\n"
        with open(os.path.join(options.dir, "report.txt"), "w", encoding="utf8") as out:
            out.write(text)
        print(text, end="")
        return 0 if enough else 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (RuntimeError, subprocess.CalledProcessError, OSError) as error:
        sys.exit(f"mutate: {error}")
