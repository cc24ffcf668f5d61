"""losses.py LONG OTHER...: fails where the long run stays above 1.1 of the entropy rate, or where others differ from it."""

import re
import sys


def losses(path):
    with open(path, encoding="utf-8") as file:
        return {int(step): float(loss) for step, loss in re.findall(r"^step +(\d+)  loss ([\d.]+)", file.read(), re.M)}


with open(sys.argv[1], encoding="utf-8") as file:
    reached = float(re.search(r"which is ([\d.]+) of the entropy rate", file.read()).group(1))
if not 0.95 <= reached <= 1.1:
    sys.exit(f"the loss is {reached} of the entropy rate")
print("within a tenth of the entropy rate")
long = losses(sys.argv[1])
for path in sys.argv[2:]:
    other = losses(path)
    common = set(other) & set(long)
    if not common or any(abs(other[step] / long[step] - 1) > 1e-3 for step in common):
        sys.exit(f"{path}: {other} where {long} was expected")
print("the same under all recipes")
