#!/usr/bin/env python3
"""The architecture, checked: `./dev lint` and `./dev test` run this. Reports what is wrong as FILE:LINE: message.

    scripts/layers.py [ROOT]

1. A source of src/FOLDER includes only its own folder and those that CMakeLists.txt lets it use:
   partita_folder(complete USES partita_rules) and, through rules, ir, shard and base.
2. No sub-folder (partition/lower, text/hlo, ...) is part of a cycle of includes, and neither is a folder.
3. The namespace of a source is that of its folder, partita::core::FOLDER, so that partita:: is the public side alone,
   which src/api and src/front implement.
4. Below src/tools nothing ends the process, prints, or reads the environment.
5. The public headers, include/partita, include only each other and the standard library; only src/api, src/front and
   src/tools include them.
"""
import collections
import os
import re
import sys

ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"')
PUBLIC = {"api", "capi", "front", "nn", "optim", "models", "mpi"}  # implement include/partita
NAMESPACE = re.compile(r"^namespace (partita[\w:]*) \{")
# A word of the C library that a library must leave to the program around it.
FORBIDDEN = re.compile(
    r"(?<![\w.>:])(?:std::)?(exit|_Exit|quick_exit|abort|printf|fprintf|puts|fputs|putchar|perror|getenv)\s*\("
    r"|std::(cout|cerr|clog)\b|fmt::print\b")


def allowed_folders():
    """What each folder may include, from the USES of CMakeLists.txt and what those use."""
    direct = {}
    with open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf8") as file:
        for name, uses in re.findall(r"^partita_folder\((\w+)(?:\s+USES\s+([^)]*))?\)", file.read(), re.M):
            direct[name] = re.findall(r"partita_(\w+)", uses)
    allowed = {}
    for name, uses in direct.items():  # in the order of their dependencies, as CMake demands
        allowed[name] = {name}.union(*(allowed[other] for other in uses), set())
    for name in PUBLIC & set(allowed):
        allowed[name].add("partita")
    allowed["mpi"] = {"mpi", "partita"}  # a library of its own
    allowed["tools"] = set(allowed) | {"tools", "partita"}
    return allowed


def sources():
    for folder, _, files in sorted(os.walk(os.path.join(ROOT, "src"))):
        for file in sorted(files):
            if file.endswith((".cc", ".h", ".def")):
                yield os.path.relpath(os.path.join(folder, file), os.path.join(ROOT, "src"))


def public_headers():
    for folder, _, files in sorted(os.walk(os.path.join(ROOT, "include"))):
        for file in sorted(files):
            yield os.path.relpath(os.path.join(folder, file), ROOT)


def without_comments(line):
    line = re.sub(r'"(?:\\.|[^"\\])*"', '""', line)
    return line.split("//")[0]


def check_sources(report):
    """Rules 1, 3 and 4. Returns the includes between sub-folders: {from: {to: place of the first}}."""
    allowed = allowed_folders()
    edges = collections.defaultdict(dict)
    for path in sources():
        folder, here = path.split("/")[0], os.path.dirname(path)
        if folder not in allowed:
            report(path, 1, f"the folder src/{folder} is not in CMakeLists.txt")
            continue
        with open(os.path.join(ROOT, "src", path), encoding="utf8") as file:
            lines = file.read().split("\n")
        for number, line in enumerate(lines, 1):
            include = INCLUDE.match(line)
            if include and "/" in include[1]:
                other = include[1].split("/")[0]
                if other not in allowed[folder]:
                    report(path, number, f"src/{folder} includes a public header" if other == "partita" else
                           f"src/{folder} does not use src/{other} (CMakeLists.txt has the order)")
                if other != "partita" and os.path.dirname(include[1]) != here:
                    edges[here].setdefault(os.path.dirname(include[1]), f"src/{path}:{number}")
            namespace = NAMESPACE.match(line)
            if namespace and not (re.match(rf"partita::core(::{folder}(::\w+)*)?$", namespace[1]) or
                                  folder in PUBLIC and namespace[1] == "partita"):
                report(path, number, f"namespace {namespace[1]} in src/{folder}, whose names are in partita::core::{folder}")
            if folder != "tools":
                word = FORBIDDEN.search(without_comments(line))
                if word:
                    report(path, number, f"'{word[0].strip('( ')}' below src/tools: a library neither prints, nor ends "
                                      "the process, nor reads the environment")
    return edges


def check_public_headers(report):
    """Rule 5, from the outside: what includes them sees nothing else of ours, and needs no other library."""
    for path in public_headers():
        with open(os.path.join(ROOT, path), encoding="utf8") as file:
            for number, line in enumerate(file, 1):
                include = re.match(r'\s*#\s*include\s+([<"][^">]+[>"])', line)
                if include and not re.match(r'"partita/[\w/]+\.h"$|<(?:\w+|std\w+\.h)>$', include[1]):
                    report(path, number, f"the public header includes {include[1]}")


def check_cycles(edges, report):
    """Rule 2: a depth-first walk that meets a folder it is still inside of has found a cycle."""
    done, inside = set(), []

    def walk(folder):
        inside.append(folder)
        for other in sorted(edges.get(folder, ())):
            if other in inside:
                cycle = inside[inside.index(other):] + [other]
                places = "; ".join(f"{a} includes {b} at {edges[a][b]}" for a, b in zip(cycle, cycle[1:]))
                place = edges[folder][other].rsplit(":", 1)
                report(place[0].removeprefix("src/"), int(place[1]), f"a cycle of folders: {places}")
            elif other not in done:
                walk(other)
        inside.pop()
        done.add(folder)

    for folder in sorted(edges):
        if folder not in done:
            walk(folder)


def main():
    found = []
    report = lambda path, line, message: found.append(f"src/{path}:{line}: {message}")
    check_cycles(check_sources(report), report)
    check_public_headers(lambda path, line, message: found.append(f"{path}:{line}: {message}"))
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print(f"{sum(1 for _ in sources())} sources of src: folders in order, no cycle")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
