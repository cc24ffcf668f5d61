"""arrays.py FOLDER: the arguments of named.mlir in one .safetensors file, in two with an index, by other spellings of their names, and
damaged."""

import array
import json
import struct
import sys

folder = sys.argv[1]


def write(name, tensors, low_byte=None):
    header, data = {}, b""
    for tensor, (shape, values) in tensors.items():
        elements = array.array("f", values).tobytes()
        header[tensor] = {"dtype": "F32", "shape": shape, "data_offsets": [len(data), len(data) + len(elements)]}
        data += elements
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8 if low_byte is None else (low_byte - len(text)) % 256)
    with open(f"{folder}/{name}", "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def index(name, **files):
    with open(f"{folder}/{name}.safetensors.index.json", "w") as file:
        json.dump({"metadata": {}, "weight_map": files}, file)


w, b, x = ([4, 6], [i / 10 for i in range(24)]), ([6], [1.0] * 6), ([4, 4], [i % 3 - 1.0 for i in range(16)])
write("all.safetensors", {"params.layers.0.w": w, "params.b": b, "x": x})
write("brace.safetensors", {"params.layers.0.w": w, "params.b": b, "x": x}, ord("{"))
write("numpy.safetensors", {"params.layers.0.w": w, "params.b": b, "x": x}, 0x93)
index("brace", **{"params.layers.0.w": "brace.safetensors", "params.b": "brace.safetensors", "x": "brace.safetensors"})
write("one.safetensors", {"layers/0/w": w})
write("two.safetensors", {"b": b, "x": x, "more": ([1], [0.0])})
index("model", **{"layers/0/w": "one.safetensors", "b": "two.safetensors", "x": "two.safetensors"})
index("lies", w="two.safetensors")
index("outside", w="../one.safetensors")
write("shape.safetensors", {"arg0": w, "arg1": x, "arg2": x})
write("steps.safetensors", {"arg0": w, "arg1": ([2, 6], [1.0] * 12), "arg2": x})
with open(f"{folder}/none.json", "w") as file:
    file.write("{\"layers\": 3")
