#!/usr/bin/env python3
"""The driver of etcd: plays the clients that a case speaks of, and reports what the nodes answer.

It speaks the driver protocol (docs/drivers.md) in lines of JSON over its standard input and output. Each
client has a connection of its own to its node, and a thread for each operation, so that operations may
overlap and faults may meet them. Keys begin with the id of the case, so that cases share the nodes.

  driver.py [--patience MS] [--with-bug NAME]

Wrong ways to use etcd, to see that tests find them:
  stale-reads   reads are answered by the node that is asked, whatever the others have (serializable)
  retry         a write that was not answered in time is sent to another node
  lease-lock    who was given the lock writes, without a look at the fencing token
"""

import argparse
import json
import sys
import threading
import time

from clients import Client
from nodes import Cluster

OUTPUT = threading.Lock()
OPERATIONS = ("Put", "Get", "Delete", "Swap", "Watch", "Drain", "Lock", "Write", "Unlock")


def send(message):
    with OUTPUT:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


class Driver:
    def __init__(self, options):
        self.options = options
        self.cluster = None
        self.clients = {}
        self.running = {}  # the thread of each client that has an operation under way

    def begin_case(self, case):
        addresses = {n: case["addresses"][f"node{n}.client"] for n in (1, 2, 3)}
        self.cluster = Cluster(addresses, self.options.patience / 1000)
        self.clients = {}
        self.cluster.settle()
        self.prefix = f"{case['id']}/"

    def client(self, number):
        if number not in self.clients:
            self.clients[number] = Client(number, self.cluster, self.prefix, self.options.with_bug)
        return self.clients[number]

    def stimulus(self, stimulus):
        name, fields = stimulus["name"], stimulus.get("fields", {})
        fields = {field: int(value) for field, value in fields.items()}
        if name in OPERATIONS:
            self.begin(name, fields, stimulus["id"])
        elif name == "Settle":
            self.cluster.settle()
            for client in self.clients.values():
                client.renew()
            self.report("Settled", {}, stimulus["id"])
        elif name == "Elect":
            self.cluster.elect(fields["node"])
            self.report("Elected", fields, stimulus["id"])
        elif name == "Stall":
            self.client(fields["client"]).stall()
            self.report("Expired", fields, stimulus["id"])
        else:
            raise ValueError(f"there is no stimulus {name}")

    def begin(self, name, fields, cause):
        """The operation runs on a thread of its own, which reports how it ends."""
        number = fields.pop("client")
        client = self.client(number)

        def run():
            try:
                event, more = getattr(client, name.lower())(**fields)
                self.report(event, {"client": number, **more}, cause, f"node{client.answered}")
            except Exception as error:  # whatever it is, the adapter tells the user
                send({"error": {"id": 0, "message": f"{name}: {type(error).__name__}: {error}"}})

        self.running[number] = threading.Thread(target=run, daemon=True)
        self.running[number].start()

    def report(self, name, fields, cause, source=""):
        send({"event": {"name": name, "fields": fields, "source": source, "answers": cause,
                        "time": time.time()}})

    def fault(self, fault):
        fields = fault.get("fields", {})
        node = int(fields["node"]) if "node" in fields else None
        self.cluster.note(fault["name"], node)
        if fault["name"] in ("Kill", "KillAll"):
            # The connections to the node have ended: what was under way there ends, too.
            for number, thread in self.running.items():
                if node in (None, self.clients[number].node):
                    thread.join(timeout=5)
            for client in self.clients.values():
                if node in (None, client.node):
                    client.disconnect()

    def end_case(self, _):
        for thread in self.running.values():
            thread.join()
        for client in self.clients.values():
            client.close()
        self.running = {}

    def run(self):
        actions = {"beginCase": self.begin_case, "stimulus": self.stimulus, "fault": self.fault,
                   "endCase": self.end_case}
        for line in sys.stdin:
            (kind, message), = json.loads(line).items()
            if kind == "hello":
                send({"ready": {"version": 1, "driver": "etcd driver"}})
                continue
            try:
                actions[kind](message)
                send({"done": {"id": message["id"]}})
            except Exception as error:  # whatever it is, the adapter tells the user
                send({"error": {"id": message["id"], "message": f"{type(error).__name__}: {error}"}})


def main():
    parser = argparse.ArgumentParser(description="The driver of etcd.")
    parser.add_argument("--patience", type=int, default=8000, help="of a client, in milliseconds")
    parser.add_argument("--with-bug", choices=["stale-reads", "retry", "lease-lock"])
    Driver(parser.parse_args()).run()


if __name__ == "__main__":
    main()
