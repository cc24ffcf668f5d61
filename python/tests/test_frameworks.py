"""partita.jax and partita.torch with stand-ins for JAX and PyTorch: what is Partita's own of them, shardings, flattening, shards. The
local program is run here, by `partita run --local`, where XLA would run it."""

import os
import sys
import tempfile
import types
import unittest

import partita
from partita import Program, Tensor
from partita import _shardings as shardings
from partita import torch as pt

try:
    import numpy
except ImportError:
    numpy = None

LAYER = """
module @layer {
  func.func public @main(%x: tensor<8x16xf32>, %w: tensor<16x6xf32>) -> (tensor<8x6xf32>, tensor<f32>) {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x6xf32>) -> tensor<8x6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x6xf32>, tensor<f32>) -> tensor<f32>
    return %y, %sum : tensor<8x6xf32>, tensor<f32>
  }
}
"""
A, X, Y = shardings.Axis, shardings.Axis("x"), shardings.Axis("y")


class Shardings(unittest.TestCase):
    def test_parse(self):
        self.assertEqual(shardings.parse("[x*y, -, ?]"), ((X, Y), (), ()))
        self.assertEqual(shardings.parse("[x:(1)2, y?!3]"), ((A("x", 1, 2),), (Y,)))
        self.assertEqual(shardings.parse("[]"), ())
        for text in ("[x] unreduced sum(y)", "device 3", "[x:2]"):
            with self.assertRaises(ValueError):
                shardings.parse(text)

    def test_refined_meshes_keep_the_order_of_devices(self):
        mesh = {"x": 8, "y": 3}
        dims = [shardings.parse("[x:(2)2, y]"), shardings.parse("[x, -]")]
        fine, parts = shardings.refine(mesh, dims)
        self.assertEqual(fine, {"x:0": 2, "x:1": 2, "x:2": 2, "y": 3})
        self.assertEqual(shardings.spec(dims[0], mesh, parts), [("x:1",), ("y",)])
        self.assertEqual(shardings.spec(dims[1], mesh, parts), [("x:0", "x:1", "x:2"), ()])
        self.assertEqual(shardings.refine({"x": 1}, [((X,),)]), ({"x": 1}, {"x": [(1, "x")]}))
        with self.assertRaises(ValueError):
            shardings.refine({"x": 12}, [((A("x", 1, 4),),), ((A("x", 1, 6),),)])

    def test_boxes(self):
        mesh = {"x": 4, "y": 2}
        boxes = [shardings.box(((Y, X), ()), mesh, (7, 3), d) for d in range(8)]
        self.assertEqual([(b[0].start, b[0].stop) for b in boxes],
                         [(0, 1), (4, 5), (1, 2), (5, 6), (2, 3), (6, 7), (3, 4), (7, 7)])
        self.assertEqual({(b[1].start, b[1].stop) for b in boxes}, {(0, 3)})
        part = [shardings.box(((A("x", 2, 2),),), mesh, (2,), d)[0].start for d in range(8)]
        self.assertEqual(part, [0, 0, 1, 1, 0, 0, 1, 1])
        self.assertFalse(shardings.is_even(((X,),), mesh, (7,)))
        self.assertEqual(shardings.local_shape(((X,), (Y,)), mesh, (7, 8)), (2, 4))


class Placement:
    def __init__(self, dim=None):
        self.dim = dim


class Shard(Placement):
    pass


class Replicate(Placement):
    pass


class Partial(Placement):
    pass


class Torch(unittest.TestCase):
    def test_placements_are_hints(self):
        axes = ("data", "model")
        self.assertEqual(pt.placements_hint(2, [Shard(0), Replicate()], axes), "[data, -]")
        self.assertEqual(pt.placements_hint(2, [Shard(-1), Shard(1)], axes), "[-, data*model]")
        self.assertEqual(pt.placements_hint(0, [Replicate(), Replicate()], axes), "[]")
        for wrong in ([Shard(0)], [Shard(2), Replicate()], [Partial(), Replicate()]):
            with self.assertRaises(ValueError):
                pt.placements_hint(2, wrong, axes)

    def test_hints_from_tensors(self):
        mesh = types.SimpleNamespace(mesh_dim_names=("x", "y"), shape=(4, 2))
        program = Program.parse(LAYER)
        tensors = [types.SimpleNamespace(device_mesh=mesh, placements=[Shard(0), Replicate()]), object()]
        self.assertEqual(pt.shard_like(program, tensors), "x=4,y=2")
        self.assertEqual(program.compile("x=4,y=2").argument_sharding(0), "[x, -]")
        other = types.SimpleNamespace(mesh_dim_names=("x",), shape=(8,))
        tensors[1] = types.SimpleNamespace(device_mesh=other, placements=[Shard(0)])
        with self.assertRaises(ValueError):
            pt.shard_like(program, tensors)

    def test_programs(self):
        exported = types.SimpleNamespace(get_stablehlo_text=lambda name: LAYER if name == "forward" else "")
        module = types.SimpleNamespace(operation=types.SimpleNamespace(get_asm=lambda enable_debug_info: LAYER))
        for given in (LAYER, LAYER.encode(), exported, module):
            self.assertEqual(len(pt.program(given).arguments), 2)
        with self.assertRaises(TypeError):
            pt.program(3)


