"""arrays.py FILE NAME=8x4 …: an .npz of f32 ones of these sizes, without NumPy."""
import struct
import sys
import zipfile

with zipfile.ZipFile(sys.argv[1], "w") as out:
    for given in sys.argv[2:]:
        name, dims = given.split("=")
        shape = tuple(int(d) for d in dims.split("x"))
        head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}"
        head += " " * (-(len(head) + 11) % 64) + "\n"
        count = 1
        for d in shape:
            count *= d
        data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack("<f", 1) * count
        out.writestr(name + ".npy", data)
