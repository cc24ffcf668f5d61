"""Prints the data of a page."""
import json
import re
import sys

page = open(sys.argv[1], encoding="utf8").read()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
print(json.dumps(data, indent=1, ensure_ascii=False))