# ---- what of JAX partita.jax uses, on arrays that know their shards --------------------------------------------------


class Device:
    process_index = 0

    def __init__(self, number):
        self.id = number


class Mesh:
    def __init__(self, devices, names):
        self.devices, self.axis_names = devices, tuple(names)
        self.shape = dict(zip(self.axis_names, devices.shape))


class NamedSharding:
    def __init__(self, mesh, spec):
        self.mesh, self.spec = mesh, spec

    def boxes(self, shape):
        """Of each device, in the mesh's order. JAX divides evenly alone."""
        dims = []
        for d in range(len(shape)):
            names = self.spec[d] if d < len(self.spec) else None
            dims.append(tuple(A(n) for n in ((names,) if isinstance(names, str) else names or ())))
        assert shardings.is_even(dims, self.mesh.shape, shape), (shape, self.spec)
        return [shardings.box(dims, self.mesh.shape, shape, d) for d in range(self.mesh.devices.size)]


class Array:
    def __init__(self, whole, sharding, shards):
        self.whole, self.sharding, self.shards = whole, sharding, shards
        self.shape, self.dtype, self.addressable_shards = whole.shape, whole.dtype, shards

    def __array__(self, *_args, **_kwargs):
        return self.whole


def flatten(tree):
    if isinstance(tree, dict):
        parts = [flatten(tree[k]) for k in sorted(tree)]
        return [x for leaves, _ in parts for x in leaves], ("dict", tuple(sorted(tree)), tuple(t for _, t in parts))
    if isinstance(tree, (tuple, list)) and not hasattr(tree, "_fields"):
        parts = [flatten(x) for x in tree]
        return [x for leaves, _ in parts for x in leaves], ("tuple", (), tuple(t for _, t in parts))
    return ([], None) if tree is None else ([tree], "leaf")


def mapped(function, tree):
    leaves, shape = flatten(tree)
    return unflatten(shape, [function(leaf) for leaf in leaves])


def unflatten(tree, leaves):
    if tree == "leaf":
        return leaves.pop(0)
    kind, names, parts = tree
    made = [unflatten(part, leaves) for part in parts]
    return dict(zip(names, made)) if kind == "dict" else tuple(made)


def stand_in():
    def device_put(array, where):
        whole = numpy.asarray(array)
        if isinstance(where, Device):
            return whole
        return Array(whole, where, [whole[box] for box in where.boxes(whole.shape)])

    def assembled(shape, sharding, pieces):
        whole = numpy.empty(shape, pieces[0].dtype)
        for box, piece in zip(sharding.boxes(shape), pieces):
            assert whole[box].shape == piece.shape, (shape, piece.shape)
            whole[box] = piece
        return Array(whole, sharding, list(pieces))

    jax = types.ModuleType("jax")
    jax.tree_util = types.SimpleNamespace(tree_flatten=flatten, tree_leaves=lambda tree: flatten(tree)[0],
                                          tree_unflatten=lambda tree, leaves: unflatten(tree, list(leaves)),
                                          tree_map=mapped, tree_structure=lambda tree: flatten(tree)[1])
    jax.sharding = types.SimpleNamespace(Mesh=Mesh, NamedSharding=NamedSharding, PartitionSpec=lambda *axes: axes)
    jax.numpy = numpy
    jax.ShapeDtypeStruct = lambda shape, dtype: types.SimpleNamespace(shape=shape, dtype=dtype)
    jax.devices = lambda: [Device(i) for i in range(8)]
    jax.device_put, jax.make_array_from_single_device_arrays = device_put, assembled
    jax.process_index = lambda: 0
    jax.jit, jax.custom_vjp = jit, CustomVjp
    jax.block_until_ready = lambda x: x
    return jax


