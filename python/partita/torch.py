"""Programs of PyTorch: what PyTorch/XLA or torch-mlir exported, and DTensor's placements as hints.

>>> from partita import torch as pt
>>> program = pt.program(torch.export.export(model, (x,)))                     # by PyTorch/XLA
>>> pt.shard(program, 0, [Shard(0), Replicate()], ("data", "model"))  # placements, one for each axis of the mesh
>>> compiled = program.compile("data=4,model=2")

Neither PyTorch nor PyTorch/XLA is imported before it is needed. Placements were tried with DTensors of PyTorch 2.11; what exports
programs is written from the documentation of PyTorch/XLA, and tried with a stand-in for it.
"""

from typing import Any, List, Sequence

from ._program import Program
from ._shardings import hint

__all__ = ["placements_hint", "program", "shard", "shard_like"]


def program(exported: Any, name: str = "<torch>") -> Program:
    """A program from what was exported: torch.export's ExportedProgram, which PyTorch/XLA turns into StableHLO; PyTorch/XLA's
    own StableHLO module; a module of torch-mlir in the StableHLO dialect; or text and bytes of either."""
    if isinstance(exported, (str, bytes)):
        return Program.parse(exported, name)
    if hasattr(exported, "get_stablehlo_bytecode"):  # torch_xla.stablehlo.StableHLOGraphModule
        return Program.parse(exported.get_stablehlo_bytecode("forward"), name)
    if hasattr(exported, "get_stablehlo_text"):
        return Program.parse(exported.get_stablehlo_text("forward"), name)
    if hasattr(exported, "operation") and hasattr(exported.operation, "get_asm"):  # an MLIR module
        return Program.parse(exported.operation.get_asm(enable_debug_info=True), name)
    if hasattr(exported, "graph_signature"):  # torch.export.ExportedProgram
        try:
            from torch_xla.stablehlo import exported_program_to_stablehlo
        except ImportError as missing:
            raise ImportError("PyTorch/XLA (torch_xla) turns exported programs into StableHLO, and is not installed; "
                              "text and bytes that it wrote elsewhere are read as well") from missing
        return program(exported_program_to_stablehlo(exported), name)
    raise TypeError(f"{type(exported).__name__} is no exported program, module, text or bytes")


def placements_hint(rank: int, placements: Sequence[Any], axes: Sequence[str]) -> str:
    """The placements of a DTensor, one for each axis of its mesh, as a hint: [Shard(0), Replicate()] on ("data", "model")
    of a matrix is "[data, -]". Several Shards of one dimension divide it in the order of the axes, as DTensor does."""
    if len(placements) != len(axes):
        raise ValueError(f"{len(placements)} placements for {len(axes)} axes of the mesh")
    dims: List[List[str]] = [[] for _ in range(rank)]
    for placement, axis in zip(placements, axes):
        kind = type(placement).__name__
        if kind == "Replicate":
            continue
        if kind != "Shard":
            raise ValueError(f"{placement!r} on axis {axis} is no hint: values of programs are sharded or replicated")
        dim = placement.dim + rank if placement.dim < 0 else placement.dim
        if not 0 <= dim < rank:
            raise ValueError(f"{placement!r} on axis {axis}: the tensor has {rank} dimensions")
        dims[dim].append(axis)
    return hint(dims)


def shard(program: Program, argument: int, placements: Sequence[Any], axes: Sequence[str]) -> Program:
    """A hint on an argument, from placements."""
    rank = len(program.arguments[argument].shape)
    return program.shard(argument, placements_hint(rank, placements, axes))


def shard_like(program: Program, tensors: Sequence[Any]) -> str:
    """Hints on the arguments from tensors in their order: each DTensor's placements, nothing for others. The mesh of the
    DTensors comes back as compile() takes it."""
    mesh = ""
    for index, tensor in enumerate(tensors):
        device_mesh = getattr(tensor, "device_mesh", None)
        if device_mesh is None or not hasattr(tensor, "placements"):
            continue
        names = device_mesh.mesh_dim_names
        if names is None:
            raise ValueError("the device mesh has no names: init_device_mesh(…, mesh_dim_names=(\"data\", \"model\"))")
        text = ",".join(f"{name}={size}" for name, size in zip(names, tuple(device_mesh.shape)))
        if mesh not in ("", text):
            raise ValueError(f"argument {index} is on mesh {text}, others are on {mesh}")
        mesh = text
        shard(program, index, tensor.placements, names)
    return mesh
