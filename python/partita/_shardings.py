"""Shardings as listings print them, in the terms of other frameworks: axes per dimension, meshes, boxes of elements.

A sharding on a mesh x=4, y=2 is "[x*y, -, y:(1)2]": the axes of each dimension, the first the major one; y:(1)2 is a part of an
axis, of size 2, with 1 device groups to the left of it. Device d of a mesh has the coordinates of d in mixed radix, the last axis the
fastest.
"""

import re
from typing import Dict, List, NamedTuple, Sequence, Tuple


class Axis(NamedTuple):
    """An axis of a mesh, or a part of one: ``size`` devices, ``before`` of them in what is left of it in the axis."""

    name: str
    before: int = 1
    size: int = 0  # 0: all of it


Dims = Tuple[Tuple[Axis, ...], ...]
Mesh = Dict[str, int]  # sizes by name, in order

_AXIS = re.compile(r"([^:*\s]+)(?::\((\d+)\)(\d+))?$")


def parse(text: str) -> Dims:
    """The axes of each dimension. ValueError where the value is not divided alone: unreduced, manual, on one device."""
    if not (text.startswith("[") and text.endswith("]")):
        raise ValueError(f"'{text}' is more than a division of dimensions")
    dims: List[Tuple[Axis, ...]] = []
    for part in filter(None, (each.strip() for each in text[1:-1].split(","))):
        axes = []
        for word in part.split("!")[0].rstrip("?").split("*"):
            if word in ("", "-"):
                continue
            found = _AXIS.match(word)
            if not found:
                raise ValueError(f"'{word}' is no axis, in '{text}'")
            axes.append(Axis(found[1], int(found[2] or 1), int(found[3] or 0)))
        dims.append(tuple(axes))
    return tuple(dims)


def mesh_text(mesh: Mesh) -> str:
    """As compile() takes it: "x=4,y=2"."""
    return ",".join(f"{name}={size}" for name, size in mesh.items())


def _extent(axis: Axis, mesh: Mesh) -> int:
    return axis.size or mesh[axis.name]


def refine(mesh: Mesh, shardings: Sequence[Dims]) -> Tuple[Mesh, Dict[str, List[Tuple[int, str]]]]:
    """A mesh of the same devices in the same order whose axes are never cut by the shardings: x=4 becomes x:0=2, x:1=2
    where one has x:(1)2. Also, for each axis of the mesh, its parts: how many devices are to the left, and the name."""
    cuts = {name: {1, size} for name, size in mesh.items()}
    for axis in (axis for dims in shardings for axes in dims for axis in axes):
        cuts[axis.name] |= {axis.before, axis.before * _extent(axis, mesh)}
    fine: Mesh = {}
    parts: Dict[str, List[Tuple[int, str]]] = {}
    for name, size in mesh.items():
        places = sorted(cuts[name])
        if any(b % a for a, b in zip(places, places[1:])):
            raise ValueError(f"parts of axis {name} overlap: {places}")
        pairs = list(zip(places, places[1:])) or [(1, 1)]
        names = [name] if len(pairs) == 1 else [f"{name}:{i}" for i in range(len(pairs))]
        parts[name] = [(begin, part) for (begin, _), part in zip(pairs, names)]
        fine.update({part: end // begin for (begin, end), part in zip(pairs, names)})
    return fine, parts


def spec(dims: Dims, mesh: Mesh, parts: Dict[str, List[Tuple[int, str]]]) -> List[Tuple[str, ...]]:
    """The names of the refined mesh's axes, for each dimension."""
    out = []
    for axes in dims:
        names: List[str] = []
        for axis in axes:
            end = axis.before * _extent(axis, mesh)
            names += [part for begin, part in parts[axis.name] if axis.before <= begin < end or (end == 1 == begin)]
        out.append(tuple(names))
    return out


def parts_of(dims: Dims, mesh: Mesh) -> List[int]:
    """Into how many each dimension is divided."""
    counts = []
    for axes in dims:
        count = 1
        for axis in axes:
            count *= _extent(axis, mesh)
        counts.append(count)
    return counts


def is_even(dims: Dims, mesh: Mesh, shape: Sequence[int]) -> bool:
    return all(size % count == 0 for size, count in zip(shape, parts_of(dims, mesh)))


def local_shape(dims: Dims, mesh: Mesh, shape: Sequence[int]) -> Tuple[int, ...]:
    """Of every device's shard, padding included."""
    return tuple(-(-size // count) for size, count in zip(shape, parts_of(dims, mesh)))


def box(dims: Dims, mesh: Mesh, shape: Sequence[int], device: int) -> Tuple[slice, ...]:
    """The elements of the global array that a device has; its shard may have padding behind them."""
    coordinates, rest = {}, device
    for name in reversed(list(mesh)):
        rest, coordinates[name] = divmod(rest, mesh[name])
    out = []
    for axes, size, local in zip(dims, shape, local_shape(dims, mesh, shape)):
        index = 0
        for axis in axes:
            extent = _extent(axis, mesh)
            behind = mesh[axis.name] // (axis.before * extent)
            index = index * extent + coordinates[axis.name] // behind % extent
        begin = min(index * local, size)
        out.append(slice(begin, min(begin + local, size)))
    return tuple(out)


def hint(axes_of_dims: Sequence[Sequence[str]]) -> str:
    """As Program.shard takes it: "x*y,-"."""
    return "[" + ", ".join("*".join(axes) or "-" for axes in axes_of_dims) + "]"
