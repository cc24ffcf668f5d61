#!/usr/bin/env python3
"""Ranks against threads, and an all-reduce against the copies that it must make, in turn on this machine:

    bench/on_ranks.py PARTITA [--ranks 4] [--rounds 5] [PROGRAM…]

1. An all-reduce of 16 MB for each of 4 devices, on ranks, in one process, and beside it loops that read and write as much
   without meeting: each device adds up 4 stretches of 4 MB, each turn others of 4 arrays of 16 MB.
2. Steps of each PROGRAM (a text with a mesh) on ranks and in one process.

What is printed are medians of ratios of neighbouring runs: a busy machine slows both.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys
import tempfile

GROUP = ("replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, "
         "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids")


def looped(arguments, make, size):
    """A program of 4 devices that makes %r, a vector of `size`, 48 times; its arguments of 16 MB stay as they are."""
    names = [f"%x{i}" for i in range(arguments)]
    tensor = f"tensor<{4 << 20}xf32>"
    made = f"tensor<{size}xf32>"
    given = ", ".join(f"{name}: {tensor} {{tf.aliasing_output = {i + 1} : i32}}" for i, name in enumerate(names))
    results = ", ".join(["tensor<1xf32>"] + [tensor] * arguments)
    return f"""module @m attributes {{mhlo.num_partitions = 4 : i32}} {{
  func.func @main({given}) -> ({results}) {{
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %turns = stablehlo.constant dense<48> : tensor<i32>
    %none = stablehlo.constant dense<0.0> : tensor<1xf32>
    %sum:2 = stablehlo.while(%i = %zero, %s = %none) : tensor<i32>, tensor<1xf32>
      cond {{
        %c = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      }} do {{
{make(names, tensor)}
        %e = stablehlo.slice %r [0:1] : ({made}) -> tensor<1xf32>
        %t = stablehlo.add %s, %e : tensor<1xf32>
        %j = stablehlo.add %i, %one : tensor<i32>
        stablehlo.return %j, %t : tensor<i32>, tensor<1xf32>
      }}
    return %sum#1, {", ".join(names)} : {results}
  }}
}}
"""


def all_reduce(names, tensor):
    return f"""        %r = "stablehlo.all_reduce"({names[0]}) ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %d = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %d : tensor<f32>
        }}) {{{GROUP}}} : ({tensor}) -> {tensor}"""


def local_sum(names, tensor):
    part = f"tensor<{1 << 20}xf32>"
    lines = [f"        %four = stablehlo.constant dense<4> : tensor<i32>",
             f"        %size = stablehlo.constant dense<{1 << 20}> : tensor<i32>",
             "        %k = stablehlo.remainder %i, %four : tensor<i32>",
             "        %at = stablehlo.multiply %k, %size : tensor<i32>"]
    lines += [f"        %p{n} = stablehlo.dynamic_slice {name}, %at, sizes = [{1 << 20}] : ({tensor}, tensor<i32>) -> {part}"
              for n, name in enumerate(names)]
    return "\n".join([*lines, f"        %q = stablehlo.add %p0, %p1 : {part}", f"        %o = stablehlo.add %q, %p2 : {part}",
                      f"        %r = stablehlo.add %o, %p3 : {part}"])


def seconds_per_step(command, steps):
    """Of all steps but the first."""
    said = subprocess.run([*command, "--random", "1", "--steps", str(steps), "--report-every", str(steps - 1)],
                          capture_output=True, text=True, check=True).stderr
    rates = re.findall(r"([0-9.e+-]+) steps/s", said)
    return 1 / float(rates[-1])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("partita")
    parser.add_argument("--ranks", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=5)
    parser.add_argument("programs", nargs="*")
    options = parser.parse_intermixed_args()
    mpirun = ["mpirun", "--oversubscribe", "--allow-run-as-root", "-n", str(options.ranks)]

    def compare(pairs):
        ratios = [[] for _ in pairs[1:]]
        for _ in range(options.rounds):
            seconds = [seconds_per_step(command, options.steps) for command in pairs]
            for i, other in enumerate(seconds[1:]):
                ratios[i].append(seconds[0] / other)
        return [f"{statistics.median(r):.2f} ({min(r):.2f} to {max(r):.2f})" for r in ratios]

    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        reduced, added = f"{folder}/all_reduce.mlir", f"{folder}/local_sum.mlir"
        with open(reduced, "w") as file:
            file.write(looped(1, all_reduce, 4 << 20))
        with open(added, "w") as file:
            file.write(looped(4, local_sum, 1 << 20))
        run = [options.partita, "run"]
        if options.ranks == 4:
            threads, copies = compare([[*mpirun, *run, reduced], [*run, reduced], [*mpirun, *run, added]])
            print(f"all-reduce of 16 MB on 4 ranks: {threads} of 4 threads, {copies} of its copies")
        threads, copies = compare([[*run, reduced], [*run, reduced], [*run, added]])
        print(f"all-reduce of 16 MB in one process: {threads} of itself, {copies} of its copies")
        for program in options.programs:
            print(f"{os.path.basename(program)} on {options.ranks} ranks: "
                  f"{compare([[*mpirun, *run, program], [*run, program]])[0]} of one process")


if __name__ == "__main__":
    sys.exit(main())
