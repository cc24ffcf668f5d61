"""Functions of JAX, partitioned by Partita and run by JAX's devices.

>>> from partita import jax as pj
>>> step = pj.partition(jax.jit(step, in_shardings=…, out_shardings=…, keep_unused=True), mesh)
>>> params, loss = step(params, batch)            # jax.Arrays in, jax.Arrays out
>>> print(pj.compare(step, params, batch))        # ours beside XLA's partitioning

A program that is lowered already is taken as well: one of jax.export, a Program, or the path of a file with one.

JAX is not imported before it is needed. The program that every device runs is compiled by XLA as it is, with one replica for each
device and nothing left to partition, through an inner interface of JAX (`_load` below).
"""

import json
import math
import os
import tempfile
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _shardings as shardings
from ._program import Compiled, Program
from ._tensor import numpy_name
from ._verbs import verb

__all__ = ["Comparison", "Partitioned", "compare", "differentiable", "partition"]


def _jax() -> Any:
    import jax
    return jax


def _load(text: str, devices: Sequence[Any]) -> Any:
    """Compiles a local program for these devices: what comes back takes arrays and gives, for each result, the arrays of
    single devices. All that is not JAX's public interface is here."""
    import numpy
    from jax._src.interpreters import mlir
    from jax._src.lib import xla_client
    from jaxlib.mlir import ir
    options = xla_client.CompileOptions()
    options.num_replicas, options.num_partitions = len(devices), 1
    build = options.executable_build_options
    build.num_replicas, build.num_partitions, build.use_spmd_partitioning = len(devices), 1, False
    ids = numpy.array([[device.id] for device in devices])
    build.device_assignment = xla_client.DeviceAssignment.create(ids)
    with mlir.make_ir_context():
        spelled = str(ir.Module.parse(text))  # in the words of this JAX
    loaded = devices[0].client.compile_and_load(spelled, xla_client.DeviceList(tuple(devices)), options)

    def execute(arrays: Sequence[Any]) -> List[List[Any]]:
        return loaded.execute_sharded(list(arrays)).disassemble_into_single_device_arrays()

    execute.memory = loaded.get_compiled_memory_stats  # type: ignore[attr-defined]
    return execute


def _is_lowered(function: Any) -> bool:
    return hasattr(function, "args_info") and hasattr(function, "out_tree")


def _text(lowered: Any) -> str:
    try:
        return lowered.as_text(debug_info=True)  # with names and lines
    except TypeError:  # an older JAX
        return lowered.as_text()


class _Lowered:
    """What is lowered already, with what is asked of a function that jit lowers: an export of jax.export, a Program, or the path of
    a file. The arguments and results of the last two are flat."""

    def __init__(self, given: Any):
        if hasattr(given, "mlir_module"):
            self._program = Program.parse(given.mlir_module(), "<jax.export>")
            self.args_info, self.out_tree = list(given.in_avals), given.out_tree
            self.kept: Optional[Sequence[int]] = given.module_kept_var_idx
        else:
            self._program = given if isinstance(given, Program) else Program.load(given)
            self.args_info = [_Leaf(_jax().numpy.dtype(numpy_name(value.dtype))) for value in self._program.arguments]
            self.out_tree = _jax().tree_util.tree_structure([0] * len(self._program.results))
            self.kept = None

    def program(self) -> Program:
        return self._program.copy()


class _Leaf:
    """Of an argument. No tuple: JAX would take it apart."""

    def __init__(self, dtype: Any):
        self.dtype = dtype


def _program(lowered: Any) -> Program:
    return lowered.program() if isinstance(lowered, _Lowered) else Program.parse(_text(lowered), "<jax>")


