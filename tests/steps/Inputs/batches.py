"""batches.py DIR: files for train.mlir, five batches in one file and the same in two; --check F.npz compares the results
of five steps with what NumPy-free arithmetic gives for them."""

import array
import os
import random
import struct
import sys
import zipfile


def npy(shape, values):
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    text += " " * (-(len(text) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text.encode() + array.array("f", values).tobytes()


def save(path, arrays):
    with zipfile.ZipFile(path, "w") as file:
        for name, (shape, values) in arrays.items():
            file.writestr(name + ".npy", npy(shape, values))


def load(path):
    out = {}
    with zipfile.ZipFile(path) as file:
        for name in file.namelist():
            data = file.read(name)
            out[name[:-4]] = array.array("f", data[10 + struct.unpack("<H", data[8:10])[0] :])
    return out


random.seed(5)
numbers = lambda n: [round(random.gauss(0, 0.3), 4) for _ in range(n)]
w, m, batches = numbers(48), numbers(48), [numbers(128) for _ in range(5)]
folder = sys.argv[1]
if "--check" not in sys.argv:
    os.makedirs(folder, exist_ok=True)
    flat = lambda rows: [x for row in rows for x in row]
    save(f"{folder}/stacked.npz", {"arg0": ((8, 6), w), "arg1": ((8, 6), m), "arg2": ((5, 16, 8), flat(batches))})
    save(f"{folder}/first.npz", {"arg0": ((8, 6), w), "arg1": ((8, 6), m), "arg2": ((3, 16, 8), flat(batches[:3]))})
    save(f"{folder}/second.npz", {"arg2": ((2, 16, 8), flat(batches[3:]))})
    save(f"{folder}/wrong.npz", {"arg0": ((3, 6), w[:18]), "arg1": ((8, 6), m), "arg2": ((16, 8), batches[0])})
    sys.exit()
loss = 0
for x in batches:
    error = [sum(x[i * 8 + k] * w[k * 6 + j] for k in range(8)) - 1 for i in range(16) for j in range(6)]
    g = [sum(x[i * 8 + k] * error[i * 6 + j] for i in range(16)) for k in range(8) for j in range(6)]
    m = [0.5 * a + b for a, b in zip(m, g)]
    w = [a - 0.05 * b for a, b in zip(w, m)]
    loss = sum(e * e for e in error)
got = load(sys.argv[sys.argv.index("--check") + 1])
for name, want in {"out0": [loss], "out1": w, "out2": m}.items():
    assert all(abs(a - b) <= 1e-4 * (1 + abs(b)) for a, b in zip(got[name], want)), (name, got[name], want)
