"""validate.py SCHEMA [DOCUMENT]: checks a JSON document, or each of several lines of them, against a schema of docs/schemas.

The part of JSON Schema that these use: type, const, enum, properties, required, items, additionalProperties, $ref. A word it does
not know is an error, and so is a property that the schema does not name: what is written is to be in the schema.
"""

import json
import sys

WORDS = {"$schema", "$id", "$defs", "title", "description", "type", "const", "enum", "properties", "required", "items",
         "additionalProperties", "$ref"}


def is_a(value, kind):
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    kinds = {"null": type(None), "boolean": bool, "string": str, "array": list, "object": dict}
    return isinstance(value, kinds[kind])


def differences(value, schema, root, path="$"):
    unknown = set(schema) - WORDS
    if unknown:
        yield f"{path}: the schema says {', '.join(sorted(unknown))}, which is not checked here"
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        yield from differences(value, root["$defs"][name], root, path)
        return
    if "const" in schema and value != schema["const"]:
        yield f"{path}: is {value!r}, and not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{path}: {value!r} is none of {schema['enum']}"
    kinds = schema.get("type", [])
    kinds = kinds if isinstance(kinds, list) else [kinds]
    if kinds and not any(is_a(value, kind) for kind in kinds):
        yield f"{path}: {value!r} is no {' or '.join(kinds)}"
    elif isinstance(value, dict):
        named = schema.get("properties", {})
        yield from (f"{path}: lacks {name}" for name in schema.get("required", []) if name not in value)
        for name, member in value.items():
            rule = named.get(name, schema.get("additionalProperties"))
            if rule is None:
                yield f"{path}.{name}: is not in the schema"
            else:
                yield from differences(member, rule, root, f"{path}.{name}")
    elif isinstance(value, list) and "items" in schema:
        for i, member in enumerate(value):
            yield from differences(member, schema["items"], root, f"{path}[{i}]")


def main():
    with open(sys.argv[1], encoding="utf8") as file:
        schema = json.load(file)
    text = (open(sys.argv[2], encoding="utf8") if len(sys.argv) > 2 else sys.stdin).read()
    try:
        documents = [json.loads(text)]
    except json.JSONDecodeError:
        documents = [json.loads(line) for line in text.splitlines()]
    wrong = [each for document in documents for each in differences(document, schema, schema)]
    if wrong or not documents:
        sys.exit("\n".join(wrong[:20]) or "there is no document")
    print(f"{len(documents)} as {schema['$id']} says")


main()
