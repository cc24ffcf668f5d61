"""Which candidates become mutants: COUNT of a folder, drawn with a seed, every file in proportion to what it offers.

The order in which a file's candidates are taken is drawn once, from the seed and the file's name; a candidate that turns
out not to compile is refused and the next of the order takes its place.
"""
import collections
import random


class Choice:
    def __init__(self, candidates, count, seed):
        by_file = collections.defaultdict(list)
        for candidate in candidates:
            by_file[candidate.file].append(candidate)
        self.orders = {}
        for file, offered in sorted(by_file.items()):
            offered.sort(key=lambda c: (c.begin, c.end, c.kind, c.mutated))
            random.Random(f"{seed} {file}").shuffle(offered)
            self.orders[file] = offered
        self.quotas = quotas({file: len(offered) for file, offered in self.orders.items()}, count)
        self.refused = 0

    def chosen(self):
        """In the order of the sources. Files that have no more to offer leave their share to the others."""
        taken = {file: order[:self.quotas[file]] for file, order in self.orders.items()}
        return sorted((c for part in taken.values() for c in part), key=lambda c: (c.file, c.begin, -c.end, c.kind))

    def refuse(self, candidate):
        order = self.orders[candidate.file]
        order.remove(candidate)
        self.refused += 1
        if len(order) < self.quotas[candidate.file]:
            self.quotas[candidate.file] -= 1
            left = {file: len(order) - self.quotas[file] for file, order in self.orders.items()}
            most = max(sorted(left), key=left.get)
            if left[most] > 0:
                self.quotas[most] += 1


def quotas(offers, count):
    """Shares of count in proportion to the offers, by largest remainder, none above its offer and none without."""
    total = sum(offers.values())
    count = min(count, total)
    shares = {file: max(1, count * offer // total) for file, offer in offers.items()} if count >= len(offers) else \
        {file: 0 for file in offers}
    remainder = lambda file: (shares[file] < offers[file], count * offers[file] / total - shares[file])
    while sum(shares.values()) < count:
        shares[max(sorted(shares), key=remainder)] += 1
    while sum(shares.values()) > count:
        shares[max(sorted(shares), key=lambda file: (shares[file], shares[file] - count * offers[file] / total))] -= 1
    return shares
