"""Tensors: elements on the host, from and to NumPy where that is installed, and from and to files."""

import ctypes
import sys
from ctypes import c_int64
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

from ._library import Handle, call, raw

# Element types that NumPy and Python's struct know, by their names in HLO.
_NUMPY_NAMES = {"pred": "bool", "s8": "int8", "s16": "int16", "s32": "int32", "s64": "int64", "u8": "uint8",
                "u16": "uint16", "u32": "uint32", "u64": "uint64", "f16": "float16", "f32": "float32",
                "f64": "float64", "c64": "complex64", "c128": "complex128"}
# Those that the package ml_dtypes adds.
_ML_DTYPES = {"bf16": "bfloat16", "s2": "int2", "s4": "int4", "u2": "uint2", "u4": "uint4",
              "f4e2m1fn": "float4_e2m1fn", "f6e2m3fn": "float6_e2m3fn", "f6e3m2fn": "float6_e3m2fn",
              "f8e3m4": "float8_e3m4", "f8e4m3": "float8_e4m3", "f8e4m3fn": "float8_e4m3fn",
              "f8e4m3fnuz": "float8_e4m3fnuz", "f8e4m3b11fnuz": "float8_e4m3b11fnuz", "f8e5m2": "float8_e5m2",
              "f8e5m2fnuz": "float8_e5m2fnuz", "f8e8m0fnu": "float8_e8m0fnu"}
_HLO_NAMES = {numpy: hlo for table in (_NUMPY_NAMES, _ML_DTYPES) for hlo, numpy in table.items()}


def numpy_name(dtype: str) -> str:
    """Of an element type by its name in HLO."""
    return _NUMPY_NAMES.get(dtype) or _ML_DTYPES[dtype]


_FORMATS = {"pred": "?", "s8": "b", "s16": "h", "s32": "i", "s64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
            "f16": "e", "f32": "f", "f64": "d"}


class Tensor(Handle):
    """Elements of one type, row-major and dense. They never change; copies share them."""

    _free = "tensor_free"

    def __init__(self, elements: Any, dtype: Optional[str] = None):
        """From numbers, nested lists of them, or anything with a buffer: a NumPy array, memoryview, array.array.

        Without ``dtype`` numbers become f32, s64 or pred; a NumPy array keeps its type.
        """
        kind = str(getattr(elements, "dtype", ""))
        if kind in _HLO_NAMES and hasattr(elements, "tobytes") and dtype in (None, _HLO_NAMES[kind]):
            super().__init__(_create(_HLO_NAMES[kind], elements.shape, elements.tobytes()))
        elif isinstance(elements, (memoryview, bytes, bytearray)) or hasattr(elements, "typecode"):
            view = memoryview(elements)
            name = dtype or next((n for n, f in _FORMATS.items() if f == view.format), None)
            if name is None:
                raise TypeError(f"a buffer of format '{view.format}' needs a dtype")
            super().__init__(_create(name, view.shape or (), view.tobytes()))
        else:
            shape, flat = _flatten(elements.tolist() if hasattr(elements, "tolist") else elements)
            name = dtype or _natural_type(flat)
            super().__init__(_from_numbers(name, shape, flat))

    @classmethod
    def from_bytes(cls, dtype: str, shape: Sequence[int], data: bytes) -> "Tensor":
        """The elements as they are in memory."""
        return cls._own(_create(dtype, shape, data))

    @classmethod
    def _own(cls, handle: int) -> "Tensor":
        tensor = cls.__new__(cls)
        Handle.__init__(tensor, handle)
        return tensor

    @property
    def dtype(self) -> str:
        """ "f32", "s32", "bf16", "pred": HLO's words; "" of a token. """
        return raw("tensor_dtype", self._handle).decode()

    @property
    def shape(self) -> Tuple[int, ...]:
        dims = raw("tensor_dims", self._handle)
        return tuple(dims[i] for i in range(raw("tensor_rank", self._handle)))

    def tobytes(self) -> bytes:
        return bytes(self._buffer())

    def _buffer(self) -> Any:
        size = raw("tensor_size", self._handle)
        address = raw("tensor_bytes", self._handle)
        buffer = (ctypes.c_ubyte * size).from_address(address) if size else (ctypes.c_ubyte * 0)()
        buffer._tensor = self  # the elements live as long as what looks at them
        return buffer

    def numpy(self) -> Any:
        """A read-only NumPy array of the elements, without a copy. Types that NumPy does not have need ml_dtypes."""
        import numpy
        name = self.dtype
        if name in _NUMPY_NAMES:
            kind = numpy.dtype(_NUMPY_NAMES[name])
        else:
            import ml_dtypes
            kind = numpy.dtype(getattr(ml_dtypes, _ML_DTYPES[name]))
        array = numpy.frombuffer(self._buffer(), dtype=kind).reshape(self.shape)
        array.flags.writeable = False
        return array

    def __array__(self, dtype: Any = None, copy: Optional[bool] = None) -> Any:
        array = self.numpy()
        return array.astype(dtype) if dtype is not None and dtype != array.dtype else array

    def tolist(self) -> Any:
        """The elements as nested lists of Python's numbers."""
        name = self.dtype
        data = self.tobytes()
        if name in _FORMATS:
            flat: List[Any] = list(memoryview(data).cast(_FORMATS[name])) if name != "f16" else _halves(data)
        elif name in ("c64", "c128"):
            parts = memoryview(data).cast("f" if name == "c64" else "d")
            flat = [complex(parts[i], parts[i + 1]) for i in range(0, len(parts), 2)]
        elif name == "bf16":
            words = memoryview(data).cast("H")
            flat = list(memoryview(b"".join((w << 16).to_bytes(4, sys.byteorder) for w in words)).cast("f"))
        elif name in ("s2", "s4"):
            flat = [b - 256 if b > 127 else b for b in data]
        elif name in ("u2", "u4"):
            flat = list(data)
        else:
            raise TypeError(f"Python has no numbers for elements of {name}; numpy() has, with ml_dtypes")
        return _nest(flat, self.shape)

    def item(self) -> Any:
        """The only element."""
        value = self.tolist()
        while isinstance(value, list):
            if len(value) != 1:
                raise ValueError(f"{self!r} has not one element")
            value = value[0]
        return value

    def __repr__(self) -> str:
        return f"<partita.Tensor {self.dtype}[{','.join(map(str, self.shape))}]>"


