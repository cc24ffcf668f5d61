#!/usr/bin/env python3
"""Examples of C++ in comments and pages are compiled: `./dev lint` and `./dev test` run this. Reports what is wrong as
FILE:LINE: message.

    scripts/header_examples.py [ROOT]

An example in a header of src or include is a run of comment lines indented by three blanks or more, one of which ends
in `;` or states a call's result, `f(x) == y`, trailing `// ...` aside; a list ("- ", "1. ") is prose. In README.md and
docs it is a block that begins with ```cpp or ```diff. Each line of it must stand in a test named examples_test.cc, in
this order, after a comment `// Example of FILE` and before the next one; white space and comments do not count. There
the compiler and the test keep it true. Lines that a diff takes away must stand there before those of the diff; a patch
of files, with `---`, is none of these. A block that begins with ```cpp FILE is a part
of that file, which tests/tutorial builds.
"""
import glob
import os
import re
import sys

ROOT = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COMMENT = re.compile(r"\s*//   \s*(\S.*)")
CODE = re.compile(r";$|\w\)+ == ")
LIST = re.compile(r"- |\d+\. ")
SECTION = re.compile(r"^// Example of (\S+)$", re.M)
DIFF = "```diff"
TOKEN = re.compile(r'R"\(.*?\)"|"(?:\\.|[^"\\])*"|//[^\n]*|\s+|\w+|.', re.S)


def files(*patterns):
    found = (path for pattern in patterns for path in glob.glob(os.path.join(ROOT, pattern), recursive=True))
    return sorted(os.path.relpath(path, ROOT) for path in found)


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf8") as file:
        return file.read()


def tokens(code):
    """Its tokens with a blank around each, comments left out."""
    return "".join(f" {token} " for token in TOKEN.findall(code) if not token.startswith("//") and not token.isspace())


def runs(numbered):
    """Of (line number, text or None), the runs of texts."""
    run = []
    for number, text in [*numbered, (0, None)]:
        if text is not None:
            run.append((number, text))
        elif run:
            yield run
            run = []


def in_header(path):
    lines = ((number, COMMENT.match(line)) for number, line in enumerate(read(path).split("\n"), 1))
    for run in runs((number, match and match[1]) for number, match in lines):
        if not LIST.match(run[0][1]) and any(CODE.search(re.sub(r"\s*//.*", "", text)) for _, text in run):
            yield run


def in_page(path):
    language, lines = "", []
    for number, line in enumerate(read(path).split("\n"), 1):
        fence = line.startswith("```")
        lines.append((number, line if language and not fence else None))
        if fence:
            language = line[3:] if line in ("```cpp", "```diff") else ""
            if language == "diff":
                lines.append((number, DIFF))
    return (run for run in runs(lines) if run[0][1] != DIFF or not run[1][1].startswith("--- "))


def compiled():
    """By file: the code after `// Example of FILE`, and where that comment stands."""
    sections = {}
    for path in files("tests/**/examples_test.cc"):
        text = read(path)
        begins = list(SECTION.finditer(text))
        for begin, end in zip(begins, [match.start() for match in begins[1:]] + [len(text)]):
            place = f"{path}:{text.count(chr(10), 0, begin.start()) + 1}"
            code, first = sections.get(begin[1], ("", place))
            sections[begin[1]] = (code + tokens(text[begin.end():end]), first)
    return sections


def after(example, code, begin):
    """Where the example ends in the code from `begin` on, and its first line that is not there."""
    at, is_diff = begin, example[0][1] == DIFF
    for number, line in example[1:] if is_diff else example:
        removed = is_diff and line.startswith("-")
        wanted = tokens(line[1:] if is_diff else line)
        found = code.find(wanted, 0, begin) if removed else code.find(wanted, at)
        if found < 0:
            return at, (number, line)
        if not removed:
            at = found + len(wanted)
    return at, None


def main():
    sections, wrong, count = compiled(), [], 0
    examples = {path: list(in_header(path)) for path in files("src/**/*.h", "include/**/*.h")}
    examples |= {path: list(in_page(path)) for path in files("*.md", "docs/*.md")}
    for path, of_file in examples.items():
        code, at = sections.get(path, ("", ""))[0], 0
        for example in of_file:
            at, missing = after(example, code, at)
            if missing:
                number, line = missing
                wrong.append(f"{path}:{number}: the example is not compiled: no '{line.strip()}' at its place after "
                             f"'// Example of {path}' in an examples_test.cc")
                break  # the examples after it have no place to be looked for
        count += len(of_file)
    wrong += [f"{place}: {path} has no example" for path, (_, place) in sections.items() if not examples.get(path)]
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(f"{count} examples in headers and pages are compiled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
