#!/usr/bin/env python3
"""A lock server. Clients send lines: `request CLIENT`, `release CLIENT`; the server answers
`granted CLIENT` on the connection that asked, as soon as the lock is that client's.

`sync` is answered with `synced`, behind everything that was sent before. `reset` makes the server as it
was at first.

  server.py --port PORT [--with-bug NAME]

Bugs, to see that tests find them:
  two-holders   a request is granted at once, whoever holds the lock
  forgets       whoever waits is forgotten when the lock is released
  stays-held    a release while nobody waits is lost
"""

import argparse
import socketserver
import threading


class Lock:
    """Who holds the lock, and who waits, with what tells them."""

    def __init__(self, bug):
        self.bug = bug
        self.mutex = threading.Lock()
        self.reset()

    def reset(self):
        self.holder = None
        self.waiting = []

    def request(self, client, tell):
        with self.mutex:
            if self.holder is None or self.bug == "two-holders":
                self.grant(client, tell)
            else:
                self.waiting.append((client, tell))

    def release(self, client):
        with self.mutex:
            if self.holder != client:
                return
            if self.bug == "stays-held" and not self.waiting:
                return
            self.holder = None
            if self.waiting and self.bug != "forgets":
                self.grant(*self.waiting.pop(0))

    def grant(self, client, tell):
        self.holder = client
        tell(f"granted {client}")


class Connection(socketserver.StreamRequestHandler):
    def handle(self):
        for line in self.rfile:
            words = line.decode().split()
            if words[:1] == ["request"]:
                self.server.lock.request(words[1], self.tell)
            elif words[:1] == ["release"]:
                self.server.lock.release(words[1])
            elif words == ["reset"]:
                self.server.lock.reset()
            elif words == ["sync"]:
                self.tell("synced")
            else:
                self.tell(f"unknown: {line!r}")

    def tell(self, line):
        self.wfile.write(line.encode() + b"\n")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 64


def main():
    parser = argparse.ArgumentParser(description="A lock server.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--with-bug", choices=["two-holders", "forgets", "stays-held"])
    options = parser.parse_args()
    with Server(("127.0.0.1", options.port), Connection) as server:
        server.lock = Lock(options.with_bug)
        print(f"lock server: listening at port {options.port}", flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main()
