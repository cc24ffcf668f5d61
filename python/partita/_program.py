"""Programs and what becomes of them: hints, compilation, reports, explanations, runs."""

import ctypes
import html
import json
from ctypes import c_int
from typing import Any, Dict, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _library as library
from ._calls import Calls, CustomCall
from ._library import Diagnostic, Error, Handle, call, raw, take_bytes, take_diagnostics, take_text, text_array
from ._tensor import Tensor, TensorList

_FORMATS = {"as read": 0, "stablehlo": 1, "hlo": 2}
_PLANS = {"chosen": 0, "annotated": 1}
_OBJECTIVES = {"time": 0, "bytes": 1, "memory": 2}


def _choice(of: Dict[str, int], given: str, what: str) -> int:
    if given not in of:
        raise ValueError(f"{what} is one of {', '.join(of)}, not '{given}'")
    return of[given]


class Value(NamedTuple):
    """An argument, a result or a value of a program."""

    name: str  # "%x", "arg0"
    dtype: str  # "f32"; "" of what is no tensor
    shape: Tuple[int, ...]
    line: int  # of the text; 0 where it is not known


class Collective(NamedTuple):
    """What each device sends in one place of the program."""

    number: int  # from 1, in the order of the program
    kind: str  # "all-gather"
    name: str
    axes: Tuple[str, ...]
    bytes: float  # that a device sends, all times together
    times: float  # per run of the program
    cause: str
    line: int


class Report(NamedTuple):
    """What a run of a compiled program costs each device."""

    devices: int
    collectives: List[Collective]
    wire_bytes: float
    matrix_operations: float
    operations: float
    argument_bytes: float
    result_bytes: float
    peak_bytes: float
    time_least: float  # seconds: all communication overlaps with computing
    time_most: float  # none does
    time_step: float  # event by event, as `partita simulate` has it
    fallbacks: List[Diagnostic]  # ops that had to be gathered
    over_budget: List[Diagnostic]


class Trial(NamedTuple):
    """A hint that was tried to avoid a collective."""

    name: str  # of the value, as Program.shard takes it
    sharding: str
    compiles: bool  # else the program contradicts it, and nothing more is known
    avoids: bool  # the collective is gone
    wire_bytes: float
    peak_bytes: float


class Why(NamedTuple):
    """Why a collective is there."""

    text: str
    trials: List[Trial]


