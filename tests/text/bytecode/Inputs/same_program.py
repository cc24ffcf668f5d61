"""same_program.py A B: two texts of one program, but for locations and the names of values.

Values are numbered in the order they appear: what was read from bytecode has no names.
"""
import re
import sys


def plain(path):
    text = open(path, encoding="utf-8").read()
    out, at = [], 0
    for mark in re.finditer(r"\s*\bloc\(|^#loc.*$", text, re.M):
        if mark.start() < at:
            continue
        out.append(text[at:mark.start()])
        at = mark.end()
        depth = 1 if mark.group().endswith("(") else 0
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
    out.append(text[at:])
    numbers = {}
    return re.sub(r"%[\w.$-]+", lambda name: numbers.setdefault(name[0], f"%{len(numbers)}"), "".join(out))


a, b = (plain(path).splitlines() for path in sys.argv[1:3])
for line_a, line_b in zip(a, b):
    if line_a != line_b:
        sys.exit(f"differs:\n{line_a}\n{line_b}")
if len(a) != len(b):
    sys.exit(f"{len(a)} lines and {len(b)} lines")
