"""every_code_is_explained.py CODES_DEF < explain --json: fails where a code has no explanation, or another sentence."""
import json
import re
import sys

known = {code: what.replace('\\"', '"') for code, what in
         re.findall(r'^CODE\(\w+, "(P\d+)", "(.*)"\)', open(sys.argv[1], encoding="utf8").read(), re.M)}
explained = {one["code"]: one for one in json.load(sys.stdin)["codes"]}
wrong = [f"{code}: not in docs/codes.md" for code in known if code not in explained]
wrong += [f"{code}: not in src/base/codes.def" for code in explained if code not in known]
for code, one in explained.items():
    if code in known and one["what"] != known[code]:
        wrong.append(f"{code}: docs/codes.md says '{one['what']}', the catalogue '{known[code]}'")
    if not one["cause"] or not one["remedy"]:
        wrong.append(f"{code}: no cause or no remedy")
if wrong or len(known) < 80:
    sys.exit("\n".join(wrong) or "codes.def was not understood")
print(f"{len(known)} codes, each explained")
