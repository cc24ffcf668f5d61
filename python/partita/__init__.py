"""Partita: programs for one device, partitioned over meshes of devices (GSPMD).

>>> import partita
>>> program = partita.Program.load("model.mlir")            # StableHLO or HLO
>>> program.shard(0, "data,-").shard(1, "-,model")          # a few hints
>>> compiled = program.compile("data=4,model=2")
>>> print(compiled.report_table())                          # what each device computes, sends and holds
>>> results = compiled.run(*program.random_arguments(1))    # on 8 devices, in this process

Everything that a function is given wrongly is raised as partita.Error, with positions and codes.
"""

from ._calls import CallSite, CustomCall
from ._library import Diagnostic, Error, raw as _raw
from ._program import Collective, Compiled, Program, Report, Trial, Value, Why
from ._tensor import Tensor, load, save
from ._verbs import hardware, main, simulate, verb

__version__ = _raw("version_text").decode()

__all__ = ["CallSite", "Collective", "Compiled", "CustomCall", "Diagnostic", "Error", "Program", "Report", "Tensor",
           "Trial", "Value", "Why", "hardware", "load", "main", "save", "simulate", "verb"]
