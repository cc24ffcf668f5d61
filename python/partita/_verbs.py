"""The command line from Python: the program `partita`, which comes with the package, and its verbs on programs here."""

import json
import os
import subprocess
import sys
import tempfile
from typing import Any, List, Optional

from ._library import Diagnostic, Error, program_path
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


def simulate(compiled: Compiled, hardware: str = "h100", *options: str) -> Any:
    """A step of a compiled program on a described machine, as `partita simulate --json` says it: {"step_s": …,
    "peak_bytes": …, "utilisation": …, "shares": {…}}. More options are those of the verb, "--trace", "F.json"."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "local.hlo")
        with open(path, "w", encoding="utf8") as file:
            file.write(compiled.text("hlo"))
        return json.loads(verb("simulate", path, "--hardware", hardware, "--json", *options))["programs"][0]


def hardware() -> List[str]:
    """Names of the machines whose descriptions come with Partita."""
    return [line.split()[0] for line in verb("hardware", "list").splitlines() if line and not line.startswith(" ")]


def main() -> None:
    """`python -m partita VERB…` is `partita VERB…`."""
    path = program_path()
    os.execv(path, [path, *sys.argv[1:]])
