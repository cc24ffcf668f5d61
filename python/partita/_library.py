"""The shared library, its functions with their types, and errors as exceptions. Everything else is built on this."""

import ctypes
import ctypes.util
import os
import shutil
import sys
from ctypes import POINTER, c_char_p, c_double, c_int, c_int64, c_size_t, c_uint64, c_void_p
from typing import Any, List, NamedTuple, Optional

C_VERSION = 1  # of the C interface (PARTITA_C_VERSION) that this package was written for


class Diagnostic(NamedTuple):
    """One thing that went wrong, or is worth knowing, as data."""

    severity: str  # "error", "warning" or "note"
    code: str  # "P203"
    message: str  # without the place
    file: str  # as the program was named; "" where there is none
    line: int  # from 1; 0 where there is no place
    column: int
    depth: int  # 0; notes of a diagnostic follow it, one deeper


class Error(Exception):
    """What went wrong. ``str(error)`` is what a person reads, ``error.diagnostics`` is the same as data."""

    def __init__(self, text: str, diagnostics: List[Diagnostic]):
        super().__init__(text)
        self.diagnostics = diagnostics

    @property
    def code(self) -> str:
        """Of the first error: "P203"."""
        return next((d.code for d in self.diagnostics if d.severity == "error"), "")


class _Diagnostic(ctypes.Structure):
    _fields_ = [("severity", c_int), ("depth", c_int), ("code", c_char_p), ("message", c_char_p), ("file", c_char_p),
                ("line", c_int), ("column", c_int)]


class Value(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("dtype", c_char_p), ("rank", c_int), ("dims", POINTER(c_int64)), ("line", c_int)]


class GradOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("wrt", POINTER(c_char_p)), ("num_wrt", c_int), ("of", POINTER(c_char_p)),
                ("num_of", c_int), ("value", c_int), ("segment", c_int64), ("keep", c_char_p),
                ("accumulate", c_char_p)]


class CallSite(ctypes.Structure):
    _fields_ = [("target", c_char_p), ("backend_config", c_char_p), ("operands", c_void_p), ("results", c_void_p)]


TextFunction = ctypes.CFUNCTYPE(c_void_p, c_void_p, POINTER(CallSite))
EvaluateFunction = ctypes.CFUNCTYPE(c_void_p, c_void_p, POINTER(CallSite), c_void_p)


class CustomCall(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("user", c_void_p), ("sharding_rule", TextFunction),
                ("lower", TextFunction), ("evaluate", EvaluateFunction), ("gradient", TextFunction)]


class CompileOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("strict", c_int), ("plan", c_int), ("objective", c_int),
                ("devices_are_replicas", c_int), ("hardware", c_char_p), ("layout", c_char_p),
                ("skip", POINTER(c_char_p)), ("num_skip", c_int), ("max_bytes", c_double), ("max_memory", c_double),
                ("forbid", POINTER(c_char_p)), ("num_forbid", c_int), ("donate", POINTER(c_int)),
                ("num_donate", c_int), ("calls", c_void_p), ("hints", c_char_p)]


class Report(ctypes.Structure):
    _fields_ = [("devices", c_int64), ("wire_bytes", c_double), ("matrix_operations", c_double),
                ("operations", c_double), ("argument_bytes", c_double), ("result_bytes", c_double),
                ("peak_bytes", c_double), ("time_least", c_double), ("time_most", c_double), ("time_step", c_double),
                ("num_collectives", c_int), ("num_fallbacks", c_int), ("num_over_budget", c_int)]


class Collective(ctypes.Structure):
    _fields_ = [("number", c_int), ("kind", c_char_p), ("name", c_char_p), ("axes", c_char_p), ("bytes", c_double),
                ("times", c_double), ("cause", c_char_p), ("line", c_int)]


class Trial(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("sharding", c_char_p), ("compiles", c_int), ("avoids", c_int),
                ("wire_bytes", c_double), ("peak_bytes", c_double)]


class RunOptions(ctypes.Structure):
    _fields_ = [("struct_size", c_size_t), ("random_seed", c_uint64), ("threads", c_int64),
                ("deadline_seconds", c_double), ("calls", c_void_p)]


