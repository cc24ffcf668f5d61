#!/usr/bin/env python3
"""partita.jax with JAX itself, on virtual CPU devices. No part of the test suite, which has stand-ins: it needs a machine with JAX.

    python3 with_jax.py [--processes 2] [--match NAME] [FOLDER]

Functions: trees, donated arguments, gradients, shards of uneven size, what jax.export gives, in 8 devices of one process, or 4 of each
of two that talk over sockets. FOLDER has programs as NAME.tiny.sdy.mlir, and refs/NAME.npz with their arguments arg0, … and the results
out0, … that JAX gave on one device: each is partitioned, run and compared.
"""
import argparse
import os
import socket
import subprocess
import sys
import time
import traceback

DEVICES = 8


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--match", default="")
    parser.add_argument("--as-process", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, default=0, help=argparse.SUPPRESS)
    return parser.parse_args()


def started_all(options):
    """The parent of several processes: they do the work."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    children = [subprocess.Popen([sys.executable, os.path.abspath(__file__), *sys.argv[1:], "--as-process", str(i), "--port", str(port)],
                                 stdout=None if i == 0 else subprocess.DEVNULL) for i in range(options.processes)]
    return max(abs(child.wait()) for child in children)


class Checks:
    def __init__(self):
        self.passed = self.failed = 0

    def check(self, name, function):
        begin = time.perf_counter()
        try:
            function()
        except Exception as error:  # the others are still of interest
            self.failed += 1
            where = traceback.extract_tb(error.__traceback__)[-1]
            lines = str(error).strip().splitlines()
            print(f"FAILED {name}: {type(error).__name__} in {where.name}, line {where.lineno}: {' | '.join(lines[:12])[:900]}", flush=True)
        else:
            self.passed += 1
            print(f"passed {name} ({time.perf_counter() - begin:.1f} s)", flush=True)


def host(array):
    """The whole array, on every process."""
    import jax
    import numpy as np
    if getattr(array, "is_fully_addressable", True):
        return np.asarray(array)
    if array.sharding.is_fully_replicated:
        return np.asarray(array.addressable_data(0))
    from jax.experimental import multihost_utils
    return np.asarray(multihost_utils.process_allgather(array, tiled=True))


def close(got, want, rtol=2e-3, atol=2e-4):
    import numpy as np
    got, want = host(got), np.asarray(want)
    assert got.shape == want.shape and got.dtype == want.dtype, f"{got.dtype}{got.shape} is not {want.dtype}{want.shape}"
    if got.dtype.kind in "biu":
        np.testing.assert_array_equal(got, want)
    elif got.dtype.kind == "c":
        np.testing.assert_allclose(got, want, rtol=rtol, atol=atol)
    else:
        np.testing.assert_allclose(got.astype(np.float32), want.astype(np.float32), rtol=rtol, atol=atol)


def programs(checks, folder, match):
    import numpy as np
    from partita import jax as pj
    end = ".tiny.sdy.mlir"
    for file in sorted(os.listdir(folder)):
        name = file[:-len(end)]
        reference = os.path.join(folder, "refs", name + ".npz")
        if not file.endswith(end) or match not in name or not os.path.exists(reference):
            continue
        path = os.path.join(folder, file)

        def run():
            held = np.load(reference)
            arguments = [held[f"arg{i}"] for i in range(sum(k.startswith("arg") for k in held.files))]
            got = pj.partition(path)(*arguments)
            loose = 3e-2 if "bf16" in name else 2e-3
            for i, result in enumerate(got):
                close(result, held[f"out{i}"], rtol=loose, atol=loose / 3)

        checks.check(f"program {name}", run)


def functions(checks):
    import jax
    import jax.numpy as jnp
    import numpy as np
    from jax.sharding import NamedSharding, PartitionSpec as P
    from partita import jax as pj
    mesh = jax.sharding.Mesh(np.array(jax.devices()[:DEVICES]).reshape(4, 2), ("x", "y"))
    on = lambda *axes: NamedSharding(mesh, P(*axes))
    random = np.random.default_rng(0)
    normal = lambda *shape: random.standard_normal(shape).astype(np.float32)
    params, batch = {"w": normal(16, 32), "b": normal(32), "v": normal(32, 4)}, (normal(24, 16), normal(24, 4))

    def forward(params, x):
        return jnp.tanh(x @ params["w"] + params["b"]) @ params["v"]

    def loss(params, batch):
        return jnp.mean((forward(params, batch[0]) - batch[1]) ** 2)

    def train(params, batch):
        value, gradient = jax.value_and_grad(loss)(params, batch)
        return jax.tree.map(lambda p, g: p - 0.1 * g, params, gradient), value

    where = {"w": on(None, "y"), "b": on("y"), "v": on("y")}
    data = (on("x"), on("x"))

    def types_of(arrays):
        return jax.tree.map(lambda a: jax.ShapeDtypeStruct(a.shape, a.dtype), arrays)

    def same(got, want):
        jax.tree.map(close, got, want)

    def trees():
        step = pj.partition(train, mesh, in_shardings=(where, data), out_shardings=(where, None))
        got = step(params, batch)
        same(got, jax.jit(train)(params, batch))
        assert got[0]["w"].sharding.is_equivalent_to(where["w"], 2), got[0]["w"].sharding
        same(step(*[got[0], batch]), jax.jit(train)(jax.tree.map(host, got[0]), batch))
        assert step.compiled(params, batch).report.wire_bytes > 0

    def of_jitted():
        same(pj.partition(jax.jit(train, in_shardings=(where, data)))(params, batch), jax.jit(train)(params, batch))

    def constraints():
        def f(x, w):
            return jax.lax.with_sharding_constraint(x @ w, on("x", "y")).sum(1)
        x, w = normal(8, 16), normal(16, 6)
        same(pj.partition(f, mesh)(x, w), jax.jit(lambda x, w: (x @ w).sum(1))(x, w))

    def donated():
        step = pj.partition(train, mesh, in_shardings=(where, data), out_shardings=(where, None), donate_argnums=0)
        given = jax.tree.map(jax.device_put, params, where)
        got = step(given, batch)
        assert given["w"].is_deleted(), "a donated argument is still there"
        same(got, jax.jit(train)(params, batch))

    def uneven():
        def f(x, w):
            return jax.lax.dot(x, w) + 1, x.sum(0)
        x, w = normal(13, 7), normal(7, 5)
        got = pj.partition(f, mesh, hints={0: "x,-", 1: "-,y", "out0": "x,y"})(x, w)
        same(got, jax.jit(f)(x, w))

    def gradients():
        f = pj.differentiable(forward, mesh)
        total = lambda params, x: (f(params, x) ** 2).sum()
        same(jax.grad(total)(params, batch[0]), jax.grad(lambda p, x: (forward(p, x) ** 2).sum())(params, batch[0]))

    def exported():
        export = jax.export.export(jax.jit(train))(*types_of((params, batch)))
        got = pj.partition(export, mesh, hints={"arg3": "x,-", "arg4": "x,-"})(params, batch)
        same(got, jax.jit(train)(params, batch))

    def lowered():
        low = jax.jit(train, in_shardings=(where, data)).lower(*types_of((params, batch)))
        same(pj.partition(low, mesh)(params, batch), jax.jit(train)(params, batch))

    def dropped():
        x = normal(8)
        same(pj.partition(jax.jit(lambda used, unused: used * 2), mesh)(x, normal(4)), 2 * x)

    def kinds():
        def f(x, i, c, p):
            return x.astype(jnp.bfloat16) * 2, i + 1, c * c, ~p, jax.random.uniform(jax.random.wrap_key_data(i.astype(jnp.uint32)[:2]), (8,))
        x, i = normal(8, 4), np.arange(8, dtype=np.int32)
        c, p = (normal(8) + 1j * normal(8)).astype(np.complex64), np.arange(8) % 3 == 0
        same(pj.partition(f, mesh, hints={0: "x,-"})(x, i, c, p), jax.jit(f)(x, i, c, p))

    def compared():
        table = pj.compare(jax.jit(train, in_shardings=(where, data)), params, batch, mesh=mesh)
        print(table, flush=True)
        assert table.ours["wire bytes"] is not None and table.xla["wire bytes"] and table.ours["step seconds"] > 0

    for each in (trees, of_jitted, constraints, donated, uneven, gradients, exported, lowered, dropped, kinds):
        checks.check(each.__name__, each)
    if jax.process_count() == 1:
        checks.check("compared", compared)


def main():
    options = parsed()
    if options.processes > 1 and not options.port:
        return started_all(options)
    os.environ["XLA_FLAGS"] = f"--xla_force_host_platform_device_count={DEVICES // options.processes} " + os.environ.get("XLA_FLAGS", "")
    os.environ["JAX_PLATFORMS"] = "cpu"
    import jax
    import jax.export
    if options.processes > 1:
        jax.distributed.initialize(f"127.0.0.1:{options.port}", options.processes, options.as_process)
    print(f"JAX {jax.__version__}, {jax.device_count()} devices in {jax.process_count()} processes", flush=True)
    checks = Checks()
    functions(checks)
    if options.folder:
        programs(checks, options.folder, options.match)
    print(f"{checks.passed} passed, {checks.failed} failed", flush=True)
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
