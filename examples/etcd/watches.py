"""A watch on one key, which goes on where it was when its connection ends.

What was seen is told up to a certain moment: that of a marker, which `drain` puts where the watch sees it,
too. So an answer does not depend on how fast the watch is.
Thread safety: `drain` and `close` are the client's; a thread reads what comes.
"""

import http.client
import itertools
import json
import threading
import time

import store


class Watcher:
    def __init__(self, connection, key, owner, patience):
        self.key = key
        self.marker = f"{key}#{owner}"
        self.patience = patience
        self.markers = itertools.count(1)
        self.address = f"{connection.host}:{connection.port}"
        self.changed = threading.Condition()
        self.seen = []  # (key, value) in their order; since the last drain
        self.closed = False
        self.http = None
        # The watch begins after all that is over: at the revision that a majority knows.
        now = connection.ask(*store.get(key), patience)["header"]["revision"]
        self.next = int(now) + 1
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        while not self.closed:
            try:
                self.read_stream()
            except (OSError, http.client.HTTPException, ValueError, AttributeError,
                    store.Unreachable, store.Unknown):
                time.sleep(0.05)  # it goes on with the next revision

    def read_stream(self):
        question = {"create_request": {
            "key": store.text(self.key), "range_end": store.below(self.key + "#"),
            "start_revision": str(self.next)}}
        lines, self.http = store.Connection(self.address).stream("watch", question, None)
        for line in lines:
            for event in json.loads(line).get("result", {}).get("events", []):
                self.take(event)

    def take(self, event):
        pair = event["kv"]
        with self.changed:
            revision = int(pair["mod_revision"])
            if revision < self.next:
                return
            value = 0 if event.get("type") == "DELETE" else int(store.plain(pair["value"]))
            self.seen.append((store.plain(pair["key"]), value))
            self.next = revision + 1
            self.changed.notify_all()

    def drain(self, connection):
        """The values since the last time, in their order; 0: the key was deleted."""
        marker = (self.marker, next(self.markers))
        connection.ask(*store.put(*marker), self.patience)
        with self.changed:
            if not self.changed.wait_for(lambda: marker in self.seen, self.patience):
                raise TimeoutError("the watch does not see what was put")
            end = self.seen.index(marker)
            values = [value for key, value in self.seen[:end] if key == self.key]
            self.seen = self.seen[end + 1:]
        return values

    def close(self):
        self.closed = True
        if self.http is not None:
            try:
                self.http.sock.shutdown(2)
            except (OSError, AttributeError):
                pass
