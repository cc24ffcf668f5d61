"""The tests that can kill a mutant: the unit tests, and where LLVM's FileCheck is installed the text tests.

A suite has

    tests()                           the names of its tests
    run(names, mutant, reached, …)    runs these until one fails; REACHED is a file for the mutants they go through

FOLDER is the caller's own, so that many may run at once.
"""
import dataclasses
import json
import os
import re
import shlex
import subprocess

import process


@dataclasses.dataclass
class Outcome:
    passed: bool
    test: str       # the one that failed
    how: str        # failed, crashed, timeout
    seconds: float


class UnitTests:
    name = "unit"

    def __init__(self, build):
        self.program = os.path.join(build, "tests", "unit_tests")

    def tests(self):
        listing = subprocess.run([self.program, "--gtest_list_tests"], check=True, capture_output=True,
                                 text=True).stdout
        names, suite = [], ""
        for line in listing.splitlines():
            word = line.split("#")[0].rstrip()
            if line.startswith("  "):
                names.append(suite + word.strip())
            elif word.endswith("."):
                suite = word
        return [name for name in names if "DISABLED_" not in name]

    def run(self, names, mutant, reached, folder, seconds, memory_gib):
        environment = {"GTEST_FAIL_FAST": "1", "GTEST_COLOR": "no", "TEST_TMPDIR": folder, **switch(mutant, reached)}
        command = [self.program, "--gtest_filter=" + ":".join(names)]
        ended = process.run(command, folder, environment, seconds, memory_gib)
        if ended.status == 0 and f"[  PASSED  ] {len(names)} test" in ended.output:
            return Outcome(True, "", "", ended.seconds)
        failed = re.findall(r"^\[  FAILED  \] ([^\s,]+)", ended.output, re.M)
        begun = re.findall(r"^\[ RUN      \] (\S+)", ended.output, re.M)
        how = "timeout" if ended.timed_out else "failed" if failed else "crashed"
        return Outcome(False, (failed or begun[-1:] or ["before the first test"])[0], how, ended.seconds)


class TextTests:
    """Run by lit. The program that it is given is a script which turns the mutant on; lit keeps its files beside it."""
    name = "text"

    def __init__(self, tree, build, llvm):
        self.program, self.root = os.path.join(build, "partita"), os.path.join(tree, "tests")
        self.llvm = os.path.abspath(llvm)
        self.usable = all(map(os.path.isfile, (os.path.join(self.llvm, "bin", "FileCheck"), self.lit()[1], self.program,
                                               os.path.join(self.root, "lit.cfg.py"))))

    def lit(self, *words):
        python = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else "python3"  # which has psutil
        return [python, os.path.join(self.llvm, "build", "utils", "lit", "lit.py"), "-D", f"llvm={self.llvm}", *words]

    def tests(self):
        listing = subprocess.run(self.lit("-D", f"partita={self.program}", "--show-tests", self.root), check=True,
                                 capture_output=True, text=True).stdout
        return re.findall(r"^  \S+ :: (\S+)$", listing, re.M)

    def run(self, names, mutant, reached, folder, seconds, memory_gib):
        script, results = os.path.join(folder, "partita"), os.path.join(folder, "lit.json")
        settings = " ".join(f"{key}={shlex.quote(value)}" for key, value in switch(mutant, reached).items())
        with open(script, "w", encoding="utf8") as out:
            words = process.limited([self.program], min(seconds, 30), memory_gib)
            out.write(f'#!/bin/sh\nexport {settings}\nexec {shlex.join(words)} "$@"\n')
        os.chmod(script, 0o755)
        if os.path.exists(results):
            os.remove(results)
        files = [os.path.join(self.root, name) for name in names]
        ended = process.run(self.lit("-D", f"partita={script}", "-q", "-j1", "--max-failures=1", "-o", results, *files),
                            folder, {}, seconds, 64)
        if ended.status == 0:
            return Outcome(True, "", "", ended.seconds)
        failed = []
        if os.path.exists(results):
            with open(results, encoding="utf8") as file:
                failed = [test["name"].split(" :: ")[1] for test in json.load(file)["tests"]
                          if test["code"] in ("FAIL", "TIMEOUT", "UNRESOLVED", "XPASS")]
        return Outcome(False, (failed or ["?"])[0], "timeout" if ended.timed_out else "failed", ended.seconds)


def switch(mutant, reached):
    # One arena: the memory limit is on addresses, and every further arena would set aside 64 MiB of them.
    settings = {"PARTITA_MUTANT": str(mutant), "MALLOC_ARENA_MAX": "1"}
    if reached:
        settings["PARTITA_MUTANTS_REACHED"] = reached
    return settings
