"""The JSON of partition --show: prices add up, and the next best of every op is another one."""
import json
import sys

plan = json.load(open(sys.argv[1]))
assert plan["version"] == 1 and plan["unit"] == "seconds" and plan["objective"] == "time", plan
assert plan["ops"] and plan["values"]
total = sum(op["price"] for op in plan["ops"])
assert abs(total - plan["price"]) <= 1e-9 * plan["price"], (total, plan["price"])
for row in plan["ops"] + plan["values"]:
    assert row["next"] is None or row["next"]["chosen"] != row["chosen"], row
    assert row.get("sending", 0) <= row["price"] + 1e-15, row
(y,) = [op for op in plan["ops"] if op["name"] == "%y"]
assert y["line"] == 11 and y["next"]["price"] > y["price"] > y["sending"] > 0, y
(given,) = [value for value in plan["values"] if value["name"] == "%x"]
assert given["given"] and given["next"] is None, given
