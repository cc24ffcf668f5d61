"""The command line from Python: the program `partita`, which comes with the package, and its verbs on programs here."""

import os
import subprocess
import sys
from typing import Any, List, Optional

from ._library import Diagnostic, Error, call, program_path, take_text
from ._program import Compiled


def verb(*words: str, input: Optional[str] = None) -> str:
    """Runs `partita WORDS…` and gives what it prints. A status other than 0 raises Error with what it said.

    >>> partita.verb("simulate", "model.mlir", "--hardware", "tpu_v3", "--plot", "step.svg")
    """
    done = subprocess.run([program_path(), *words], input=input, capture_output=True, text=True)
    if done.returncode != 0:
        text = done.stderr.strip() or f"status {done.returncode}"
        raise Error(text, [Diagnostic("error", "", text, "", 0, 0, 0)])
    return done.stdout


def simulate(compiled: Compiled, hardware: str = "h100", layout: str = "") -> Any:
    """compiled.simulate(), on an h100 where nothing is said."""
    return compiled.simulate(hardware, layout)


def hardware() -> List[str]:
    """Names of the machines whose descriptions come with Partita."""
    return take_text(call("hardware_names")).splitlines()


def main() -> None:
    """`python -m partita VERB…` is `partita VERB…`."""
    path = program_path()
    os.execv(path, [path, *sys.argv[1:]])
