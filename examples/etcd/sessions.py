"""A lease that a client renews while it lives, and the lock that lasts as long as the lease.

Thread safety: `take`, `end`, `stop` and `await_end` are the client's; a thread renews the lease.
"""

import threading
import time

import store

SECONDS = 2  # of a lease that is not renewed; etcd grants no shorter ones with slow elections
RENEWALS = 6  # while a lease lasts


class Session:
    def __init__(self, connection, address, patience):
        self.connection = connection
        self.patience = patience
        self.lease = connection.ask("lease/grant", {"TTL": SECONDS}, patience)["ID"]
        self.lock = None   # the key
        self.token = None  # the revision at which it was made
        self.stopped = threading.Event()
        self.renewing = store.Connection(address)
        self.mutex = threading.Lock()  # of the connection `renewing`
        threading.Thread(target=self.keep_alive, daemon=True).start()

    def take(self, lock, owner):
        """False: somebody has the lock."""
        answer = self.connection.ask(*store.create(lock, owner, self.lease), self.patience)
        if not answer.get("succeeded"):
            return False
        self.lock, self.token = lock, answer["header"]["revision"]
        return True

    def keep_alive(self):
        while not self.stopped.wait(SECONDS / RENEWALS):
            self.renew()

    def renew(self):
        """In vain when the lease is over, or the node does not answer."""
        with self.mutex:
            if self.stopped.is_set():
                return
            try:
                self.renewing.ask("lease/keepalive", {"ID": self.lease}, SECONDS)
            except (store.Unknown, store.Unreachable):
                pass

    def stop(self):
        self.stopped.set()

    def end(self):
        """Gives the lease back, and with it the lock. It may be over."""
        self.stop()
        with self.mutex:
            pass
        try:
            self.connection.ask("lease/revoke", {"ID": self.lease}, self.patience)
        except store.Unknown:
            if self.has_lock():
                raise

    def await_end(self):
        end = time.monotonic() + 30
        while self.has_lock():
            if time.monotonic() > end:
                raise TimeoutError("the lease does not end")
            time.sleep(0.05)

    def has_lock(self):
        """Whether the lock's key is the one that was made with this lease."""
        if self.lock is None:
            return False
        pairs = self.connection.ask(*store.get(self.lock), self.patience).get("kvs", [])
        return any(pair["create_revision"] == self.token for pair in pairs)
