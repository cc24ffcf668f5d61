#!/usr/bin/env python3
"""Texts of traced programs do not depend on the compiler: C++ leaves open in which order arguments of a call are evaluated,
and GCC and Clang differ in it. This compiles what traces with the other compiler, too, and compares what comes out.

    scripts/compilers.py BUILD CLANG           examples/cpp/models.cc alone, with the library as it was built in BUILD
    scripts/compilers.py BUILD CLANG --all     also paper.cc, and the folders of the library that trace: `./dev compilers`

Without an argument these programs list names, with a name they write a text. BUILD has libpartita.a, the programs, and
compile_commands.json.
"""

import concurrent.futures
import json
import os
import shlex
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TRACING = ["src/front/", "src/nn/", "src/optim/", "src/models/", "src/transform/"]
JOBS = int(os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count() or 1))


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{shlex.join(command)}\n{done.stdout}{done.stderr}")
    return done.stdout


def flags_of(entry):
    """What decides the meaning of a source: not warnings, not precompiled headers, which are of one compiler alone."""
    words, out = shlex.split(entry["command"]), []
    for i, word in enumerate(words):
        if word.startswith(("-D", "-I", "-std=", "-f")) and "pch" not in word and word != "-fdiagnostics-color=always":
            out.append(word)
        elif word == "-isystem":
            out += words[i : i + 2]
    return out


def main():
    build, clang = os.path.abspath(sys.argv[1]), sys.argv[2]
    folder = os.path.join(build, "compilers")
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(build, "compile_commands.json")) as file:
        entries = {os.path.relpath(e["file"], ROOT): e for e in json.load(file)}
    everything = sys.argv[3:] == ["--all"]
    programs = ["models", "paper"] if everything else ["models"]
    sources = [f"examples/cpp/{name}.cc" for name in programs]
    if everything:
        sources += [source for source in sorted(entries) if source.startswith(tuple(TRACING))]
    cached = ["ccache"] if shutil.which("ccache") else []

    def compiled(source):
        target = os.path.join(folder, source.replace("/", "-") + ".o")
        run(cached + [clang, *flags_of(entries[source]), "-O1", "-c", os.path.join(ROOT, source), "-o", target])
        return target

    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        objects = list(pool.map(compiled, sources))
    texts = 0
    with open(os.path.join(build, "CMakeCache.txt")) as cache:
        found = dict(line.rstrip("\n").split("=", 1) for line in cache if line.startswith("PARTITA_ZSTD_"))
    # Both, or the library does without it.
    zstd = list(found.values()) if not any(value.endswith("-NOTFOUND") for value in found.values()) else []
    zstd = [value for value in zstd if "libzstd" in value]
    for program, own in zip(programs, objects):
        first, other = os.path.join(build, "examples", program), os.path.join(folder, program)
        # Objects come before the library, whose objects of the same sources are then not taken.
        library = [os.path.join(build, "libpartita.a"), "-lfmt", "-lz", *zstd, "-lpthread"]
        run([clang, own, *objects[len(programs) :], *library, "-o", other])
        for name in [line.split()[0] for line in run([first]).splitlines()]:
            if run([first, name]) != run([other, name]):
                sys.exit(f"{program} {name}: {first} and {other} write different texts")
            texts += 1
    print(f"{texts} texts are the same; {len(sources)} sources were compiled by {os.path.basename(clang)}")


main()
