#!/usr/bin/env python3
"""The driver of the lock server: does what a test case asks for, and reports what the server does.

It speaks the driver protocol (docs/drivers.md) in lines of JSON over its standard input and output, with
nothing but Python's standard library.
"""

import json
import queue
import socket
import sys
import threading

OUTPUT = threading.Lock()


def send(message):
    with OUTPUT:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


class Client:
    """A connection to the server; what comes on it is reported as events."""

    def __init__(self, address):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.synced = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()

    def tell(self, line):
        self.socket.sendall(line.encode() + b"\n")

    def read(self):
        try:
            for line in self.socket.makefile():
                words = line.split()
                if words[0] == "granted":
                    send({"event": {"name": "Granted", "fields": {"client": words[1]}, "source": "server"}})
                elif words[0] == "synced":
                    self.synced.put(True)
                else:
                    send({"log": {"line": line.rstrip(), "source": "server"}})
        except OSError:
            pass
        self.synced.put(False)

    def sync(self):
        """Waits until everything that the server sent so far is reported."""
        self.tell("sync")
        if not self.synced.get():
            raise OSError("the server closed the connection")

    def close(self):
        self.socket.close()


class Driver:
    def __init__(self):
        self.clients = {}
        self.address = None

    def begin_case(self, case):
        for client in self.clients.values():
            client.close()
        self.clients = {}
        self.address = case["addresses"]["server"]
        if not case["fresh"]:
            self.client("control").tell("reset")
            self.client("control").sync()

    def client(self, name):
        if name not in self.clients:
            self.clients[name] = Client(self.address)
        return self.clients[name]

    def stimulus(self, stimulus):
        client = self.client(stimulus["fields"]["client"])
        client.tell(f"{stimulus['name'].lower()} {stimulus['fields']['client']}")
        # The server has taken it in before the next one is sent.
        client.sync()

    def end_case(self, _):
        for client in self.clients.values():
            client.sync()

    def run(self):
        actions = {"beginCase": self.begin_case, "stimulus": self.stimulus, "endCase": self.end_case}
        for line in sys.stdin:
            (kind, message), = json.loads(line).items()
            if kind == "hello":
                send({"ready": {"version": 1, "driver": "lock driver"}})
                continue
            try:
                actions[kind](message)
                send({"done": {"id": message["id"]}})
            except Exception as error:  # whatever it is, the adapter tells the user
                send({"error": {"id": message.get("id", 0), "message": f"{type(error).__name__}: {error}"}})


if __name__ == "__main__":
    Driver().run()
