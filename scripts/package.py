#!/usr/bin/env python3
"""Makes packages of Debian's from a build folder: partita, libpartitaX.Y, libpartita-dev, python3-partita.

    scripts/package.py BUILD FOLDER       prints the path of each package

BUILD has the targets partita, partita_static and partita_shared. cmake/package.cmake says what goes where.
"""

import subprocess
import sys
from pathlib import Path


def packages(build, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.deb"):
        old.unlink()
    done = subprocess.run(["cpack", "--config", build / "CPackConfig.cmake", "-B", folder], text=True, capture_output=True)
    if done.returncode != 0:
        sys.exit(f"package: cpack failed:\n{done.stdout}{done.stderr}")
    return sorted(folder.glob("*.deb"))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    for path in packages(Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()):
        print(path)
