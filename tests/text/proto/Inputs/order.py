"""Writes an HloModuleProto whose instructions stand in another order than that of their ids."""

import sys


def varint(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    if isinstance(value, str):
        value = value.encode()
    return varint(number << 3 | 2) + varint(len(value)) + value


shape = field(2, 11) + field(3, varint(4))
program = field(1, shape) + field(2, shape)


def instruction(name, opcode, id, operands=()):
    out = field(1, name) + field(2, opcode) + field(3, shape) + field(35, id)
    return field(2, out + field(36, b"".join(map(varint, operands))) if operands else out)


case = sys.argv[1]
sine = 9 if case == "late" else 3
body = instruction("a", "parameter", 1) + instruction("s", "sine", sine, [1]) + instruction("t", "tanh", 2, [1])
body += instruction("r", "add", 4, [2, sine])
computation = field(1, "main") + body + field(4, program) + field(5, 7) + field(6, 4)
module = field(1, "m") + field(2, "main") + field(3, computation) + field(4, program) + field(6, 7)
if case == "schedule":
    sequence = field(1, b"".join(map(varint, [1, 3, 2, 4])))
    module += field(7, field(1, field(1, 7) + field(2, sequence)))
sys.stdout.buffer.write(module)
