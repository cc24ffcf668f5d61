"""Builds the mutated tree and runs its mutants. Needs no Clang: CMake, Ninja, a compiler, GoogleTest and Python.

    DIR/tree            what rewrite.py made
    DIR/build           the one build of it
    DIR/reached_*.json  of every test, the mutants whose place it goes through, and its time, without a mutant on
    DIR/results.jsonl   a line for every mutant and suite, written as it ends: a campaign that was stopped goes on

A mutant meets only the tests that reach its place, the quick ones first, until one fails.
"""
import concurrent.futures
import hashlib
import json
import os
import queue
import shutil
import subprocess
import time

from suites import TextTests, UnitTests

# A mutant's tests run in a few processes, the quick ones first: these many seconds of unmutated tests, then the rest.
WAVES = (1.0, 4.0, 16.0)


def build(folder, jobs, cmake_arguments, say):
    tree, target = os.path.join(folder, "tree"), os.path.join(folder, "build")
    # Assertions on: an index beyond the end ends the test instead of reading what happens to lie there.
    subprocess.run(["cmake", "-S", tree, "-B", target, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                    "-DCMAKE_CXX_FLAGS=-O2 -D_GLIBCXX_ASSERTIONS", *cmake_arguments],
                   check=True, stdout=subprocess.DEVNULL)
    say("building the mutated tree")
    subprocess.run(["cmake", "--build", target, "-j", str(jobs), "--target", "test_programs"], check=True)


class Campaign:
    def __init__(self, folder, jobs, memory_gib, patience, seconds_left, say):
        self.folder, self.jobs, self.memory_gib, self.say = os.path.abspath(folder), jobs, memory_gib, say
        self.patience = patience
        self.deadline = time.monotonic() + seconds_left if seconds_left else None
        self.tree, self.built = os.path.join(self.folder, "tree"), os.path.join(self.folder, "build")
        with open(os.path.join(self.tree, "mutants.json"), encoding="utf8") as file:
            self.mutants = with_keys(json.load(file)["mutants"])
        self.digest = digest_of(self.tree)
        self.results = os.path.join(self.folder, "results.jsonl")
        self.work = os.path.join(self.folder, "work")
        self.free = queue.SimpleQueue()
        for i in range(jobs):
            os.makedirs(os.path.join(self.work, str(i)), exist_ok=True)
            self.free.put(os.path.join(self.work, str(i)))

    def run(self, which, keep_kills, llvm):
        known = self.known(keep_kills)
        for suite in (UnitTests(self.built), TextTests(self.tree, self.built, llvm)):
            if which not in ("all", suite.name):
                continue
            if suite.name == "text" and not suite.usable:
                self.say(f"no text tests here, or no FileCheck and lit in {llvm}: they are left out")
                continue
            killed = {key for key, records in known.items() if any(r["status"] == "killed" for r in records.values())}
            pending = [m for m in self.mutants if m["key"] not in killed and suite.name not in known.get(m["key"], {})]
            self.run_suite(suite, pending, known)

    def run_suite(self, suite, pending, known):
        if not pending:
            return
        reach = self.reach(suite)
        self.say(f"{len(pending)} mutants, {suite.name} tests, {self.jobs} at a time")
        done = killed = 0
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool, \
                open(self.results, "a", encoding="utf8") as out:
            running = [pool.submit(self.try_to_kill, suite, reach, mutant) for mutant in pending]
            for future in concurrent.futures.as_completed(running):
                record = future.result()
                if record is None:
                    continue
                known.setdefault(record["key"], {})[suite.name] = record
                done += 1
                killed += record["status"] == "killed"
                out.write(json.dumps(record, ensure_ascii=False) + "\n")
                out.flush()
                if done % 100 == 0:
                    self.say(f"{done} of {len(pending)}: {killed} killed")
        self.say(f"{done} of {len(pending)}: {killed} killed")

    def try_to_kill(self, suite, reach, mutant):
        if self.deadline and time.monotonic() > self.deadline:
            return None
        tests = [test for test in reach if mutant["number"] in test["reaches"]]
        record = {"digest": self.digest, "key": mutant["key"], "suite": suite.name,
                  "status": "survived" if tests else "not reached", "tests": len(tests), "seconds": 0.0}
        for wave in waves(sorted(tests, key=lambda test: test["seconds"])):
            usual = sum(test["seconds"] for test in wave)
            names = [test["name"] for test in wave]
            outcome = self.in_own_folder(suite, names, mutant["number"], 4 * usual + self.patience)
            record["seconds"] = round(record["seconds"] + outcome.seconds, 2)
            if not outcome.passed:
                record.update(status="killed", by=outcome.test, how=outcome.how)
                break
        return record

    def in_own_folder(self, suite, names, mutant, seconds, reached=None):
        folder = self.free.get()
        try:
            return suite.run(names, mutant, reached, folder, seconds, self.memory_gib)
        finally:
            self.free.put(folder)

    def reach(self, suite):
        """[{name, seconds, reaches}] of the tests that pass without a mutant."""
        path = os.path.join(self.folder, f"reached_{suite.name}.json")
        if os.path.exists(path):
            with open(path, encoding="utf8") as file:
                stored = json.load(file)
            if stored["digest"] == self.digest:
                return [{**test, "reaches": set(test["reaches"])} for test in stored["tests"]]
        names = suite.tests()
        self.say(f"which mutants each of {len(names)} {suite.name} tests reaches")
        places = os.path.join(self.folder, "reached")
        shutil.rmtree(places, ignore_errors=True)
        os.makedirs(places)

        def one(numbered):
            index, name = numbered
            reached = os.path.join(places, str(index))
            outcome = self.in_own_folder(suite, [name], 0, 600, reached)
            lines = []
            if os.path.exists(reached):
                with open(reached, encoding="utf8") as file:
                    lines = file.read().split()
            return outcome.passed, {"name": name, "seconds": outcome.seconds, "reaches": sorted(set(map(int, lines)))}

        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            ran = list(pool.map(one, enumerate(names)))
        for passed, test in ran:
            if not passed:
                self.say(f"{test['name']} fails without a mutant: left out")
        tests = [test for passed, test in ran if passed]
        with open(path, "w", encoding="utf8") as out:
            json.dump({"digest": self.digest, "tests": tests}, out)
        return [{**test, "reaches": set(test["reaches"])} for test in tests]

    def known(self, keep_kills):
        return known_results(self.results, self.digest, keep_kills)


