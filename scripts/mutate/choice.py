"""Which candidates become mutants: COUNT of a folder, drawn with a seed, every file in proportion to what it offers.

The order in which a file's candidates are taken is drawn once, from the seed and the file's name; a candidate that
turns out not to compile is refused and the next of the order takes its place. Headers only lose mutants that way, so
that what compiled with them still does.
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

    def chosen(self):
        """In the order of the sources."""
        taken = [candidate for file, order in self.orders.items() for candidate in order[:self.quotas[file]]]
        return sorted(taken, key=lambda c: (c.file, c.begin, -c.end, c.kind))

    def refuse(self, candidate):
        """A header, or a file that has no more, gets no other in its place: the source with most left does."""
        file = candidate.file
        self.orders[file].remove(candidate)
        if not file.endswith(".cc") or len(self.orders[file]) < self.quotas[file]:
            self.quotas[file] -= 1
            left = {other: len(order) - self.quotas[other] for other, order in self.orders.items()
                    if other.endswith(".cc")}
            most = max(sorted(left), key=left.get, default=None)
            if most is not None and left[most] > 0:
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
