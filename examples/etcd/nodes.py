"""What the driver knows of the nodes: where they are, which are out, and how to wait for them.

That a node is out only decides how long a client waits for it: none gains by more patience.
Thread safety: faults are noted by one thread, while those of the clients look at them.
"""

import time

import store

HOPELESS = 0.4  # seconds: how long a client waits for an answer that cannot come
MAJORITY = 2


class Cluster:
    def __init__(self, addresses, patience):
        self.addresses = addresses
        self.patience = patience
        self.out = set()
        self.calm = False

    def note(self, fault, node):
        self.calm = False
        if fault in ("Kill", "Pause", "Isolate"):
            self.out.add(node)
        elif fault in ("Restart", "Resume", "Heal"):
            self.out.discard(node)
        elif fault == "KillAll":
            self.out = set(self.addresses)
        elif fault == "RestartAll":
            self.out = set()

    def is_available(self, node):
        return node not in self.out and len(self.addresses) - len(self.out) >= MAJORITY

    def seconds_for(self, node):
        """How long a client of the node waits for an answer."""
        if not self.is_available(node):
            return HOPELESS
        return self.patience if self.calm else self.patience / 4

    def others(self, node):
        """Whom else to ask: the nodes that follow and are not out."""
        return [other for other in list(range(node + 1, 4)) + list(range(1, node))
                if other not in self.out]

    def settle(self):
        """Waits until every node that is not out answers with what the majority has."""
        end = time.monotonic() + 30
        for node in sorted(set(self.addresses) - self.out):
            connection = store.Connection(self.addresses[node])
            self.until(end, lambda: connection.ask(*store.get("settle"), 2), f"node {node} to answer")
            connection.close()
        self.calm = True

    def elect(self, node):
        """Makes the node the leader, and waits until all know."""
        end = time.monotonic() + 30
        connections = {n: store.Connection(address) for n, address in self.addresses.items()}

        def step():
            status = {n: connection.ask("maintenance/status", {}, 2) for n, connection in connections.items()}
            ids = {n: answer["header"]["member_id"] for n, answer in status.items()}
            leaders = {answer.get("leader", "0") for answer in status.values()}
            if leaders == {ids[node]}:
                return True
            for n, answer in status.items():
                if answer.get("leader") == ids[n] != ids[node]:
                    connections[n].ask("maintenance/transfer-leadership", {"targetID": ids[node]}, 2)
            return False

        self.until(end, step, f"node {node} to be the leader")
        for connection in connections.values():
            connection.close()
        self.settle()

    @staticmethod
    def until(end, step, what):
        """Repeats the step until it succeeds."""
        problem = ""
        while time.monotonic() < end:
            try:
                if step():
                    return
            except (store.Unknown, store.Unreachable) as error:
                problem = f": {error}"
            time.sleep(0.02)
        raise TimeoutError(f"waited in vain for {what}{problem}")
