"""Text tests, run by LLVM's lit: every .mlir, .hlo and .test file below tests/ and the command lines after its RUN:.

    // RUN: %partita convert %s --to hlo | FileCheck %s
    // RUN: %exits 1 %partita check %s 2>&1 | FileCheck %s

Substitutions: %partita the program; %build the folder it was built in; %examples that of built examples; %s this file; %S its folder; %t a file name to write to; %exits N demands exit
status N of the command after it; %ranks and %hosts run it in several processes (tests/cluster); FileCheck, not and split-file are LLVM's own. Files that tests only read lie in
folders named Inputs: a file elsewhere without a RUN line is an error, so that no test is lost to a slip of the pen.

    lit -D partita=PATH [-D llvm=/usr/lib/llvm-19] [-D preset=asan] tests
"""

import importlib.util
import os
import shutil
import subprocess
import sys

import lit.formats

here = os.path.dirname(os.path.abspath(__file__))
program = os.path.abspath(lit_config.params.get("partita", os.path.join(here, "..", "build", "partita")))
llvm = lit_config.params.get("llvm", "/usr/lib/llvm-19")

config.name = "partita"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".hlo", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = here
config.test_exec_root = os.path.join(os.path.dirname(program), "lit")

# The preset as a feature: a test too slow for a sanitizer says `UNSUPPORTED: tsan`.
config.available_features.add(lit_config.params.get("preset", "release"))

if not os.access(program, os.X_OK):
    lit_config.fatal(f"no program at {program}; run ./dev build")
config.substitutions.append(("%partita", program))
config.substitutions.append(("%build", os.path.dirname(program)))
config.substitutions.append(("%examples", os.path.join(os.path.dirname(program), "examples")))
config.substitutions.append(("%exits", os.path.join(here, "exits")))
config.substitutions.append(("%layers", os.path.join(os.path.dirname(here), "scripts", "layers.py")))
config.substitutions.append(("%header_examples", os.path.join(os.path.dirname(here), "scripts", "header_examples.py")))

config.substitutions.append(("%mutate", f"{sys.executable} {os.path.join(os.path.dirname(here), 'scripts', 'mutate')}"))

config.substitutions.append(("%paper", f"{sys.executable} {os.path.join(os.path.dirname(here), 'scripts', 'paper')}"))
config.substitutions.append(("%python", sys.executable))

# The sources are mutated with the help of libclang, which `./dev mutate` installs.
if importlib.util.find_spec("clang") is not None and os.path.exists("/usr/lib/llvm-19/lib/libclang.so"):
    config.available_features.add("libclang")

# Programs are traced alike by both compilers.
clang = "/usr/lib/llvm-19/bin/clang++"
if os.access(clang, os.X_OK):
    config.available_features.add("clang")
config.substitutions.append(("%clang", clang))
config.substitutions.append(("%compilers", f"{sys.executable} {os.path.join(os.path.dirname(here), 'scripts', 'compilers.py')}"))

# Runs in several processes, where the program was built with MPI; on two hosts, where network namespaces can be made.
cluster = os.path.join(here, "cluster")
if shutil.which("mpirun") and os.path.exists(os.path.join(os.path.dirname(program), "libpartita_mpi.a")):
    config.available_features.add("mpi")
    hosts = subprocess.run([sys.executable, os.path.join(cluster, "hosts.py"), "--can"], capture_output=True, text=True)
    if hosts.returncode == 0:
        config.available_features.add("hosts")
    else:
        lit_config.note(f"runs on two hosts are not tested: {hosts.stdout.strip()}")
else:
    lit_config.note("runs under mpirun are not tested: no MPI (libopenmpi-dev, openmpi-bin)")
config.substitutions.append(("%ranks", f"{sys.executable} {os.path.join(cluster, 'ranks.py')}"))
config.substitutions.append(("%hosts", f"{sys.executable} {os.path.join(cluster, 'hosts.py')}"))

config.environment["PATH"] = os.pathsep.join([os.path.join(llvm, "bin"), os.environ["PATH"]])
config.environment["FILECHECK_OPTS"] = "--dump-input=fail"
# A sanitizer's finding ends in a signal, so that neither `not` nor %exits takes it for an ordinary failure.
for tool in ("ASAN", "UBSAN", "TSAN"):
    config.environment[f"{tool}_OPTIONS"] = "abort_on_error=1:halt_on_error=1:print_stacktrace=1"

# A hanging test is a failing test. lit needs psutil to end it; without, it would wait.
try:
    import psutil  # noqa: F401

    lit_config.maxIndividualTestTime = 120
except ImportError:
    lit_config.note("python3-psutil is not installed: hanging tests are not stopped")
