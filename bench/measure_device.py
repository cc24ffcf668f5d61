"""Overheads of one device as JAX runs programs on it, for a description in hardware/; prints JSON.

    python3 bench/measure_device.py          # JAX with a device, about a minute

Small programs that do one thing each, none of them a model. Figures of loops come from the difference of two trip
counts, those of chains from the difference of two lengths, so that what a call costs is in neither. Microseconds.
"""
import json
import time

import jax
import jax.numpy as jnp
from jax import lax

MICRO = 1e6


def timed(function, *arguments, runs=5, calls=10):
    """The least mean of several calls, and how many kernels the compiled program has outside loops."""
    compiled = jax.jit(function).lower(*arguments).compile()
    jax.block_until_ready(compiled(*arguments))
    best = float("inf")
    for _ in range(runs):
        begin = time.perf_counter()
        for _ in range(calls):
            out = compiled(*arguments)
        jax.block_until_ready(out)
        best = min(best, (time.perf_counter() - begin) / calls)
    text = compiled.as_text()
    return MICRO * best, kernels(text[text.index("\nENTRY"):])


def kernels(text):
    names = (" fusion(", " custom-call(", " copy(", " call(")
    return sum(any(name in line for name in names) for line in text.splitlines())


def per_trip(body, state, short=100, long=400):
    """Of a loop whose trip count is known."""
    low, high = (timed(lambda x, n=n: lax.fori_loop(0, n, body, x), state, calls=3)[0] for n in (short, long))
    return (high - low) / (long - short)


def chain(size, length):
    """Products, and between them a softmax and a sum over the other dimension, which do not become one kernel."""
    def run(x, w):
        for _ in range(length):
            x = jax.nn.softmax(x @ w * 1e-2, axis=1)
            x = x - x.sum(axis=0, keepdims=True) * 1e-3
        return x
    return run, jnp.full((size, size), 0.01)


def kernel_and_gap(out):
    """A product of 64 x 64 in a loop; kernels of a chain in a loop and one by one."""
    def products(n):
        def body(i, x):
            for _ in range(n):
                x = x @ x * 1e-3
            return x
        return body
    x = jnp.full((64, 64), 0.01)
    few, many = (per_trip(products(n), x, 200, 1000) for n in (8, 16))
    out["kernel"] = (many - few) / 8
    for size in (64, 256, 512):
        short, x = chain(size, 20)
        long, _ = chain(size, 80)
        (low, few), (high, many) = timed(short, x, x), timed(long, x, x)
        links = {n: per_trip(lambda i, y, n=n: chain(size, n)[0](x + y * 0.01, x), x) for n in (4, 8)}
        written_out, in_loop = (high - low) / 60, (links[8] - links[4]) / 4
        out[f"gap_{size}"] = (written_out - in_loop) / ((many - few) / 60)


def foreign_terms(out):
    """Weight gradients of transposed and of dilated convolutions: a term is a place of the image that is the window."""
    dims = ("NDHWC", "DHWIO", "NDHWC")
    kinds = {"transposed": (2, {"padding": [(1, 1)] * 3, "lhs_dilation": (2, 2, 2)}),
             "dilated": (3, {"padding": "SAME", "rhs_dilation": (2, 2, 2)})}
    for name, (window, how) in kinds.items():
        for batch, features in ((1, 8), (2, 8), (2, 16)):
            seconds, terms = [], []
            for size in (12, 24):
                x = jnp.ones((batch, size, size, size, features))
                w = jnp.full((window,) * 3 + (features, features), 1e-3)

                def conv(v, x=x):
                    return lax.conv_general_dilated(x, v, (1, 1, 1), dimension_numbers=dims, **how)
                y = conv(w)
                seconds.append(timed(lambda v, c, f=conv: jax.vjp(f, v)[1](c)[0], w, y)[0])
                terms.append(y.size // features)
            out[f"foreign_term_{name}_{batch}x{features}"] = (seconds[1] - seconds[0]) / (terms[1] - terms[0])


def convolutions(out):
    dims = ("NHWC", "HWIO", "NHWC")
    for features, size in ((16, 32), (64, 28), (64, 56)):
        x, w = jnp.ones((8, size, size, features)), jnp.full((3, 3, features, features), 1e-3)
        def run(n):
            def f(y, v):
                for _ in range(n):
                    y = lax.conv_general_dilated(y, v, (1, 1), "SAME", dimension_numbers=dims)
                return y
            return f
        out[f"convolution_{features}x{size}"] = (timed(run(8), x, w)[0] - timed(run(1), x, w)[0]) / 7


if __name__ == "__main__":
    figures = {"device": jax.devices()[0].device_kind, "jax": jax.__version__}
    for part in (kernel_and_gap, foreign_terms, convolutions):
        part(figures)
    print(json.dumps(figures, indent=1))
