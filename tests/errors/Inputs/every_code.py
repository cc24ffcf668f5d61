"""every_code.py ROOT: fails where a diagnostic code that the sources use is named by no test.

A test names a code as users see it (P203), or, where no program can lead to it and a unit test must, by its enumerator
(Code::kDominance).
"""

import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
codes = re.findall(r'^CODE\((\w+), "(P\d+)"', (root / "src/base/codes.def").read_text(), re.M)


def text_below(folder, suffixes):
    files = sorted(p for p in (root / folder).rglob("*") if p.suffix in suffixes)
    return "\n".join(p.read_text(errors="replace") for p in files)


used = set(re.findall(r"\bCode::(k\w+)", text_below("src", {".cc", ".h"})))
tests = text_below("tests", {".mlir", ".hlo", ".test", ".cc"})
tested = set(re.findall(r"\bP\d{3}\b|\bCode::k\w+", tests))
missing = [
    f"{code} ({name})"
    for name, code in codes
    if name in used and not {code, f"Code::{name}"} & tested
]
if len(codes) < 50 or missing:
    sys.exit("no test names " + ", ".join(missing or ["any code: codes.def was not understood"]))
print(f"{len(codes)} codes, each that is in use is named by a test")