def _halves(data: bytes) -> List[float]:
    import struct
    return list(struct.unpack(f"={len(data) // 2}e", data))


def _create(dtype: str, shape: Sequence[int], data: bytes) -> int:
    dims = (c_int64 * max(len(shape), 1))(*shape)
    # A buffer that is empty is not the absence of one.
    buffer = ctypes.create_string_buffer(data, max(len(data), 1))
    return call("tensor_create", dtype.encode(), len(shape), dims, ctypes.cast(buffer, ctypes.c_void_p), len(data))


def _flatten(elements: Any) -> Tuple[List[int], List[Any]]:
    if not isinstance(elements, (list, tuple)):
        return [], [elements]
    parts = [_flatten(part) for part in elements]
    if any(shape != parts[0][0] for shape, _ in parts):
        raise ValueError("nested lists differ in their lengths")
    return [len(parts)] + (parts[0][0] if parts else []), [x for _, flat in parts for x in flat]


def _nest(flat: List[Any], shape: Sequence[int]) -> Any:
    if not shape:
        return flat[0]
    step = len(flat) // shape[0] if shape[0] else 0
    return [_nest(flat[i * step:(i + 1) * step], shape[1:]) for i in range(shape[0])]


def _natural_type(flat: List[Any]) -> str:
    if flat and all(isinstance(x, bool) for x in flat):
        return "pred"
    if flat and all(isinstance(x, int) for x in flat):
        return "s64"
    return "c64" if any(isinstance(x, complex) for x in flat) else "f32"


def _from_numbers(name: str, shape: Sequence[int], flat: List[Any]) -> int:
    import array
    if name in ("s64", "u64"):  # which a double does not hold
        return _create(name, shape, array.array("q" if name == "s64" else "Q", flat).tobytes())
    if name in ("c64", "c128"):
        numbers = array.array("f" if name == "c64" else "d")
        for x in flat:
            numbers.extend((complex(x).real, complex(x).imag))
        return _create(name, shape, numbers.tobytes())
    dims = (c_int64 * max(len(shape), 1))(*shape)
    doubles = (ctypes.c_double * max(len(flat), 1))(*flat)
    return call("tensor_from_doubles", name.encode(), len(shape), dims, doubles, len(flat))


class TensorList(Handle):
    """What the library takes and gives as arguments and results."""

    _free = "tensors_free"

    @classmethod
    def of(cls, tensors: Iterable[Tuple[str, Any]]) -> "TensorList":
        made = cls(raw("tensors_create"))
        for name, given in tensors:
            tensor = given if isinstance(given, Tensor) else Tensor(given)
            raw("tensors_add", made._handle, name.encode(), tensor._handle)
        return made

    def items(self) -> List[Tuple[str, Tensor]]:
        found = []
        for i in range(raw("tensors_count", self._handle)):
            tensor = Tensor._own(raw("tensor_copy", raw("tensors_get", self._handle, i)))
            found.append((raw("tensors_name", self._handle, i).decode(), tensor))
        return found


def load(path: str, mapped: bool = True) -> Dict[str, Tensor]:
    """The tensors of a .npy, .npz or .safetensors file, of several by their index, or of a checkpoint, by their names. ``mapped``: elements stay in the file until
    they are looked at, where they lie in it as they do in memory."""
    return dict(TensorList(call("load", str(path).encode(), int(mapped))).items())


def save(path: str, tensors: Union[Dict[str, Any], Tensor]) -> None:
    """Writes named tensors; the path ends in .npy, .npz or .safetensors. The file is there whole or not at all."""
    named = tensors.items() if isinstance(tensors, dict) else [("arr_0", tensors)]
    given = TensorList.of(named)  # which must live as long as the call
    call("save", str(path).encode(), given._handle)