class Program(Handle):
    """A program as it is written for one device, and the hints that were put on it.

    >>> program = Program.load("model.mlir")
    >>> program.shard(0, "data,-").shard("out0", "data,-")
    >>> compiled = program.compile("data=4,model=2")
    """

    _free = "program_free"

    @classmethod
    def load(cls, path: Any) -> "Program":
        """StableHLO or HLO, told by the content."""
        return cls(call("program_load", str(path).encode()))

    @classmethod
    def parse(cls, text: Union[str, bytes], name: str = "<text>") -> "Program":
        """The text of a program, or the bytes of any format that is read: bytecode, an export of JAX, an HLO proto."""
        data = text.encode() if isinstance(text, str) else bytes(text)
        return cls(call("program_parse", data, len(data), name.encode()))

    @classmethod
    def specialize(cls, text: Union[str, bytes], shapes: Dict[str, Sequence[int]], name: str = "<text>") -> "Program":
        """Reads a program with dynamic dimensions, and gives its arguments sizes: {"arg0": (8, 128)}."""
        data = text.encode() if isinstance(text, str) else bytes(text)
        given = [f"{key}={'x'.join(map(str, sizes))}" for key, sizes in shapes.items()]
        return cls(call("program_specialize", data, len(data), name.encode(), text_array(given), len(given)))

    @classmethod
    def parse_all(cls, text: Union[str, bytes], name: str = "<text>") -> List["Program"]:
        """What `// -----` separates."""
        data, count = text.encode() if isinstance(text, str) else bytes(text), c_int()
        array = call("program_parse_all", data, len(data), name.encode(), ctypes.byref(count))
        handles = ctypes.cast(array, ctypes.POINTER(ctypes.c_void_p))
        programs = [cls(handles[i]) for i in range(count.value)]
        raw("free", array)
        return programs

    def copy(self) -> "Program":
        """Hints on the copy are not on this one."""
        return Program(raw("program_copy", self._handle))

    @property
    def functions(self) -> List[str]:
        """Those that can be the entry."""
        return take_text(call("program_functions", self._handle)).splitlines()

    def use_function(self, name: str) -> "Program":
        call("program_use_function", self._handle, name.encode())
        return self

    def _values(self, which: int) -> List[Value]:
        handle = call("program_values", self._handle, which)
        found = []
        for i in range(raw("values_count", handle)):
            value = raw("values_get", handle, i)
            shape = tuple(value.dims[d] for d in range(value.rank))
            found.append(Value(value.name.decode(), value.dtype.decode(), shape, value.line))
        raw("values_free", handle)
        return found

    @property
    def arguments(self) -> List[Value]:
        return self._values(0)

    @property
    def results(self) -> List[Value]:
        return self._values(1)

    @property
    def values(self) -> List[Value]:
        """All of them in the order of the program, those in loops and branches included."""
        return self._values(2)

    def shard(self, value: Any, sharding: str) -> "Program":
        """A hint on argument number ``value`` or on the value of this name ("out0", "%h"), in any spelling that the
        command line knows: "x,-", "[x, -]", "P('x', None)". It replaces the program's own hint on the same."""
        if isinstance(value, int):
            call("program_shard_argument", self._handle, value, sharding.encode())
        else:
            call("program_shard_value", self._handle, value.encode(), sharding.encode())
        return self

    def shard_result(self, index: int, sharding: str) -> "Program":
        call("program_shard_result", self._handle, index, sharding.encode())
        return self

    def text(self, format: str = "as read") -> str:
        """As "stablehlo" or "hlo", without the hints that were put on."""
        return take_text(call("program_text", self._handle, _choice(_FORMATS, format, "format")))

    def encode(self, format: str) -> bytes:
        """As "bytecode", "vhlo" (or "vhlo=1.9"), "proto", or a text of text()'s; without the hints that were put on."""
        return take_bytes("program_encode", self._handle, format.encode())

    @property
    def diagnostics(self) -> List[Diagnostic]:
        return take_diagnostics(raw("program_diagnostics", self._handle))

    def random_arguments(self, seed: int = 0) -> List[Tensor]:
        """Made up from a seed, the same on every machine."""
        return [t for _, t in TensorList(call("program_random_arguments", self._handle, _seed(seed))).items()]

    def grad(self, wrt: Sequence[str] = (), of: Sequence[str] = (), value: bool = False, segment: int = 0,
             keep: Optional[str] = None, accumulate: Optional[str] = None) -> "Program":
        """The program of its gradients: takes the arguments, then a cotangent for each result of floats. ``keep``
        says what loops keep: "nothing", "dots", "dots_no_batch" or "all"."""
        options = library.GradOptions(ctypes.sizeof(library.GradOptions), text_array(wrt), len(wrt), text_array(of),
                                      len(of), value, segment, keep.encode() if keep else None,
                                      accumulate.encode() if accumulate else None)
        return Program(call("program_grad", self._handle, ctypes.byref(options)))

    def compile(self, mesh: str = "", *, strict: bool = False, plan: str = "chosen", objective: str = "time",
                devices_are_replicas: bool = False, hardware: str = "h100", layout: str = "",
                skip: Sequence[str] = (), max_bytes: float = -1, max_memory: float = -1,
                forbid: Sequence[str] = (), donate: Sequence[int] = (),
                calls: Optional[Dict[str, CustomCall]] = None, hints: str = "") -> "Compiled":
        """The program that every device of the mesh runs; without a mesh, of the program's own. ``hints`` are further
        ones, as in a file for --hints: "recipe fsdp", "*emb* = x,-", one on each line."""
        made = Calls(calls) if calls else None
        options = library.CompileOptions(
            ctypes.sizeof(library.CompileOptions), strict, _choice(_PLANS, plan, "plan"),
            _choice(_OBJECTIVES, objective, "objective"), devices_are_replicas, str(hardware).encode(),
            layout.encode(), text_array(skip), len(skip), max_bytes, max_memory, text_array(forbid), len(forbid),
            (c_int * max(len(donate), 1))(*donate), len(donate), made._handle if made else None,
            hints.encode())
        handle = _with_calls(made, "compile", self._handle, mesh.encode(), ctypes.byref(options))
        return Compiled(handle, made)

    def evaluate(self, *arguments: Any, random_seed: int = 0,
                 calls: Optional[Dict[str, CustomCall]] = None) -> List[Tensor]:
        """On one device: what a compiled program must give, too."""
        made = Calls(calls) if calls else None
        options = library.RunOptions(ctypes.sizeof(library.RunOptions), _seed(random_seed), 0, 0,
                                     made._handle if made else None)
        given = TensorList.of(("", a) for a in arguments)
        results = _with_calls(made, "evaluate", self._handle, given._handle, ctypes.byref(options))
        return [t for _, t in TensorList(results).items()]


def _seed(value: int) -> int:
    """As the library has it: ctypes would take other numbers for what their lowest 64 bits are."""
    if not 0 <= value < 1 << 64:
        raise ValueError(f"{value} is no seed: a number from 0 to 2**64 - 1")
    return value


def _with_calls(calls: Optional[Calls], *arguments: Any) -> Any:
    """call(), but what a custom call's own function raised comes first."""
    try:
        result = call(*arguments)
    except Error:
        if calls is not None:
            calls.raise_failure()
        raise
    if calls is not None:
        calls.raise_failure()
    return result


