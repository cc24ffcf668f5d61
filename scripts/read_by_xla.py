#!/usr/bin/env python3
"""What `partita` writes, read by MLIR and XLA. Needs a machine with JAX; no part of the test suite.

    python3 scripts/read_by_xla.py [--partita build/partita] FILE_OR_FOLDER...

Each program is written as bytecode, portable artifact and HLO proto, and partitioned as HLO text (with --async too) and HLO proto. MLIR
reads and verifies the first two and must print what it prints of the text; XLA parses and verifies the others.
"""
import argparse
import collections
import os
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402
from jaxlib.mlir.dialects import stablehlo  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("paths", nargs="+")
parser.add_argument("--partita", default="build/partita")
parser.add_argument("--show", type=int, default=6, help="failures of a kind to show")
arguments = parser.parse_args()
counts, failures = collections.Counter(), collections.defaultdict(list)


def written(folder, name, *words):
    path = os.path.join(folder, name)
    done = subprocess.run([arguments.partita, *words, "-o", path], capture_output=True, text=True, timeout=60)
    return path if done.returncode == 0 and os.path.exists(path) else None


def content(path):
    with open(path, "rb") as file:
        return file.read()


def printed(module):
    module.operation.verify()
    return module.operation.get_asm(enable_debug_info=False)


def of_artifact(context, data):
    try:
        return stablehlo.deserialize_portable_artifact(context, data)
    except TypeError:
        return ir.Module.parse(stablehlo.deserialize_portable_artifact_str(data))


def xla_text(path):
    return PARSE_TEXT(content(path).decode()).to_string()


def xla_proto(path):
    return xla_client.XlaComputation(content(path)).as_hlo_text()


def attempt(kind, file, function):
    try:
        function()
    except Exception as error:
        counts[kind, False] += 1
        failures[kind].append((file, " | ".join(str(error).strip().splitlines()[:5])[:600]))
    else:
        counts[kind, True] += 1


def differs(kind, file, got, want):
    if got != want:
        where = next((i for i, (a, b) in enumerate(zip(got.splitlines(), want.splitlines())) if a != b), -1)
        pair = [text.splitlines()[where] if text.splitlines() else "" for text in (got, want)]
        raise ValueError(f"another program, in line {where + 1}: {pair[0][:250]} | {pair[1][:250]}")


# Of the text of an HLO module: where JAX has it has changed.
def text_parser():
    import importlib
    import pkgutil
    import jaxlib
    for module in ["jax._src.lib.xla_client", "jaxlib._jax", *("jaxlib." + m.name for m in pkgutil.iter_modules(jaxlib.__path__))]:
        try:
            found = importlib.import_module(module)
        except Exception:
            continue
        for name in ("hlo_module_from_text", "hlo_module_from_string"):
            if hasattr(found, name):
                return getattr(found, name)
    return None


PARSE_TEXT = text_parser()


def speaks_other_dialects(path):
    """Those of conformance programs, of which JAX has none."""
    return b"check." in content(path) or b"interpreter." in content(path)


def tried(file, folder):
    context = mlir.make_ir_context()
    context.allow_unregistered_dialects = False
    with context, ir.Location.unknown():
        text = written(folder, "text.mlir", "convert", "--to", "stablehlo", file)
        if not text or speaks_other_dialects(text):
            counts["not convertible", True] += 1
        else:
            want = []
            attempt("text", file, lambda: want.append(printed(ir.Module.parse(content(text).decode()))))
            if want:
                for kind, parse in (("bytecode", ir.Module.parse), ("vhlo", lambda data: of_artifact(context, data))):
                    path = written(folder, kind, "convert", "--to", kind, file)
                    if path:
                        attempt(kind, file, lambda: differs(kind, file, printed(parse(content(path))), want[0]))
                    else:
                        counts[kind + " not written", True] += 1
        for kind, words, read in (("hlo text", ["convert", "--to", "hlo"], xla_text), ("proto", ["convert", "--to", "proto"], xla_proto),
                                  ("partitioned hlo", ["partition", "--to", "hlo"], xla_text),
                                  ("partitioned hlo --async", ["partition", "--to", "hlo", "--async"], xla_text),
                                  ("partitioned proto", ["partition", "--to", "proto"], xla_proto)):
            path = written(folder, "out", *words, file)
            if path and read is xla_text and PARSE_TEXT is None:
                counts[kind + " not tried: this JAX has no parser of it", True] += 1
            elif path:
                attempt(kind, file, lambda: read(path))
            else:
                counts[kind + " not written", True] += 1


files = []
for path in arguments.paths:
    if os.path.isdir(path):
        files += [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith((".mlir", ".hlo", ".pb", ".bc", ".vhlo"))]
    else:
        files.append(path)
with tempfile.TemporaryDirectory() as scratch:
    for number, file in enumerate(files):
        for name in os.listdir(scratch):
            os.unlink(os.path.join(scratch, name))
        try:
            tried(file, scratch)
        except subprocess.TimeoutExpired:
            counts["took too long", True] += 1
for kind in sorted({kind for kind, _ in counts}):
    print(f"{kind}: {counts[kind, True]} passed, {counts[kind, False]} failed" if failures[kind] or counts[kind, False] or "not" not in kind
          else f"{kind}: {counts[kind, True]}")
    for file, why in failures[kind][:arguments.show]:
        print(f"  {file}: {why}")
sys.exit(bool(sum(map(len, failures.values()))))