def _kept_arguments(lowered: Any, given: int, taken: int) -> Sequence[int]:
    """Which of the flat arguments the program still takes: jit drops those that nothing uses, but for keep_unused=True."""
    if given == taken:
        return range(given)
    lowering = getattr(lowered, "_lowering", None)
    kept = getattr(lowered, "kept", None)
    if kept is None:
        kept = getattr(lowering, "compile_args", {}).get("kept_var_idx")
    if kept is None or len(kept) != taken:
        raise ValueError(f"the function has {given} arguments, and its program {taken}: jit it with keep_unused=True")
    return sorted(kept)


def _as_on_devices(leaf: Any) -> Any:
    """In the place of an array of the host, for lowering: several processes may not give those where they are divided."""
    on_host = hasattr(leaf, "dtype") and hasattr(leaf, "tobytes") and not hasattr(leaf, "addressable_shards")
    return _jax().ShapeDtypeStruct(leaf.shape, leaf.dtype) if on_host else leaf


def _own_mesh(lowered: Any, text: str) -> Any:
    """Of a program that says its mesh, "x=4, y=2", on the devices that JAX lowered it for; on the first ones where it was not
    lowered here."""
    jax = _jax()
    axes = [word.strip().partition("=") for word in text.split(",")]
    sizes = [int(size) for _, _, size in axes]
    count = math.prod(sizes)
    if isinstance(lowered, _Lowered):
        devices = jax.devices()[:count]
    else:
        arguments = getattr(getattr(lowered, "_lowering", None), "compile_args", {})
        said = _mesh_of([s for name in ("in_shardings", "out_shardings", "intermediate_shardings") for s in arguments.get(name) or ()])
        devices = list(said.devices.flat) if said is not None else []
    if count == 1 or len(devices) != count:
        raise ValueError("no argument and no sharding has a mesh of devices: give it as partition(function, mesh)")
    import numpy
    return jax.sharding.Mesh(numpy.array(devices, object).reshape(sizes), tuple(name for name, _, _ in axes))


def _mesh_of(leaves: Sequence[Any]) -> Optional[Any]:
    """The mesh of the first array or sharding that has one with devices."""
    for leaf in leaves:
        mesh = getattr(getattr(leaf, "sharding", leaf), "mesh", None)
        if mesh is not None and getattr(mesh, "devices", None) is not None:
            return mesh
    return None


class _End(NamedTuple):
    """Of an argument or result: the global type, and how it lies on the mesh."""

    shape: Tuple[int, ...]
    dims: shardings.Dims


