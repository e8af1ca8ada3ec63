"""Where a matching may begin: what the numbers of players in each group say, before anybody looks at single pairs.

As if the vertices of a group differed in nothing, how many pairs there are between which groups is a transport problem
(F. L. Hitchcock, 1941) no larger than the table of costs: every group sends as many as it has members, and receives as
many. Its duals leave no edge of the matching with a negative slack; and where few single pairs are barred, nearly
everybody finds a partner at slack 0.

It is solved by shortest augmenting paths with potentials (J. Edmonds and R. M. Karp, "Theoretical improvements in
algorithmic efficiency for network flow problems", 1972), all paths of slack 0 at a time.
"""

from collections import Counter

from pairing.matching.problem import Problem
from pairing.matching.weighted import Matcher, Start

Path = list[tuple[int, int]]


def solved(problem: Problem, guess: list[int] | None = None) -> Matcher:
    """The cheapest matching, begun by numbers. Errors: NoPerfectMatching."""
    return Matcher(problem).solve(start_by_numbers(problem, guess))


def start_by_numbers(problem: Problem, guess: list[int] | None = None) -> Start:
    """Duals for the groups of a problem, and the pairs that go with them. `guess`: about what the duals may be, which
    may make it shorter.
    """
    transport = _Transport(problem, guess or [0] * problem.groups)
    transport.run()
    potential = [(a + b) >> 1 for a, b in zip(transport.left, transport.right, strict=True)]
    twice: Counter[tuple[int, int]] = Counter()  # every pair is sent from either side
    for (g, h), amount in transport.flow.items():
        twice[min(g, h), max(g, h)] += amount
    return Start(potential, {groups: amount // 2 for groups, amount in twice.items()})


class _Transport:
    """Groups that send (left) to groups that receive (right), each with a dual value."""

    def __init__(self, problem: Problem, guess: list[int]) -> None:
        self.work = problem.work
        self.arcs = [sorted(row.items()) for row in _least(problem)]
        self.supply = [members.bit_count() for members in problem.members]
        self.demand = list(self.supply)
        self.right = guess
        self.left = [min((cost - guess[h] for h, cost in row), default=0) for row in self.arcs]
        self.flow: dict[tuple[int, int], int] = {}
        self.givers: list[set[int]] = [set() for _ in self.arcs]  # who sends something to a group

    def run(self) -> None:
        """Send everything that can be sent. Where that is not all, the duals are feasible all the same."""
        self._send_at_no_slack()
        while any(self.supply) and self._change_duals():
            self._send_at_no_slack()

    def _change_duals(self) -> bool:
        """Make slack 0 of all shortest paths from what is left to send; False: nobody is left to receive it."""
        far, reach = self._distances()
        if not any(self.demand[h] for h in reach):
            return False
        most = max(reach.values())
        for g, distance in far.items():
            self.left[g] += most - distance
        for h, distance in reach.items():
            self.right[h] -= most - distance
        return True

    def _distances(self) -> tuple[dict[int, int], dict[int, int]]:
        """How much slack is between the senders with something left and everybody else, on the left and on the right
        (E. W. Dijkstra, 1959).
        """
        far = {g: 0 for g, left in enumerate(self.supply) if left}
        reach: dict[int, int] = {}
        nearest: dict[int, int] = {}  # of those not reached for sure
        fresh = list(far)
        right = self.right
        while True:
            for g in fresh:
                base = far[g] - self.left[g]
                self.work.take(1 + len(self.arcs[g]) // 8)
                for h, cost in self.arcs[g]:
                    if h not in reach:
                        here = base + cost - right[h]
                        if h not in nearest or here < nearest[h]:
                            nearest[h] = here
            if not nearest:
                return far, reach
            h = min(nearest, key=nearest.__getitem__)
            reach[h] = nearest.pop(h)
            fresh = [g for g in self.givers[h] if g not in far]
            far.update(dict.fromkeys(fresh, reach[h]))

    def _send_at_no_slack(self) -> None:
        """Send along paths of slack 0 as much as can be sent."""
        self.tight: dict[int, list[int]] = {}
        for g, left in enumerate(self.supply):
            for h in self._no_slack(g) if left else ():
                if self.supply[g] and self.demand[h]:
                    self._send([(g, h)])
        while path := self._path():
            self._send(path)

    def _no_slack(self, g: int) -> list[int]:
        """Whom a group can send to at slack 0."""
        if g not in self.tight:
            left = self.left[g]
            self.tight[g] = [h for h, cost in self.arcs[g] if cost - self.right[h] == left]
        return self.tight[g]

    def _path(self) -> Path:
        """From somebody with something to send to somebody who can receive; every second arc is taken backwards."""
        came: dict[int, tuple[int, int]] = {}  # by sender: the arc backwards that leads to it
        seen: dict[int, int] = {}  # by receiver: from whom
        queue = [g for g, left in enumerate(self.supply) if left]
        sources = set(queue)
        for g in queue:
            self.work.take(1)
            for h in self._no_slack(g):
                if h in seen:
                    continue
                seen[h] = g
                if self.demand[h]:
                    path = [(g, h)]
                    while path[-1][0] not in sources:
                        back = came[path[-1][0]]
                        path += [back, (seen[back[1]], back[1])]
                    return path
                for giver in self.givers[h]:
                    if giver not in came and giver not in sources:
                        came[giver] = giver, h
                        queue.append(giver)
        return []

    def _send(self, path: Path) -> None:
        start, end = path[-1][0], path[0][1]
        amount = min(self.supply[start], self.demand[end], *(self.flow[arc] for arc in path[1::2]))
        self.supply[start] -= amount
        self.demand[end] -= amount
        for at, (g, h) in enumerate(path):
            self.flow[g, h] = self.flow.get((g, h), 0) + (-amount if at % 2 else amount)
            (self.givers[h].add if self.flow[g, h] else self.givers[h].discard)(g)


def _least(problem: Problem) -> list[dict[int, int]]:
    """By group, the groups that an edge leads to, with the least cost of one."""
    least: list[dict[int, int]] = [{} for _ in range(problem.groups)]
    for layer in problem.layers:
        near = [0] * problem.groups
        for g, neighbours in zip(problem.group, layer.near, strict=True):
            near[g] |= neighbours
        for row, costs, reached in zip(least, layer.cost, near, strict=True):
            for h, (cost, members) in enumerate(zip(costs, problem.members, strict=True)):
                if cost is not None and reached & members:
                    row[h] = min(cost, row.get(h, cost))
    return least
