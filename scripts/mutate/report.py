"""What a campaign found: per folder the mutants, how many were killed, and every survivor.

A survivor that no test can kill, since it changes nothing that can be seen, is listed with its reason in
tests/mutants/equivalent.txt and then no longer counts. The list is made of such parts; a survivor is reported in the
same form, ready to be copied there:

    src/shard/tiles.cc in tiles_of
      line:   for (int64_t i = 0; i < n; ++i) {
      change: bound `i < n` to `i <= n`
      reason: the last one is left out below
"""
import collections
import json
import os

from campaign import digest_of, known_results, with_keys

EQUIVALENT = os.path.join("tests", "mutants", "equivalent.txt")


def changed(mutant):
    if mutant["kind"] == "drop":
        return f"drop `{mutant['original']}`"
    return f"{mutant['kind']} `{mutant['original']}` to `{mutant['mutated']}`"


def identity(mutant):
    """What a part of the list must say of a mutant."""
    return f"{mutant['file']} in {mutant['function']}", mutant["text"], changed(mutant)


def part(mutant):
    where, line, change = identity(mutant)
    return f"{where}\n  line:   {line}\n  change: {change}\n"


def equivalents(root):
    """{identity: reason}. A part without a reason, or with a line that is none of its three, is an error."""
    path = os.path.join(root, EQUIVALENT)
    reasons = {}
    if not os.path.exists(path):
        return reasons
    with open(path, encoding="utf8") as file:
        lines = [(number, line.rstrip("\n")) for number, line in enumerate(file, 1)]
    blocks, block = [], []
    for number, line in lines + [(0, "")]:
        if line.startswith("#"):
            continue
        if line.strip():
            block.append((number, line))
        elif block:
            blocks.append(block)
            block = []
    for block in blocks:
        fields = {}
        for number, line in block[1:]:
            name, colon, value = line.strip().partition(":")
            if name in ("line", "change", "reason") and colon and name not in fields:
                fields[name] = value.strip()
            elif "reason" in fields:
                fields["reason"] += " " + line.strip()
            else:
                raise RuntimeError(f"{path}:{number}: neither line:, change: nor reason:")
        if len(fields) != 3 or not fields["reason"]:
            raise RuntimeError(f"{path}:{block[0][0]}: wants line:, change: and reason:")
        reasons[(block[0][1].strip(), fields["line"], fields["change"])] = fields["reason"]
    return reasons


def report(root, folder, keep_kills, at_least, write):
    """Writes the report line by line; true where every folder reaches AT_LEAST percent."""
    tree = os.path.join(folder, "tree")
    with open(os.path.join(tree, "mutants.json"), encoding="utf8") as file:
        about = json.load(file)
    known = known_results(os.path.join(folder, "results.jsonl"), digest_of(tree), keep_kills)
    reasons = equivalents(root)
    by_folder = collections.defaultdict(list)
    for mutant in with_keys(about["mutants"]):
        records = known.get(mutant["key"], {}).values()
        kills = [record for record in records if record["status"] == "killed"]
        mutant["reached"] = any(record["status"] != "not reached" for record in records)
        mutant["state"] = "killed" if kills else "not run" if not records else \
            "equivalent" if identity(mutant) in reasons else "survived" if mutant["reached"] else "not reached"
        mutant["how"] = kills[0]["how"] if kills else ""
        mutant["suite"] = kills[0]["suite"] if kills else ""
        by_folder[mutant["folder"]].append(mutant)
    suites = sorted({suite for records in known.values() for suite in records}, reverse=True)
    write(f"seed {about['seed']}, tests: {' and '.join(suites) or 'none'}")
    enough = all([table_row(name, mutants, about["offered"][name], at_least, write)
                  for name, mutants in sorted(by_folder.items())])
    for name, mutants in sorted(by_folder.items()):
        for state in ("survived", "not reached", "not run"):
            left = [mutant for mutant in mutants if mutant["state"] == state]
            if left:
                write(f"\n==== {name}: {len(left)} {state}")
            for mutant in left if state != "not run" else []:
                write(f"\n# {mutant['file']}:{mutant['line']}:{mutant['column']} mutant {mutant['number']}, {state}\n"
                      f"{part(mutant).rstrip()}")
    listed = {identity(mutant) for mutants in by_folder.values() for mutant in mutants}
    killed = {identity(mutant) for mutants in by_folder.values() for mutant in mutants if mutant["state"] == "killed"}
    for entry in reasons:
        if entry in killed:
            write(f"\n{EQUIVALENT} calls equivalent what a test killed: {entry[0]}: {entry[2]}")
            enough = False
        elif entry not in listed and any(entry[0].startswith(name + "/") for name in by_folder):
            write(f"\n{EQUIVALENT} lists what is no mutant of this campaign: {entry[0]}: {entry[2]}")
    return enough


def table_row(name, mutants, offered, at_least, write):
    count = collections.Counter(mutant["state"] for mutant in mutants)
    ran = len(mutants) - count["not run"] - count["equivalent"]
    percent = 100.0 * count["killed"] / ran if ran else 0.0
    how = collections.Counter((m["suite"], m["how"]) for m in mutants if m["state"] == "killed")
    write(f"\n{name}: {len(mutants)} mutants of {offered} possible, {count['killed']} killed, "
          f"{count['survived']} survived, {count['not reached']} not reached, {count['equivalent']} equivalent"
          f"{', %d not run' % count['not run'] if count['not run'] else ''}: {percent:.1f}% of {ran} killed")
    kinds = collections.Counter(mutant["kind"] for mutant in mutants)
    alive = collections.Counter(m["kind"] for m in mutants if m["state"] in ("survived", "not reached"))
    write("  " + ", ".join(f"{kind} {kinds[kind]} ({alive[kind]} alive)" for kind in sorted(kinds)))
    write("  killed by " + ", ".join(f"{suite} tests {way} {number}" for (suite, way), number in sorted(how.items())))
    return ran > 0 and count["not run"] == 0 and percent >= at_least
