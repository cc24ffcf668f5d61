"""not_slower.py COMPARED PRICES HINTS: the step of the first is not longer than either of the others'."""
import json
import sys

compared, prices, hints = (json.load(open(path))["programs"][0]["time"]["scheduled"] for path in sys.argv[1:])
assert compared <= 1.0005 * min(prices, hints), (compared, prices, hints)
print("faster than the first alone" if compared < 0.99 * prices else "as fast as the first alone")