# Functions whose last parameter is where an error goes: name, result, parameters before it.
_FALLIBLE = [
    ("tensor_create", c_void_p, [c_char_p, c_int, POINTER(c_int64), c_void_p, c_size_t]),
    ("tensor_from_doubles", c_void_p, [c_char_p, c_int, POINTER(c_int64), POINTER(c_double), c_size_t]),
    ("load", c_void_p, [c_char_p, c_int]),
    ("save", c_int, [c_char_p, c_void_p]),
    ("program_parse", c_void_p, [c_char_p, c_size_t, c_char_p]),
    ("program_parse_all", c_void_p, [c_char_p, c_size_t, c_char_p, POINTER(c_int)]),
    ("program_load", c_void_p, [c_char_p]),
    ("program_functions", c_void_p, [c_void_p]),
    ("program_use_function", c_int, [c_void_p, c_char_p]),
    ("program_values", c_void_p, [c_void_p, c_int]),
    ("program_shard_argument", c_int, [c_void_p, c_int, c_char_p]),
    ("program_shard_result", c_int, [c_void_p, c_int, c_char_p]),
    ("program_shard_value", c_int, [c_void_p, c_char_p, c_char_p]),
    ("program_text", c_void_p, [c_void_p, c_int]),
    ("program_encode", c_void_p, [c_void_p, c_char_p, c_void_p]),
    ("program_specialize", c_void_p, [c_char_p, c_size_t, c_char_p, POINTER(c_char_p), c_int]),
    ("program_random_arguments", c_void_p, [c_void_p, c_uint64]),
    ("program_grad", c_void_p, [c_void_p, POINTER(GradOptions)]),
    ("compile", c_void_p, [c_void_p, c_char_p, POINTER(CompileOptions)]),
    ("compiled_text", c_void_p, [c_void_p, c_int]),
    ("compiled_encode", c_void_p, [c_void_p, c_char_p, c_void_p]),
    ("compiled_sharding", c_void_p, [c_void_p, c_char_p]),
    ("compiled_sharding_at", c_void_p, [c_void_p, c_int, c_int]),
    ("compiled_listing", c_void_p, [c_void_p]),
    ("compiled_hints", c_void_p, [c_void_p]),
    ("compiled_report_table", c_void_p, [c_void_p]),
    ("compiled_report_json", c_void_p, [c_void_p]),
    ("compiled_simulation_json", c_void_p, [c_void_p, c_char_p, c_char_p]),
    ("compiled_report_page", c_void_p, [c_void_p]),
    ("hardware_names", c_void_p, []),
    ("compiled_explain", c_void_p, [c_void_p, c_char_p]),
    ("compiled_why", c_void_p, [c_void_p, c_int]),
    ("run", c_void_p, [c_void_p, c_void_p, POINTER(RunOptions)]),
    ("evaluate", c_void_p, [c_void_p, c_void_p, POINTER(RunOptions)]),
]
# Those that cannot fail.
_PLAIN = [
    ("c_version", c_int, []),
    ("version_text", c_char_p, []),
    ("free", None, [c_void_p]),
    ("copy_text", c_void_p, [c_char_p]),
    ("diagnostics_count", c_int, [c_void_p]),
    ("diagnostics_get", _Diagnostic, [c_void_p, c_int]),
    ("diagnostics_text", c_char_p, [c_void_p]),
    ("diagnostics_free", None, [c_void_p]),
    ("dtype_bytes", c_int, [c_char_p]),
    ("tensor_copy", c_void_p, [c_void_p]),
    ("tensor_dtype", c_char_p, [c_void_p]),
    ("tensor_rank", c_int, [c_void_p]),
    ("tensor_dims", POINTER(c_int64), [c_void_p]),
    ("tensor_size", c_size_t, [c_void_p]),
    ("tensor_bytes", c_void_p, [c_void_p]),
    ("tensor_free", None, [c_void_p]),
    ("tensors_create", c_void_p, []),
    ("tensors_add", None, [c_void_p, c_char_p, c_void_p]),
    ("tensors_count", c_int, [c_void_p]),
    ("tensors_get", c_void_p, [c_void_p, c_int]),
    ("tensors_name", c_char_p, [c_void_p, c_int]),
    ("tensors_free", None, [c_void_p]),
    ("program_copy", c_void_p, [c_void_p]),
    ("program_free", None, [c_void_p]),
    ("program_diagnostics", c_void_p, [c_void_p]),
    ("values_count", c_int, [c_void_p]),
    ("values_get", Value, [c_void_p, c_int]),
    ("values_free", None, [c_void_p]),
    ("custom_calls_create", c_void_p, []),
    ("custom_calls_add", None, [c_void_p, c_char_p, POINTER(CustomCall)]),
    ("custom_calls_free", None, [c_void_p]),
    ("compiled_free", None, [c_void_p]),
    ("compiled_num_devices", c_int64, [c_void_p]),
    ("compiled_mesh", c_char_p, [c_void_p]),
    ("compiled_diagnostics", c_void_p, [c_void_p]),
    ("compiled_report", Report, [c_void_p]),
    ("compiled_collective", Collective, [c_void_p, c_int]),
    ("compiled_fallbacks", c_void_p, [c_void_p]),
    ("compiled_over_budget", c_void_p, [c_void_p]),
    ("why_text", c_char_p, [c_void_p]),
    ("why_num_trials", c_int, [c_void_p]),
    ("why_trial", Trial, [c_void_p, c_int]),
    ("why_free", None, [c_void_p]),
]


