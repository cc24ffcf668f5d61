"""Writes small .npy and .npz files into a folder: what the npz fuzzer starts from. Needs no NumPy."""

import io
import os
import struct
import sys
import zipfile

folder = sys.argv[1]


def npy(descr, shape, size, version=1, fortran=False):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    length = "<H" if version == 1 else "<I"
    start = b"\x93NUMPY" + bytes([version, 0])
    padding = -(len(start) + struct.calcsize(length) + len(header) + 1) % 64
    header += b" " * padding + b"\n"
    count = 1
    for dim in shape:
        count *= dim
    return start + struct.pack(length, len(header)) + header + bytes(i % 2 for i in range(count * size))


def save(name, data):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(data)


arrays = {
    "f4": npy("<f4", (2, 3), 4),
    "bool": npy("|b1", (5,), 1),
    "bf16": npy("<V2", (4,), 2),
    "narrow": npy("|V1", (3, 1), 1),
    "big": npy(">i8", (2,), 8),
    "fortran": npy("<c8", (2, 2), 8, fortran=True),
    "scalar": npy("<f8", (), 8),
    "empty": npy("<u2", (0, 7), 2, version=2),
    "u1": npy("|u1", (9,), 1, version=3),
}
for name, data in arrays.items():
    save(f"{name}.npy", data)
for name, method in ("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", method) as file:
        for member, data in arrays.items():
            file.writestr(f"{member}.npy", data)
    save(f"{name}.npz", archive.getvalue())
