"""declarations.py HEADER: the ctypes declarations of partita._library say what partita/c.h says: every function with its result and
parameters, every struct with its fields in order, the version. The package is the installed one.
"""

import ctypes
import re
import sys

from partita import _library as library

PLAIN = {"int": ctypes.c_int, "int64_t": ctypes.c_int64, "uint64_t": ctypes.c_uint64, "size_t": ctypes.c_size_t,
         "double": ctypes.c_double, "void": None}
# Structs by their names in C. All other types partita_… are handles.
STRUCTS = {"partita_diagnostic": "_Diagnostic", "partita_value": "Value", "partita_grad_options": "GradOptions",
           "partita_call_site": "CallSite", "partita_custom_call": "CustomCall",
           "partita_compile_options": "CompileOptions", "partita_report": "Report",
           "partita_collective": "Collective", "partita_trial": "Trial", "partita_run_options": "RunOptions"}
wrong = []


def expect(condition, text):
    if not condition:
        wrong.append(text)


def meaning(c_type, is_result=False):
    """The type of ctypes that a type of C is to be."""
    words = c_type.replace("*", " * ").replace("const", " ").split()
    base, stars = words[0], words.count("*")
    if base in STRUCTS:
        struct = getattr(library, STRUCTS[base])
        return ctypes.POINTER(struct) if stars else struct
    if stars == 0:
        return PLAIN.get(base, c_type)
    if base == "char":
        if stars == 2:
            return ctypes.POINTER(ctypes.c_char_p)
        # A text that the caller frees must not become Python's bytes at once.
        return ctypes.c_void_p if is_result and "const" not in c_type else ctypes.c_char_p
    if base in ("int", "int64_t", "double"):
        return ctypes.POINTER(PLAIN[base])
    return ctypes.c_void_p


def parameters(text):
    text = text.strip()
    if text in ("", "void"):
        return []
    return [re.sub(r"\b\w+$", "", each.strip()).strip() for each in text.split(",")]


def check_functions(header):
    declared = {name: (result, list(given), False) for name, result, given in library._PLAIN}
    declared.update({name: (result, list(given), True) for name, result, given in library._FALLIBLE})
    found = re.findall(r"PARTITA_API\s+([\w\s*]+?)\bpartita_(\w+)\(([^()]*)\);", header)
    expect(len(found) > 60, "the header was not understood")
    for result, name, text in found:
        given = parameters(text)
        fallible = bool(given) and given[-1].replace(" ", "") == "partita_diagnostics**"
        wanted = (meaning(result, True), [meaning(each) for each in given[:len(given) - fallible]], fallible)
        expect(name in declared, f"partita_{name} is not declared")
        if name in declared:
            expect(declared[name] == wanted, f"partita_{name} is declared as {declared[name]}, and is {wanted}")
    for name in set(declared) - {name for _, name, _ in found}:
        expect(False, f"partita_{name} is not in the header")


def check_structs(header):
    for body, name in re.findall(r"typedef struct \w+ \{(.*?)\} (\w+);", header, re.S):
        expect(name in STRUCTS, f"{name} is not declared")
        if name not in STRUCTS:
            continue
        fields = []
        for line in body.split(";"):
            line = " ".join(line.split())
            callback = re.match(r"(.*)\(\*(\w+)\)\((.*)\)$", line)
            if callback:
                evaluates = callback[1].strip().startswith("partita_tensors")
                fields.append((callback[2], library.EvaluateFunction if evaluates else library.TextFunction))
            elif line:
                field = re.search(r"(\w+)$", line)[1]
                fields.append((field, meaning(line[:len(line) - len(field)])))
        declared = [tuple(field) for field in getattr(library, STRUCTS[name])._fields_]
        expect(declared == fields, f"{name} is declared as {declared}, and is {fields}")


def main():
    with open(sys.argv[1], encoding="utf8") as file:
        header = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
    version = re.search(r"#define PARTITA_C_VERSION (\d+)", header)[1]
    expect(int(version) == library.C_VERSION, f"the header has version {version}, the package {library.C_VERSION}")
    check_functions(header)
    check_structs(header)
    print("\n".join(wrong) or "the declarations are those of the header")
    sys.exit(bool(wrong))


main()
