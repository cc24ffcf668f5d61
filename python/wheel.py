#!/usr/bin/env python3
"""Makes a wheel of the Python package: its sources, libpartita.so, the program, and the shared libraries that these need
and that not every machine has.

    python/wheel.py BUILD FOLDER       prints the path of the wheel

BUILD has partita and libpartita.so (targets partita_plain, which knows no MPI, or partita, and partita_shared).
"""

import base64
import hashlib
import platform
import re
import subprocess
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# What every Linux has, or must come from the machine itself (the policy of manylinux wheels).
FROM_THE_MACHINE = re.compile(r"^(linux-vdso|ld-linux.*|libc|libm|libdl|librt|libpthread|libstdc\+\+|libgcc_s)\.so")


def version():
    header = (ROOT / "include/partita/version.h").read_text()
    return ".".join(re.findall(r"^#define PARTITA_VERSION_\w+ (\d+)$", header, re.M))


def needed_libraries(binary):
    """Shared libraries that `binary` loads and the wheel has to bring."""
    listed = subprocess.run(["ldd", binary], text=True, capture_output=True, check=True).stdout
    found = re.findall(r"^\s*(\S+) => (/\S+)", listed, re.M)
    return {name: Path(path) for name, path in found if not FROM_THE_MACHINE.match(name)}


def platform_tag():
    """linux_ and not manylinux_: the library asks for the libc of the machine that it was built on."""
    return f"linux_{platform.machine()}"


def contents(build):
    """Paths in the wheel, and what is there."""
    files = {}
    for source in sorted((ROOT / "python/partita").glob("*")):
        if source.suffix in (".py", ".typed"):
            files[f"partita/{source.name}"] = source.read_bytes()
    for name in ("libpartita.so", "partita"):
        binary = build / "plain" / name if (build / "plain" / name).exists() else build / name
        if not binary.exists():
            sys.exit(f"wheel: {binary} is missing; build the targets partita and partita_shared")
        files[f"partita/lib/{name}"] = binary.read_bytes()
        for needed, path in needed_libraries(binary).items():
            files[f"partita/lib/{needed}"] = path.read_bytes()
    files["partita/lib/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    return files


def metadata(tag):
    info = f"partita-{version()}.dist-info"
    return {
        f"{info}/METADATA": (
            "Metadata-Version: 2.1\nName: partita\n"
            f"Version: {version()}\nSummary: Partitions tensor programs over meshes of devices (GSPMD)\n"
            "License: Apache-2.0\nRequires-Python: >=3.9\nProvides-Extra: numpy\n"
            "Requires-Dist: numpy; extra == 'numpy'\nDescription-Content-Type: text/markdown\n\n"
            + (ROOT / "docs/python.md").read_text()),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: partita\nRoot-Is-Purelib: false\nTag: {tag}\n",
        f"{info}/entry_points.txt": "[console_scripts]\npartita = partita:main\n",
        f"{info}/top_level.txt": "partita\n",
    }


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def main():
    build, folder = Path(sys.argv[1]), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    tag = f"py3-none-{platform_tag()}"
    path = folder / f"partita-{version()}-{tag}.whl"
    files = contents(build) | {name: text.encode() for name, text in metadata(tag).items()}
    record = f"partita-{version()}.dist-info/RECORD"
    lines = [f"{name},{digest(data)},{len(data)}\n" for name, data in files.items()] + [f"{record},,\n"]
    files[record] = "".join(lines).encode()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, date_time=(2020, 1, 1, 0, 0, 0))  # the same bytes for the same contents
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name == "partita/lib/partita" else 0o100644) << 16
            wheel.writestr(entry, data)
    print(path)


main()