class Compiled(Handle):
    """What every device runs, what was decided and why, and what it costs."""

    _free = "compiled_free"

    def __init__(self, handle: int, calls: Optional[Calls] = None):
        super().__init__(handle)
        self._calls = calls
        self._report: Optional[Report] = None

    @property
    def num_devices(self) -> int:
        return raw("compiled_num_devices", self._handle)

    @property
    def mesh(self) -> str:
        return raw("compiled_mesh", self._handle).decode()

    def text(self, format: str = "as read") -> str:
        return take_text(call("compiled_text", self._handle, _choice(_FORMATS, format, "format")))

    def encode(self, format: str) -> bytes:
        """What a device runs, as Program.encode() has it."""
        return take_bytes("compiled_encode", self._handle, format.encode())

    def sharding(self, name: str) -> str:
        """As completion has it, on the global value: "[x, -]"."""
        return take_text(call("compiled_sharding", self._handle, name.encode()))

    def argument_sharding(self, index: int) -> str:
        return take_text(call("compiled_sharding_at", self._handle, 0, index))

    def result_sharding(self, index: int) -> str:
        return take_text(call("compiled_sharding_at", self._handle, 1, index))

    def listing(self) -> str:
        """The shardings of all values, for people."""
        return take_text(call("compiled_listing", self._handle))

    def hints(self) -> str:
        """All hints that it was completed from, for ``compile``."""
        return take_text(call("compiled_hints", self._handle))

    def explain(self, name: str) -> str:
        """Why a value lies as it does."""
        return take_text(call("compiled_explain", self._handle, name.encode()))

    @property
    def report(self) -> Report:
        if self._report is None:
            figures = raw("compiled_report", self._handle)
            collectives = []
            for i in range(figures.num_collectives):
                c = raw("compiled_collective", self._handle, i)
                axes = tuple(c.axes.decode().split(",")) if c.axes else ()
                collectives.append(Collective(c.number, c.kind.decode(), c.name.decode(), axes, c.bytes, c.times,
                                              c.cause.decode(), c.line))
            self._report = Report(
                figures.devices, collectives, figures.wire_bytes, figures.matrix_operations, figures.operations,
                figures.argument_bytes, figures.result_bytes, figures.peak_bytes, figures.time_least,
                figures.time_most, figures.time_step, take_diagnostics(raw("compiled_fallbacks", self._handle)),
                take_diagnostics(raw("compiled_over_budget", self._handle)))
        return self._report

    def report_table(self) -> str:
        return take_text(call("compiled_report_table", self._handle))

    def report_json(self) -> Any:
        """What `partita cost --json` prints, as Python's dictionaries and lists."""
        return json.loads(take_text(call("compiled_report_json", self._handle)))

    def simulate(self, hardware: str = "", layout: str = "") -> Any:
        """A step on a described machine, a name or a file's path, as `partita simulate --json` says it: {"step_s": …,
        "peak_bytes": …, "utilisation": …, "shares": {…}}. "": the machine that it was compiled for."""
        text = call("compiled_simulation_json", self._handle, str(hardware).encode(), layout.encode())
        return json.loads(take_text(text))["programs"][0]

    def report_page(self) -> str:
        """A page to look at, HTML that needs nothing else, as `partita report` writes it."""
        return take_text(call("compiled_report_page", self._handle))

    def why(self, collective: Collective) -> Why:
        """Why one of the report's collectives is there, and hints that were tried. Takes as long as compiling did,
        for each hint."""
        handle = call("compiled_why", self._handle, self.report.collectives.index(collective))
        trials = []
        for i in range(raw("why_num_trials", handle)):
            t = raw("why_trial", handle, i)
            trials.append(Trial(t.name.decode(), t.sharding.decode(), bool(t.compiles), bool(t.avoids), t.wire_bytes,
                                t.peak_bytes))
        why = Why(raw("why_text", handle).decode(), trials)
        raw("why_free", handle)
        return why

    @property
    def diagnostics(self) -> List[Diagnostic]:
        """Warnings and notes."""
        return take_diagnostics(raw("compiled_diagnostics", self._handle))

    def run(self, *arguments: Any, random_seed: int = 0, threads: int = 0,
            deadline_seconds: float = 0) -> List[Tensor]:
        """On all devices, in this process: takes and gives global tensors."""
        options = library.RunOptions(ctypes.sizeof(library.RunOptions), _seed(random_seed), threads, deadline_seconds, None)
        given = TensorList.of(("", a) for a in arguments)
        results = _with_calls(self._calls, "run", self._handle, given._handle, ctypes.byref(options))
        return [t for _, t in TensorList(results).items()]

    def __repr__(self) -> str:
        return f"<partita.Compiled for {self.mesh}, {self.num_devices} devices>"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.report_table())

    def _repr_html_(self) -> str:
        """What notebooks show: the page of report_page(), which can reach nothing of the notebook's own."""
        page = html.escape(self.report_page(), quote=True)
        return (f'<iframe title="partita report" sandbox="allow-scripts" width="100%" height="720" '
                f'style="border: 1px solid #ccc" srcdoc="{page}"></iframe>')
