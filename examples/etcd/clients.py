"""A client of etcd: what it does, and how that ends, as the name and the fields of an event.

Thread safety: one operation at a time; a lease is renewed by a thread beside them.
"""

import time

import store
from sessions import Session
from watches import Watcher


class Client:
    def __init__(self, number, cluster, prefix, bug=None):
        self.number = number
        self.cluster = cluster
        self.prefix = prefix
        self.bug = bug
        self.node = (number - 1) % 3 + 1
        self.connection = store.Connection(cluster.addresses[self.node])
        self.answered = self.node  # who answered last
        self.session = None
        self.watcher = None

    def key(self, number):
        return f"{self.prefix}key{number}"

    # Operations -----------------------------------------------------------------------------------

    def get(self, key):
        question = store.get(self.key(key), serializable=self.bug == "stale-reads")
        end = time.monotonic() + self.cluster.seconds_for(self.node)
        self.answered = self.node
        while True:
            try:
                answer = self.connection.ask(*question, max(0.01, end - time.monotonic()))
                return "Got", {"value": store.value_in(answer)}
            except store.Unreachable:
                return "Unreachable", {}
            except store.Unknown:
                # A read changes nothing: it may be repeated.
                if time.monotonic() >= end:
                    return "Unknown", {}
                time.sleep(0.02)

    def put(self, key, value):
        return self.change(store.put(self.key(key), value), lambda _: "Stored")

    def delete(self, key):
        return self.change(store.delete(self.key(key)),
                           lambda answer: "Deleted" if answer.get("deleted") else "Absent")

    def swap(self, key, expected, value):
        return self.change(store.swap(self.key(key), expected, value),
                           lambda answer: "Swapped" if answer.get("succeeded") else "Kept")

    def change(self, question, event_of):
        """What is not answered is not repeated: it may have happened, or may still happen."""
        try:
            self.answered = self.node
            answer = self.connection.ask(*question, self.cluster.seconds_for(self.node))
            return event_of(answer), {}
        except store.Unreachable:
            return "Unreachable", {}
        except store.Unknown:
            if self.bug == "retry" and question[0] != "kv/deleterange":
                return self.retry(question, event_of)
            return "Unknown", {}

    def retry(self, question, event_of):
        """The bug: the question is put again, to others."""
        for node in self.cluster.others(self.node):
            other = store.Connection(self.cluster.addresses[node])
            try:
                self.answered = node
                return event_of(other.ask(*question, self.cluster.seconds_for(node))), {}
            except (store.Unreachable, store.Unknown):
                pass
            finally:
                other.close()
        return "Unknown", {}

    # Watches --------------------------------------------------------------------------------------

    def watch(self, key):
        self.watcher = Watcher(self.connection, self.key(key), self.number,
                               self.cluster.patience)
        return "Watching", {}

    def drain(self):
        values = self.watcher.drain(self.connection)
        return "Seen", {"values": " ".join(str(value) for value in values)}

    # Locks ----------------------------------------------------------------------------------------

    def lock(self):
        session = Session(self.connection, self.cluster.addresses[self.node], self.cluster.patience)
        if not session.take(self.prefix + "lock", self.number):
            session.end()
            return "Occupied", {}
        self.session = session
        return "Locked", {}

    def write(self, key, value):
        if self.bug == "lease-lock":
            return self.put(key, value)
        question = store.put_if_holding(self.key(key), value, self.prefix + "lock", self.session.token)
        return self.change(question, lambda answer: "Stored" if answer.get("succeeded") else "Fenced")

    def unlock(self):
        self.session.end()
        self.session = None
        return "Unlocked", {}

    def stall(self):
        """The client stands still until its lease is over; somebody else sees to that."""
        self.session.stop()
        self.session.await_end()

    def renew(self):
        if self.session is not None:
            self.session.renew()

    # The end --------------------------------------------------------------------------------------

    def disconnect(self):
        self.connection.close()

    def close(self):
        if self.session is not None:
            self.session.stop()
        if self.watcher is not None:
            self.watcher.close()
        self.connection.forget()
