#!/usr/bin/env python3
"""Steps of programs partitioned by Partita and by XLA's two partitioners, all run by XLA on virtual CPU devices of one machine.

    python3 bench/against_xla.py --partita build-static/partita [--runs 5] [--markdown F] FOLDER...

FOLDER holds pairs of one program, NAME.SCALE.sdy.mlir and NAME.SCALE.mhlo.mlir: Shardy takes the first, GSPMD the second, Partita
the first with `--hardware cpu`. Each is compiled, run once to warm up, then once in each of the runs, in turn, so that whatever else
the machine does meets all of them alike; medians are compared. Memory is XLA's own figure for each: arguments, results and
temporaries of a device. Needs JAX; devices are as many as the mesh of the program has.

With --engine Partita's own engine runs its partitioning in the same rounds, in a process of its own: `partita run --steps` there, of
which the median step counts, and where there are several of them, the median of these.

Arguments are random and not those of a training run: the same local shapes on each device, floats 0.3 times normal, integers 0 to 3.
That results agree is what `partita run --verify` and the tests check; here only times are taken.
"""
import argparse
import json
import math
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("folders", nargs="+")
parser.add_argument("--partita", default="build/partita")
parser.add_argument("--scale", default="mid")
parser.add_argument("--match", default="", help="only programs whose name contains it")
parser.add_argument("--runs", type=int, default=5)
parser.add_argument("--devices", type=int, default=8)
parser.add_argument("--hardware", default="cpu")
parser.add_argument("--variant", action="append", default=[], metavar="NAME=WORDS",
                    help="partitioned with these words for `partita partition` as well, measured beside the others; may be repeated")
parser.add_argument("--engine", type=int, default=0, metavar="STEPS", help="run so many steps by Partita's engine in each of the runs")
parser.add_argument("--json", help="write all figures there")
parser.add_argument("--markdown", help="write the table there")
arguments = parser.parse_args()

os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={arguments.devices} " + os.environ.get("XLA_FLAGS", "")
os.environ["JAX_PLATFORMS"] = "cpu"
import jax  # noqa: E402
import ml_dtypes  # noqa: E402
import numpy as np  # noqa: E402
from jax._src.interpreters import mlir  # noqa: E402
from jax._src.lib import xla_client  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402

DEVICES = jax.devices("cpu")[: arguments.devices]
MESH = Mesh(np.array(DEVICES), ("device",))
ELEMENTS = {"f32": np.float32, "f64": np.float64, "f16": np.float16, "bf16": ml_dtypes.bfloat16, "s32": np.int32, "s64": np.int64,
            "u32": np.uint32, "u64": np.uint64, "s8": np.int8, "u8": np.uint8, "s16": np.int16, "u16": np.uint16, "pred": np.bool_}


def options(replicas, partitions, shardy=False):
    out = xla_client.CompileOptions()
    out.num_replicas, out.num_partitions = replicas, partitions
    build = out.executable_build_options
    build.num_replicas, build.num_partitions = replicas, partitions
    build.use_spmd_partitioning = partitions > 1
    build.use_shardy_partitioner = shardy
    build.device_assignment = xla_client.DeviceAssignment.create(np.arange(arguments.devices).reshape(replicas, partitions))
    return out


class Step:
    """A compiled program with arguments of its local shapes on every device."""

    def __init__(self, path, compile_options):
        with mlir.make_ir_context():
            text = str(ir.Module.parse(open(path).read()))
            client = DEVICES[0].client
            begin = time.perf_counter()
            self.run_on = client.compile_and_load(text, xla_client.DeviceList(tuple(DEVICES)), compile_options)
            self.compile_seconds = time.perf_counter() - begin
        stats = self.run_on.get_compiled_memory_stats()
        self.memory = stats.temp_size_in_bytes + stats.argument_size_in_bytes + stats.output_size_in_bytes - stats.alias_size_in_bytes
        self.temporary = stats.temp_size_in_bytes
        layout = re.search(r"entry_computation_layout=\{\((.*?)\)->", self.run_on.hlo_modules()[0].to_string(), re.S).group(1)
        random = np.random.default_rng(1)
        self.shapes = re.findall(r"([a-z]+[0-9]*)\[([0-9,]*)\]", layout)
        self.inputs = [self.spread(*shape, random) for shape in self.shapes]
        self.seconds = []
        self.step()
        self.seconds.clear()

    @staticmethod
    def spread(element, dims, random):
        shape = tuple(int(d) for d in dims.split(",") if d)
        kind = ELEMENTS[element]
        parts = []
        for device in DEVICES:
            whole = random.integers(0, 4, shape) if element[0] in "sup" else 0.3 * random.standard_normal(shape)
            parts.append(jax.device_put(np.asarray(whole).astype(kind), device))
        if not shape:
            return jax.make_array_from_single_device_arrays((), NamedSharding(MESH, PartitionSpec()), parts)
        whole = (shape[0] * len(DEVICES),) + shape[1:]
        return jax.make_array_from_single_device_arrays(whole, NamedSharding(MESH, PartitionSpec("device")), parts)

    def step(self):
        for i, array in enumerate(self.inputs):  # a donated one is gone after a step
            if array.is_deleted():
                self.inputs[i] = jax.block_until_ready(self.spread(*self.shapes[i], np.random.default_rng(i)))
        begin = time.perf_counter()
        out = self.run_on.execute_sharded(self.inputs).disassemble_into_single_device_arrays()
        jax.block_until_ready(out)
        self.seconds.append(time.perf_counter() - begin)

    def median(self):
        return statistics.median(self.seconds)