def known_results(path, digest, keep_kills):
    """{key: {suite: record}} of the results that hold for this tree; of kills for another, where they are kept."""
    known = {}
    if os.path.exists(path):
        with open(path, encoding="utf8") as file:
            for line in file:
                record = json.loads(line)
                if record["digest"] == digest or (keep_kills and record["status"] == "killed"):
                    known.setdefault(record["key"], {})[record["suite"]] = record
    return known


def waves(tests):
    parts, at, sizes = [], 0, list(WAVES)
    while at < len(tests):
        limit, total, begin = sizes.pop(0) if sizes else float("inf"), 0.0, at
        while at < len(tests) and (at == begin or total + tests[at]["seconds"] <= limit):
            total += tests[at]["seconds"]
            at += 1
        parts.append(tests[begin:at])
    return parts


def with_keys(mutants):
    """A key names a mutant by what it changes, not by line or number: it lives through changes elsewhere."""
    seen = {}
    for mutant in mutants:
        key = " | ".join(mutant[field] for field in ("file", "function", "text", "kind", "original", "mutated"))
        seen[key] = seen.get(key, 0) + 1
        mutant["key"] = key if seen[key] == 1 else f"{key} | {seen[key]}"
    return mutants


def digest_of(tree):
    """Of all that a result depends on: neither these scripts nor the list of equivalent mutants."""
    total = hashlib.sha256()
    for folder, folders, files in os.walk(tree):
        folders.sort()
        for file in sorted(files):
            path = os.path.relpath(os.path.join(folder, file), tree)
            if not path.startswith(("scripts/", "tests/mutants/")):
                with open(os.path.join(tree, path), "rb") as content:
                    total.update(path.encode() + b"\0" + hashlib.sha256(content.read()).digest())
    return total.hexdigest()[:16]
