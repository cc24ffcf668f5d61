"""Makes the mutated tree: DIR/tree, a copy of the project in which the chosen mutants are compiled in and switched off,
and DIR/tree/mutants.json, which says what they are.

The switch of each mutant stands around what it may replace, so mutants nest: only one is ever on, therefore the mutated
side of a switch is plain text and the other side carries the switches further inside.

    if (a < n && f(b, a))    ->    if ((partita_mutant(1) ? a <= n : a < n) && (partita_mutant(2) ? f(a, b) : f(b, a)))

Every mutated source is read by Clang once more; a mutant in which it finds an error is refused and replaced by another.
"""
import concurrent.futures
import dataclasses
import json
import os
import shlex
import subprocess

import syntax
from candidates import candidates_of
from choice import Choice
from tree import write_tree

HERE = os.path.dirname(os.path.abspath(__file__))
HEADER = "partita_mutants.h"


@dataclasses.dataclass
class Mutated:
    text: str
    places: list  # (begin, end, candidate) in this text, outer ones first


def rewrite(root, paths, count, seed, folder, llvm, jobs, say):
    """PATHS are below ROOT; each of them gets COUNT mutants. Writes the tree and returns the mutants."""
    syntax.use_libclang(llvm)
    root = os.path.realpath(root)
    paths = [os.path.realpath(os.path.join(root, path)) for path in paths]
    compile_jobs = jobs_of_compiler(root, paths, seed, os.path.join(folder, "parse"), llvm)
    with concurrent.futures.ProcessPoolExecutor(jobs) as pool:
        say(f"reading {len(compile_jobs)} sources")
        offered = {}
        for part in pool.map(candidates_of, compile_jobs):
            for candidate in part:
                offered.setdefault((candidate.file, candidate.begin, candidate.end, candidate.kind, candidate.mutated),
                                   candidate)
        choices = {}
        for path in paths:
            inside = [c for c in offered.values() if syntax.is_below(os.path.join(root, c.file), [path])]
            if not inside:
                raise RuntimeError(f"nothing to mutate in {path}")
            choices[os.path.relpath(path, root)] = Choice(inside, count, seed)
        texts = until_clang_agrees(root, choices, compile_jobs, pool, say)
    mutants = []
    numbers = {}
    for path, choice in choices.items():
        for candidate in choice.chosen():
            numbers[id(candidate)] = len(mutants) + 1
            mutants.append(described(root, path, candidate, len(mutants) + 1))
    for file in texts:
        own = [c for choice in choices.values() for c in choice.chosen() if c.file == file]
        include = os.path.relpath(HEADER, os.path.dirname(file))
        texts[file] = render(read(root, file), own, numbers, include).text
    offers = {path: sum(len(order) for order in choice.orders.values()) for path, choice in choices.items()}
    about = {"seed": seed, "count": count, "offered": offers, "mutants": mutants}
    with open(os.path.join(HERE, HEADER), encoding="utf8") as header:
        added = {HEADER: header.read(), "mutants.json": json.dumps(about, indent=1, ensure_ascii=False)}
    write_tree(root, os.path.join(folder, "tree"), texts, added)
    return mutants


def jobs_of_compiler(root, paths, seed, folder, llvm):
    """What Clang is to read: the sources below the paths, with the includes and definitions of the build."""
    subprocess.run(["cmake", "-S", root, "-B", folder, "-G", "Ninja", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "compile_commands.json"), encoding="utf8") as file:
        commands = json.load(file)
    jobs = []
    for command in commands:
        source = os.path.realpath(os.path.join(command["directory"], command["file"]))
        if not syntax.is_below(source, paths):
            continue
        words = shlex.split(command["command"])
        kept = [word for word in words if word.startswith(("-I", "-D", "-std"))]
        for i, word in enumerate(words):
            if word == "-isystem":
                kept += words[i:i + 2]
        jobs.append(syntax.Job(root, source, ["-xc++", "-ferror-limit=0", "-w", *kept], paths, seed))
    if not jobs:
        raise RuntimeError(f"the build compiles no source below {', '.join(paths)}")
    return sorted(jobs, key=lambda job: job.source)


# ---- the check by Clang --------------------------------------------------------------------------------------------