class _Step:
    """One lowered program, partitioned and compiled."""

    def __init__(self, lowered: Any, mesh: Any, hints: Dict[Any, str], options: Dict[str, Any]):
        jax = _jax()
        program = _program(lowered)
        for value, sharding in hints.items():
            program.shard(value, sharding)
        given = shardings.mesh_text(mesh.shape) if mesh is not None else ""
        self.compiled: Compiled = program.compile(given, devices_are_replicas=True, **options)
        if mesh is None:
            mesh = _own_mesh(lowered, self.compiled.mesh)
        self.sizes: shardings.Mesh = {str(name): int(size) for name, size in mesh.shape.items()}
        self.devices = list(mesh.devices.flat)
        takes, gives = program.arguments, program.results
        flat = jax.tree_util.tree_leaves(lowered.args_info)
        self.dtypes = [leaf.dtype for leaf in flat]
        self.kept = list(_kept_arguments(lowered, len(flat), len(takes)))
        self.out_tree = lowered.out_tree
        self.ins = [_End(v.shape, shardings.parse(self.compiled.argument_sharding(i))) for i, v in enumerate(takes)]
        self.outs = [_End(v.shape, shardings.parse(self.compiled.result_sharding(i))) for i, v in enumerate(gives)]
        # JAX's shardings cannot cut an axis: they are on a finer mesh of the same devices.
        fine, self._parts = shardings.refine(self.sizes, [end.dims for end in self.ins + self.outs])
        self._fine = jax.sharding.Mesh(mesh.devices.reshape(tuple(fine.values())), tuple(fine))
        self._stacks: Dict[_End, Callable[[Any], Any]] = {}
        self._unstacks: Dict[_End, Callable[[Any], Any]] = {}
        self.execute = _load(self.compiled.text("stablehlo"), self.devices)

    def _sharding(self, dims: shardings.Dims) -> Any:
        jax = _jax()
        axes = [names[0] if len(names) == 1 else names or None for names in shardings.spec(dims, self.sizes, self._parts)]
        return jax.sharding.NamedSharding(self._fine, jax.sharding.PartitionSpec(*axes))

    # JAX has no uneven shards. The local program has, with zeros behind their elements: what has such a sharding goes in and
    # comes out as one array that has the shards of all devices one below the other.

    def _stacked(self) -> Any:
        jax = _jax()
        return jax.sharding.NamedSharding(self._fine, jax.sharding.PartitionSpec(tuple(self._fine.axis_names)))

    def _stack(self, end: _End) -> Callable[[Any], Any]:
        """From the global array to the stacked one, on the devices."""
        numpy = _jax().numpy
        local = shardings.local_shape(end.dims, self.sizes, end.shape)

        def stack(whole: Any) -> Any:
            shards = []
            for device in range(len(self.devices)):
                mine = whole[shardings.box(end.dims, self.sizes, end.shape, device)]
                shards.append(numpy.pad(mine, [(0, size - has) for size, has in zip(local, mine.shape)]))
            return numpy.concatenate(shards)

        return _jax().jit(stack, out_shardings=self._stacked())

    def _unstack(self, end: _End) -> Callable[[Any], Any]:
        """And back, to an array that is on every device as a whole."""
        numpy = _jax().numpy
        local = shardings.local_shape(end.dims, self.sizes, end.shape)
        owner: Dict[Tuple[int, ...], int] = {}  # of each box, by its first element: a device
        for device in reversed(range(len(self.devices))):
            box = shardings.box(end.dims, self.sizes, end.shape, device)
            owner[tuple(s.start for s in box)] = device
        begins = [range(0, size, max(step, 1)) for size, step in zip(end.shape, local)]

        def part(stacked: Any, at: Tuple[int, ...]) -> Any:
            if len(at) < len(local):
                return numpy.concatenate([part(stacked, at + (begin,)) for begin in begins[len(at)]], axis=len(at))
            box = tuple(slice(0, min(n, size - begin)) for n, size, begin in zip(local, end.shape, at))
            return stacked[owner[at] * local[0]:(owner[at] + 1) * local[0]][box]

        def unstack(stacked: Any) -> Any:
            return part(stacked, ()) if 0 not in end.shape else numpy.zeros(end.shape, stacked.dtype)

        whole = _jax().sharding.NamedSharding(self._fine, _jax().sharding.PartitionSpec())
        return _jax().jit(unstack, out_shardings=whole)

    def place(self, end: _End, array: Any, dtype: Any) -> Any:
        """The argument with the shard of each device in its memory."""
        jax = _jax()
        array = array if hasattr(array, "addressable_shards") else jax.numpy.asarray(array, dtype)
        if shardings.is_even(end.dims, self.sizes, end.shape):
            return jax.device_put(array, self._sharding(end.dims))
        if end not in self._stacks:
            self._stacks[end] = self._stack(end)
        everywhere = jax.sharding.NamedSharding(self._fine, jax.sharding.PartitionSpec())
        return self._stacks[end](jax.device_put(array, everywhere))

    def assemble(self, end: _End, pieces: Sequence[Any]) -> Any:
        """The result from what the devices of this process hold."""
        jax = _jax()
        if shardings.is_even(end.dims, self.sizes, end.shape):
            return jax.make_array_from_single_device_arrays(end.shape, self._sharding(end.dims), list(pieces))
        local = shardings.local_shape(end.dims, self.sizes, end.shape)
        shape = (local[0] * len(self.devices),) + local[1:]
        if end not in self._unstacks:
            self._unstacks[end] = self._unstack(end)
        return self._unstacks[end](jax.make_array_from_single_device_arrays(shape, self._stacked(), list(pieces)))

    def arguments(self, flat: Sequence[Any]) -> List[Any]:
        if len(flat) != len(self.dtypes):
            raise ValueError(f"{len(flat)} arrays are given, and the program was lowered for {len(self.dtypes)}: static "
                             "arguments are bound beforehand, by functools.partial")
        return [self.place(end, flat[i], self.dtypes[i]) for end, i in zip(self.ins, self.kept)]

    def run(self, flat: Sequence[Any]) -> Any:
        results = self.execute(self.arguments(flat))
        return _jax().tree_util.tree_unflatten(self.out_tree, [self.assemble(e, p) for e, p in zip(self.outs, results)])