class Lowered:
    def __init__(self, text, args, out):
        self.text, self.args_info = text, (args, {})
        self.out_tree = flatten(out)[1]

    def as_text(self, debug_info=False):
        return self.text


class Jitted:
    """As jax.jit(lambda x, rest: (y, {"sum": …}))."""

    def __init__(self, text=LAYER):
        self.text, self.lowered = text, 0

    def lower(self, x, rest):
        self.lowered += 1
        return Lowered(self.text, (x, rest), (0, {"sum": 0}))


def jit(function, keep_unused=False, **given):
    """Of a layer, or of its pullback by partita.jax; or of what it makes on arrays, which says where it is to lie."""
    if "out_shardings" in given:
        return lambda array: sys.modules["jax"].device_put(function(numpy.asarray(array)), given["out_shardings"])
    assert keep_unused  # or the program would lack arguments
    gradient = function.__name__ == "pullback"

    def lower(*args):
        text = Program.parse(LAYER).grad().text() if gradient else LAYER
        return Lowered(text, args, (0, {"w": 0}) if gradient else (0, {"sum": 0}))

    return types.SimpleNamespace(lower=lower)


class CustomVjp:
    def __init__(self, function):
        self.function = function

    def defvjp(self, forward, backward):
        self.forward, self.backward = forward, backward

    def __call__(self, *args):
        return self.function(*args)


def run_locally(text, devices):
    """What partita.jax asks of XLA."""
    def execute(arrays):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "local.mlir")
            with open(path, "w", encoding="utf8") as file:
                file.write(text)
            for d in range(len(devices)):
                partita.save(os.path.join(folder, f"device{d}.npz"),
                             {f"arg{i}": Tensor(numpy.ascontiguousarray(a.shards[d])) for i, a in enumerate(arrays)})
            results = os.path.join(folder, "results")
            partita.verb("run", "--local", folder, "--dump-local", results, path)
            gave = [partita.load(os.path.join(results, f"device{d}.npz"), mapped=False) for d in range(len(devices))]
        names = sorted((name for name in gave[0] if name.startswith("out")), key=lambda name: int(name[3:]))
        return [[numpy.array(g[name].numpy()) for g in gave] for name in names]

    return execute