class EngineStep:
    """The same on Partita's engine: a process for each of the runs, and a few steps in it."""

    memory = temporary = compile_seconds = 0

    def __init__(self, sdy):
        self.command = [arguments.partita, "run", "--hardware", arguments.hardware, "--random", "1", "--steps", str(arguments.engine),
                        "--json", sdy]
        self.seconds = []
        self.step()

    def step(self):
        done = subprocess.run(self.command, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError("partita run: " + done.stderr.strip()[-300:])
        self.seconds.append(json.loads(done.stdout)["programs"][0]["steps"]["seconds"]["median"])

    median = Step.median


def names():
    found = {}
    for folder in arguments.folders:
        for file in sorted(os.listdir(folder)):
            end = f".{arguments.scale}.sdy.mlir"
            if file.endswith(end) and arguments.match in file:
                found[file[: -len(end)]] = os.path.join(folder, file)
    return found


def partitioned(sdy, words):
    with tempfile.TemporaryDirectory() as folder:
        local = os.path.join(folder, "local.mlir")
        subprocess.run([arguments.partita, "partition", "--ids", "replica", *words, "-o", local, sdy], check=True, stderr=subprocess.DEVNULL)
        return Step(local, options(arguments.devices, 1))


def compared(name, sdy):
    variants = dict(v.split("=", 1) for v in arguments.variant)
    steps = {"partita": partitioned(sdy, ["--hardware", arguments.hardware]), "shardy": Step(sdy, options(1, arguments.devices, True))}
    if arguments.engine:
        steps["engine"] = EngineStep(sdy)
    steps |= {v: partitioned(sdy, words.split()) for v, words in variants.items()}
    mhlo = sdy.replace(".sdy.", ".mhlo.")
    if os.path.exists(mhlo):
        steps["gspmd"] = Step(mhlo, options(1, arguments.devices))
    for _ in range(arguments.runs):
        for step in steps.values():
            step.step()
    theirs = [step for s, step in steps.items() if s in ("shardy", "gspmd")]
    best = min(step.median() for step in theirs)
    least = min(step.memory for step in theirs)
    for variant in variants:
        print(f"{name}, {variant}: step {steps[variant].median() / best:.2f}, memory {steps[variant].memory / least:.2f}", file=sys.stderr)
    engine = {"engine_ratio": steps["engine"].median() / best} if arguments.engine else {}
    return {"name": name, **engine, "ratio": steps["partita"].median() / best, "memory_ratio": steps["partita"].memory / least,
            **{s: {"ms": 1e3 * step.median(), "spread_ms": [1e3 * min(step.seconds), 1e3 * max(step.seconds)], "memory": step.memory,
                   "temporary": step.temporary, "compile_s": step.compile_seconds} for s, step in steps.items()}}


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def table(rows):
    columns = [("program", lambda r: r["name"], None)]
    for title, key in (("Partita ms", "partita"), ("Shardy ms", "shardy"), ("GSPMD ms", "gspmd"), ("engine ms", "engine")):
        if any(key in r for r in rows):
            columns.append((title, lambda r, key=key: f"{r[key]['ms']:.1f}" if key in r else "-", None))
    for title, key in (("step", "ratio"), ("memory", "memory_ratio"), ("step, engine", "engine_ratio")):
        if any(key in r for r in rows):
            columns.append((title, lambda r, key=key: f"{r[key]:.2f}" if key in r else "-", key))
    lines = ["| " + " | ".join(title for title, _, _ in columns) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(cell(r) for _, cell, _ in columns) + " |" for r in rows]
    means = [f"{mean([r[key] for r in rows if key in r]):.2f}" if key else "" for _, _, key in columns[1:]]
    lines.append("| " + " | ".join(["geometric mean", *means]) + " |")
    return "\n".join(lines)


rows = []
for name, sdy in names().items():
    try:
        rows.append(compared(name, sdy))
        r = rows[-1]
        print(f"{name}: step {r['ratio']:.2f}, memory {r['memory_ratio']:.2f}"
              + (f", engine {r['engine_ratio']:.2f} ({r['engine']['ms']:.1f} ms)" if arguments.engine else ""), file=sys.stderr, flush=True)
    except Exception as error:  # one that XLA refuses does not hide the others
        print(f"{name}: {str(error).splitlines()[0] if str(error) else type(error).__name__}", file=sys.stderr, flush=True)
if rows:
    print(table(rows))
for path, text in ((arguments.json, json.dumps(rows, indent=1)), (arguments.markdown, table(rows) if rows else "")):
    if path:
        with open(path, "w") as out:
            out.write(text + "\n")