def until_clang_agrees(root, choices, compile_jobs, pool, say):
    """Refuses mutants until all sources compile. Returns the names of the mutated files as keys."""
    checked = {}  # what a source had of its own when it compiled
    while True:
        chosen = [(candidate, choice) for choice in choices.values() for candidate in choice.chosen()]
        numbers = {id(candidate): i for i, (candidate, _) in enumerate(chosen)}
        owner = {id(candidate): choice for candidate, choice in chosen}
        by_file = {}
        for candidate, _ in chosen:
            by_file.setdefault(candidate.file, []).append(candidate)
        mutated = {file: render(read(root, file), own, numbers, os.path.join(HERE, HEADER))
                   for file, own in by_file.items()}
        contents = {os.path.join(root, file): one.text for file, one in mutated.items()}
        headers = {path: text for path, text in contents.items() if not path.endswith(".cc")}
        pending = []
        for job in compile_jobs:
            own = [id(candidate) for candidate in by_file.get(os.path.relpath(job.source, root), [])]
            if checked.get(job.source) != own:
                checked[job.source] = own
                text = {job.source: contents[job.source]} if own else {}
                pending.append(dataclasses.replace(job, contents={**headers, **text}))
        if not pending:
            return dict.fromkeys(mutated)
        say(f"compiling {len(pending)} mutated sources")
        refused = {}
        for job, errors in zip(pending, pool.map(errors_of, pending)):
            if errors:
                del checked[job.source]
            for error in errors:
                refused.update((id(candidate), candidate) for candidate in blamed(root, mutated, error))
        for key, candidate in refused.items():
            owner[key].refuse(candidate)
        if refused:
            say(f"{len(refused)} mutants do not compile and are replaced")


def errors_of(job):
    """Of one source: [(message, [(file, offset) of the error and its notes])]."""
    found = []
    for diagnostic in syntax.parse(job).diagnostics:
        if diagnostic.severity >= diagnostic.Error:
            places = [diagnostic.location] + [note.location for note in diagnostic.children]
            found.append((f"{diagnostic.location}: {diagnostic.spelling}",
                          [(os.path.realpath(p.file.name), p.offset) for p in places if p.file]))
    return found


def blamed(root, mutated, error):
    """The innermost mutant around the error or its notes; failing that those on its line or theirs, as of
    `const int n = 3` where n must be constant; failing that, all of the function."""
    message, places = error
    known = [(mutated[os.path.relpath(path, root)], offset) for path, offset in places
             if os.path.relpath(path, root) in mutated]
    for one, offset in known:
        around = [place for place in one.places if place[0] <= offset < place[1]]
        if around:
            return [around[-1][2]]
    for one, offset in known:
        begin, end = one.text.rfind("\n", 0, offset), one.text.find("\n", offset)
        on_line = [candidate for at, _, candidate in one.places if begin < at < end]
        if on_line:
            return on_line
    for one, offset in known:
        before = [place for place in one.places if place[0] <= offset]
        if before:
            return [c for _, _, c in one.places if c.function_begin == before[-1][2].function_begin]
    raise RuntimeError(f"the mutated sources do not compile, and no mutant is near: {message}")


# ---- texts ---------------------------------------------------------------------------------------------------------


def read(root, file):
    with open(os.path.join(root, file), encoding="latin-1", newline="") as source:
        return source.read()


def render(text, chosen, numbers, include):
    """The text with the switches of the chosen candidates, which lie side by side or inside each other."""
    pieces, places = [], []
    length = 0

    def put(piece):
        nonlocal length
        pieces.append(piece)
        length += len(piece)

    def put_range(begin, end, inside):
        at = begin
        while inside:
            outer = inside[0]
            put(text[at:outer.begin])
            nested = [c for c in inside[1:] if c.begin < outer.end]
            if any(c.end > outer.end for c in nested):
                raise RuntimeError(f"mutants cross in {outer.file}")
            put_switch(outer, nested)
            at = outer.end
            inside = inside[1 + len(nested):]
        put(text[at:end])

    def put_switch(candidate, nested):
        start, index = length, len(places)
        places.append(None)
        on = f"partita_mutant({numbers[id(candidate)]})"
        before, after = {
            "negate": (f"({on} != static_cast<bool>(", "))"),
            "drop": (f"({on} ? static_cast<void>(0) : static_cast<void>(", "))"),
        }.get(candidate.kind, (f"({on} ? {candidate.mutated} : ", ")"))
        put(before)
        put_range(candidate.begin, candidate.end, nested)
        put(after)
        places[index] = (start, length, candidate)

    put(f'#include "{include}"\n')
    put_range(0, len(text), sorted(chosen, key=lambda c: (c.begin, -c.end)))
    return Mutated("".join(pieces), places)


def described(root, path, candidate, number):
    text = read(root, candidate.file)
    proper = lambda part: " ".join(part.encode("latin-1").decode("utf8").split())
    line_begin = text.rfind("\n", 0, candidate.begin) + 1
    line_end = text.find("\n", candidate.begin)
    return {"number": number, "folder": path, "file": candidate.file, "line": text.count("\n", 0, candidate.begin) + 1,
            "column": candidate.begin - line_begin + 1, "function": candidate.function, "kind": candidate.kind,
            "text": proper(text[line_begin:line_end]), "original": proper(text[candidate.begin:candidate.end]),
            "mutated": proper(candidate.mutated)}