class Partitioned:
    """A function on jax.Arrays that runs what Partita made of it, on the devices of a mesh. Arguments are laid out as the
    program wants them, wherever they come from; those that JAX donates are donated. It is called like the function, outside of
    jit; ``differentiable`` has gradients. Each new set of shapes and types is partitioned once."""

    def __init__(self, function: Any, mesh: Any, hints: Dict[Any, str], options: Dict[str, Any], shards: Sequence[Any]):
        self._function, self._mesh, self._hints, self._options = function, mesh, hints, options
        self._shards = shards
        self._steps: Dict[Any, _Step] = {}

    def lower(self, *args: Any, **kwargs: Any) -> Any:
        """JAX's own lowering, which is what is partitioned."""
        if _is_lowered(self._function):
            return self._function
        args, kwargs = _jax().tree_util.tree_map(_as_on_devices, (args, kwargs))
        return self._function.lower(*args, **kwargs)

    def step(self, *args: Any, **kwargs: Any) -> _Step:
        leaves, tree = _jax().tree_util.tree_flatten((args, kwargs))
        key = (tree, tuple((tuple(getattr(x, "shape", ())), str(getattr(x, "dtype", type(x)))) for x in leaves))
        if key not in self._steps:
            mesh = self._mesh or _mesh_of(list(self._shards) + leaves)
            self._steps[key] = _Step(self.lower(*args, **kwargs), mesh, self._hints, self._options)
        return self._steps[key]

    def compiled(self, *args: Any, **kwargs: Any) -> Compiled:
        """What was decided, why, and what it costs, for arguments like these."""
        return self.step(*args, **kwargs).compiled

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        step = self.step(*args, **kwargs)
        return step.run(_jax().tree_util.tree_leaves((args, kwargs)))


def partition(function: Any, mesh: Any = None, *, in_shardings: Any = None, out_shardings: Any = None,
              donate_argnums: Any = (), hints: Optional[Dict[Any, str]] = None,
              **options: Any) -> Partitioned:
    """A function of Python, a jitted one, or one that is lowered already, as a function on jax.Arrays: a Lowered, an export of
    jax.export, a Program or the path of a file; the last two take and give flat lists.

    ``mesh`` is a jax.sharding.Mesh; without it that of the shardings, of the arguments or of the program is taken, and device i of
    Partita's mesh is ``mesh.devices.flat[i]``, in several processes as well. Shardings of a jitted function are its own. ``hints`` are more of them,
    as Program.shard takes them, by the number of a flat argument or by name; ``options`` are those of Program.compile."""
    jax = _jax()
    if isinstance(function, (Program, str, os.PathLike)) or hasattr(function, "mlir_module"):
        function = _Lowered(function)
    if not hasattr(function, "lower") and not _is_lowered(function):
        given = {"in_shardings": in_shardings, "out_shardings": out_shardings, "donate_argnums": donate_argnums}
        function = jax.jit(function, keep_unused=True, **{k: v for k, v in given.items() if v not in (None, ())})
    elif in_shardings is not None or out_shardings is not None or donate_argnums != ():
        raise ValueError("a jitted or lowered function has its shardings and its donated arguments already")
    shards = jax.tree_util.tree_leaves((in_shardings, out_shardings))
    return Partitioned(function, mesh, dict(hints or {}), options, shards)


