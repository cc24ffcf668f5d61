"""Custom calls whose meaning is said in Python."""

import ctypes
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from . import _library as library
from ._library import Handle, raw
from ._tensor import Tensor, TensorList


class CallSite(NamedTuple):
    """A custom call where it stands. Of operands and results the types: ("f32", (8, 16))."""

    target: str
    backend_config: str
    operands: List[Tuple[str, Tuple[int, ...]]]
    results: List[Tuple[str, Tuple[int, ...]]]


class CustomCall:
    """What one custom call means. Override what is known; see docs/custom_calls.md."""

    def sharding_rule(self, site: CallSite) -> str:
        """Factors by dimension, operands and then results: "i k, k j -> i j". "": its operands are gathered."""
        return ""

    def lower(self, site: CallSite) -> str:
        """The text of a program that computes the call on a device's shards. "": the call stays."""
        return ""

    # To evaluate it, define: def evaluate(self, site, operands: List[Tensor]) -> Sequence of results. Devices may ask
    # at once, from threads of their own.
    evaluate: Optional[Callable[[CallSite, List[Tensor]], Sequence[Any]]] = None


def _types(handle: int) -> List[Tuple[str, Tuple[int, ...]]]:
    found = []
    for i in range(raw("tensors_count", handle)):
        tensor = raw("tensors_get", handle, i)
        dims = raw("tensor_dims", tensor)
        found.append((raw("tensor_dtype", tensor).decode(), tuple(dims[d] for d in range(raw("tensor_rank", tensor)))))
    return found


def _site(pointer: Any) -> CallSite:
    site = pointer.contents
    return CallSite(site.target.decode(), site.backend_config.decode(), _types(site.operands), _types(site.results))


class Calls(Handle):
    """The library's list of them. What a function raises is kept in ``failure`` and raised where Python called."""

    _free = "custom_calls_free"

    def __init__(self, calls: Dict[str, CustomCall]):
        super().__init__(raw("custom_calls_create"))
        self.failure: Optional[BaseException] = None
        self._kept: List[Any] = []  # C has the addresses of these functions
        for target, custom in calls.items():
            self._add(target, custom)

    def _guarded(self, function: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except BaseException as failure:  # an exception cannot pass through C
                self.failure = self.failure or failure
                return None

        return guarded

    def _text(self, function: Callable[[CallSite], str]) -> Any:
        def text(_user: Any, site: Any) -> Optional[int]:
            given = function(_site(site))
            return raw("copy_text", given.encode()) if given else None

        return library.TextFunction(self._guarded(text))

    def _add(self, target: str, custom: CustomCall) -> None:
        struct = library.CustomCall(ctypes.sizeof(library.CustomCall))
        struct.sharding_rule = self._text(custom.sharding_rule)
        struct.lower = self._text(custom.lower)
        if custom.evaluate is not None:
            compute = custom.evaluate

            def evaluate(_user: Any, site: Any, operands: int) -> Optional[int]:
                given = [Tensor._own(raw("tensor_copy", raw("tensors_get", operands, i)))
                         for i in range(raw("tensors_count", operands))]
                results = TensorList.of(("", result) for result in compute(_site(site), given))
                handle, results._handle = results._handle, None  # the library frees it
                return handle

            struct.evaluate = library.EvaluateFunction(self._guarded(evaluate))
        self._kept.append(struct)
        raw("custom_calls_add", self._handle, target.encode(), ctypes.byref(struct))

    def raise_failure(self) -> None:
        failure, self.failure = self.failure, None
        if failure is not None:
            raise failure