@unittest.skipIf(numpy is None, "NumPy is not installed")
class Jax(unittest.TestCase):
    def setUp(self):
        sys.modules["jax"] = stand_in()
        from partita import jax as pj
        self.pj, self.load = pj, pj._load
        pj._load = run_locally
        self.mesh = Mesh(numpy.array([Device(7 - i) for i in range(8)], object).reshape(4, 2), ("x", "y"))
        random = numpy.random.default_rng(1)
        self.x = random.normal(size=(8, 16)).astype(numpy.float32)
        self.w = random.normal(size=(16, 6)).astype(numpy.float32)

    def tearDown(self):
        self.pj._load = self.load
        del sys.modules["jax"]

    def check(self, function):
        y, rest = function(self.x, {"w": self.w})
        numpy.testing.assert_allclose(numpy.asarray(y), self.x @ self.w, rtol=1e-4, atol=1e-5)
        numpy.testing.assert_allclose(numpy.asarray(rest["sum"]), (self.x @ self.w).sum(), rtol=1e-3, atol=1e-4)
        return y

    def test_every_way_to_lie(self):
        for hints in ({0: "x,-"}, {0: "-,x", 1: "x,-"}, {0: "x,y", 1: "y,-"}, {1: "-,x", "out0": "-,x"},
                      {0: '[{"x":(2)2}, {}]', 1: '[{}, {"x":(1)2}]', "out0": '[{"x":(2)2}, {"x":(1)2}]'}, {}):
            with self.subTest(hints=hints):
                self.check(self.pj.partition(Jitted(), self.mesh, hints=hints))

    def test_results_lie_as_they_are_said_to(self):
        y = self.check(self.pj.partition(Jitted(), self.mesh, hints={0: "x,-", "out0": "x,-"}))
        self.assertEqual((y.sharding.spec, len(y.shards), y.shards[0].shape), (("x", None), 8, (2, 6)))
        self.assertEqual(list(y.sharding.mesh.devices.flat), list(self.mesh.devices.flat))

    def test_partitioned_once_for_each_shape(self):
        jitted = Jitted()
        function = self.pj.partition(jitted, self.mesh)
        self.check(function)
        self.check(function)
        self.assertEqual(jitted.lowered, 1)
        self.assertEqual(function.compiled(self.x, {"w": self.w}).num_devices, 8)

    def test_mesh_of_the_arguments(self):
        jax = sys.modules["jax"]
        self.x = jax.device_put(self.x, NamedSharding(self.mesh, ("x",)))
        function = self.pj.partition(Jitted())
        y, _ = function(self.x, {"w": self.w})
        numpy.testing.assert_allclose(numpy.asarray(y), self.x.whole @ self.w, rtol=1e-4, atol=1e-5)
        with self.assertRaisesRegex(ValueError, "has a mesh"):
            self.pj.partition(Jitted())(self.x.whole, {"w": self.w})

    def test_a_lowered_function(self):
        lowered = Jitted().lower(self.x, {"w": self.w})
        self.check(self.pj.partition(lowered, self.mesh, hints={0: "x,-"}))
        with self.assertRaisesRegex(ValueError, "already"):
            self.pj.partition(lowered, self.mesh, donate_argnums=0)

    def test_programs_that_are_there_already(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "layer.mlir")
            with open(path, "w", encoding="utf8") as file:
                file.write(LAYER)
            for given in (path, Program.load(path), Program.parse(LAYER).shard(0, "x,-")):
                y, total = self.pj.partition(given, self.mesh, hints={1: "-,y"})(self.x, self.w)
                numpy.testing.assert_allclose(numpy.asarray(y), self.x @ self.w, rtol=1e-4, atol=1e-5)
                numpy.testing.assert_allclose(numpy.asarray(total), (self.x @ self.w).sum(), rtol=1e-3, atol=1e-4)
            with open(path, "w", encoding="utf8") as file:
                file.write(LAYER.replace("  func.func", '  sdy.mesh @mesh = <["x"=4, "y"=2]>\n  func.func', 1))
            y, _ = self.pj.partition(path)(self.x, self.w)
            self.assertEqual((dict(y.sharding.mesh.shape), [d.id for d in y.sharding.mesh.devices.flat]), ({"x": 4, "y": 2}, list(range(8))))
        exported = types.SimpleNamespace(mlir_module=lambda: LAYER, in_avals=(self.x, self.x, self.w), module_kept_var_idx=(0, 2),
                                         out_tree=flatten((0, {"sum": 0}))[1])
        y, rest = self.pj.partition(exported, self.mesh)(self.x, {"unused": self.x, "w": self.w})
        numpy.testing.assert_allclose(numpy.asarray(y), self.x @ self.w, rtol=1e-4, atol=1e-5)
        self.assertEqual(list(rest), ["sum"])

    def test_arguments_that_nothing_uses(self):
        lowered = Lowered(LAYER, (self.x, {"unused": self.x, "w": self.w}), (0, {"sum": 0}))
        with self.assertRaisesRegex(ValueError, "keep_unused"):
            self.pj.partition(lowered, self.mesh)(self.x, {"unused": self.x, "w": self.w})
        lowered._lowering = types.SimpleNamespace(compile_args={"kept_var_idx": {2, 0}})
        y, _ = self.pj.partition(lowered, self.mesh)(self.x, {"unused": self.x, "w": self.w})
        numpy.testing.assert_allclose(numpy.asarray(y), self.x @ self.w, rtol=1e-4, atol=1e-5)

    def test_gradients(self):
        def layer(x, rest):
            raise AssertionError("it is lowered, and not called")

        function = self.pj.differentiable(layer, self.mesh, hints={0: "x,-"})
        self.check(function)
        _, residuals = function.forward(self.x, {"w": self.w})
        ones = numpy.ones((8, 6), numpy.float32)
        gx, rest = function.backward(residuals, (ones, {"sum": numpy.float32(2)}))
        numpy.testing.assert_allclose(numpy.asarray(gx), 3 * ones @ self.w.T, rtol=1e-4, atol=1e-5)
        numpy.testing.assert_allclose(numpy.asarray(rest["w"]), 3 * self.x.T @ ones, rtol=1e-4, atol=1e-5)

    def test_comparison(self):
        shown = str(self.pj.Comparison({"wire bytes": 5.0, "step seconds": None}, {"wire bytes": 10.0, "step seconds": 1}))
        self.assertIn("0.50", shown.splitlines()[1])
        self.assertEqual(shown.splitlines()[2].split(), ["step", "seconds", "-", "1", "-"])
        compiled = Program.parse(LAYER).shard(0, "-,x").shard(1, "x,-").shard_result(0, "-,-").compile("x=4")
        self.assertGreater(compiled.report.wire_bytes, 0)
        self.assertEqual(self.pj._wire_bytes(compiled.text("hlo")), compiled.report.wire_bytes)


if __name__ == "__main__":
    unittest.main()