def _folder() -> str:
    """Where the library and the program lie: in the folder that PARTITA_LIBRARY names, else in the package, as a wheel has
    them. "" where it has none: then they are the system's, as a package of Debian's has them."""
    inside = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib")
    return os.environ.get("PARTITA_LIBRARY") or (inside if os.path.isdir(inside) else "")


def _library_path() -> str:
    folder = _folder()
    if not folder:
        found = ctypes.util.find_library("partita")
        if not found:
            raise ImportError("libpartita is neither in this package nor on the system: install the wheel or the package "
                              "libpartita, or set PARTITA_LIBRARY to the folder that has libpartita.so")
        return found
    path = os.path.join(folder, "libpartita.so")
    if not os.path.exists(path):
        raise ImportError(f"there is no {path}: set PARTITA_LIBRARY to the folder that has libpartita.so")
    # What the library itself needs and the machine may not have lies beside it.
    for name in sorted(os.listdir(folder)):
        if name.endswith(tuple("0123456789")) and ".so." in name and not name.startswith("libpartita"):
            ctypes.CDLL(os.path.join(folder, name), mode=ctypes.RTLD_GLOBAL)
    return path


def _open() -> ctypes.CDLL:
    path = _library_path()
    library = ctypes.CDLL(path)
    for name, result, parameters in _PLAIN:
        function = getattr(library, "partita_" + name)
        function.restype, function.argtypes = result, parameters
    for name, result, parameters in _FALLIBLE:
        function = getattr(library, "partita_" + name)
        function.restype, function.argtypes = result, parameters + [POINTER(c_void_p)]
    if library.partita_c_version() != C_VERSION:
        raise ImportError(f"{path} has version {library.partita_c_version()} of the C interface, and this package is "
                          f"for {C_VERSION}")
    return library


_lib = _open()


def raw(name: str, *arguments: Any) -> Any:
    """Calls a function that cannot fail."""
    return getattr(_lib, "partita_" + name)(*arguments)


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that can fail: what it gives, or Error."""
    error = c_void_p()
    function = getattr(_lib, "partita_" + name)
    result = function(*arguments, ctypes.byref(error))
    failed = result != 0 if function.restype is c_int else result is None
    if failed:
        text = raw("diagnostics_text", error).decode() if error else "there is not enough memory"
        raise Error(text, take_diagnostics(error.value))
    return result


def take_diagnostics(handle: Optional[int]) -> List[Diagnostic]:
    """A list of diagnostics as Python has it; frees the handle."""
    severities = ("error", "warning", "note")
    found = []
    for i in range(raw("diagnostics_count", handle)):
        d = raw("diagnostics_get", handle, i)
        found.append(Diagnostic(severities[d.severity], d.code.decode(), d.message.decode(), d.file.decode(), d.line,
                                d.column, d.depth))
    raw("diagnostics_free", handle)
    return found


def take_text(handle: int) -> str:
    """A text that a function gave; frees it."""
    text = ctypes.string_at(handle).decode()
    raw("free", handle)
    return text


def take_bytes(name: str, *arguments: Any) -> bytes:
    """Calls a function whose last argument is where the size goes; frees the bytes that it gave."""
    size = c_size_t()
    handle = call(name, *arguments, ctypes.byref(size))
    data = ctypes.string_at(handle, size.value)
    raw("free", handle)
    return data


def text_array(texts: Any) -> Any:
    """A list of texts as C takes it. The caller keeps it alive during the call."""
    return (c_char_p * max(len(texts), 1))(*[text.encode() for text in texts])


class Handle:
    """Owns one handle of the library."""

    _free = ""  # the function that frees it

    def __init__(self, handle: int):
        self._handle = handle

    def __del__(self) -> None:
        handle = getattr(self, "_handle", None)
        if handle is not None and not sys.is_finalizing():
            raw(self._free, handle)
            self._handle = None


def program_path() -> str:
    """The program `partita` that came with the package, or the system's."""
    folder = _folder()
    found = os.path.join(folder, "partita") if folder else shutil.which("partita")
    if not found:
        raise FileNotFoundError("there is no program partita on the PATH: install the package partita")
    return found