def differentiable(function: Callable[..., Any], mesh: Any = None, *, in_shardings: Any = None,
                   out_shardings: Any = None, **options: Any) -> Any:
    """A function of Python as one on jax.Arrays that jax.grad and jax.vjp go through: the function and its pullback are
    partitioned, each as a program of its own. A whole training step, with jax.grad inside, is better given to partition()."""
    jax = _jax()
    forward = partition(function, mesh, in_shardings=in_shardings, out_shardings=out_shardings, **options)

    def pullback(arguments: Any, cotangents: Any) -> Any:
        return jax.vjp(function, *arguments)[1](cotangents)

    given = {} if in_shardings is None or out_shardings is None else {
        "in_shardings": (in_shardings, out_shardings), "out_shardings": in_shardings}
    backward = partition(pullback, mesh, **given, **options)
    made = jax.custom_vjp(lambda *arguments: forward(*arguments))
    made.defvjp(lambda *arguments: (forward(*arguments), arguments), backward)
    return made


class Comparison(NamedTuple):
    """Of a device and a step. Nothing where XLA does not say."""

    ours: Dict[str, Optional[float]]
    xla: Dict[str, Optional[float]]

    def __str__(self) -> str:
        lines = [f"{'':<16}{'Partita':>14}{'XLA':>14}{'ratio':>9}"]
        for what in self.ours:
            a, b = self.ours[what], self.xla[what]
            shown = ["-" if x is None else f"{x:.6g}" for x in (a, b)]
            ratio = f"{a / b:.2f}" if a is not None and b else "-"
            lines.append(f"{what:<16}{shown[0]:>14}{shown[1]:>14}{ratio:>9}")
        return "\n".join(lines)


def _memory(stats: Any) -> Optional[float]:
    if stats is None:
        return None
    return float(stats.argument_size_in_bytes + stats.output_size_in_bytes + stats.temp_size_in_bytes
                 - stats.alias_size_in_bytes)


def _wire_bytes(hlo: str) -> Optional[float]:
    """What a device sends, by `partita cost` on the program that XLA made."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "xla.hlo")
        with open(path, "w", encoding="utf8") as file:
            file.write(hlo)
        return float(json.loads(verb("cost", "--local", "--json", path))["programs"][0]["wire"]["bytes"])


def _median_seconds(run: Callable[[], Any], steps: int) -> float:
    jax = _jax()
    jax.block_until_ready(run())
    times = []
    for _ in range(steps):
        begin = time.perf_counter()
        jax.block_until_ready(run())
        times.append(time.perf_counter() - begin)
    return sorted(times)[len(times) // 2]


def compare(function: Any, *args: Any, mesh: Any = None, steps: int = 10, **options: Any) -> Comparison:
    """Ours beside XLA's own partitioning of the same function: bytes that a device sends, bytes of memory, seconds of a step.
    The function is a jitted one, or what partition() gave of one, that donates nothing."""
    ours = function if isinstance(function, Partitioned) else partition(function, mesh, **options)
    if isinstance(ours.lower(*args), _Lowered):
        raise ValueError("compare() wants a function that JAX can compile, not a program or an export")
    step = ours.step(*args)
    theirs = ours.lower(*args).compile()
    flat = step.arguments(_jax().tree_util.tree_leaves((args, {})))
    memory = getattr(step.execute, "memory", None)
    mine = {"wire bytes": step.compiled.report.wire_bytes, "memory bytes": _memory(memory()) if memory else None,
            "step seconds": _median_seconds(lambda: step.execute(flat), steps)}
    xla = {"wire bytes": _wire_bytes(theirs.as_text()), "memory bytes": _memory(theirs.memory_analysis()),
           "step seconds": _median_seconds(lambda: theirs(*args), steps)}
    return Comparison(mine, xla)
