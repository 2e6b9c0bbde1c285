#!/usr/bin/env python3
"""The driver of PostgreSQL: plays clients that each do one transaction, and reports what they see.

It speaks the driver protocol (docs/drivers.md) in lines of JSON over its standard input and output. Each
client has a connection of its own. A write may have to wait for another transaction: it is done on a thread,
which reports the answer when it comes.

  driver.py [--level LEVEL]
"""

import argparse
import json
import sys
import threading

import wire

OUTPUT = threading.Lock()
FAILED = ("40001", "40P01")  # serialization_failure, deadlock_detected
ROWS = 3


def send(message):
    with OUTPUT:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


class Driver:
    def __init__(self, level):
        self.level = level
        self.address = None
        self.spare = []      # connections that no transaction has
        self.clients = {}    # the connection of each transaction of the case
        self.threads = []

    def begin_case(self, case):
        self.spare += self.clients.values()
        self.clients, self.threads = {}, []
        if self.address != case["addresses"]["server"]:
            self.address, self.spare = case["addresses"]["server"], []
        for connection in self.spare:
            connection.ask("ROLLBACK")
        connection = self.connection()
        connection.ask("DROP TABLE IF EXISTS data; CREATE TABLE data (row int PRIMARY KEY, value int);"
                       f"INSERT INTO data SELECT row, 0 FROM generate_series(1, {ROWS}) AS row")
        self.spare.append(connection)

    def connection(self):
        return self.spare.pop() if self.spare else wire.Connection(self.address)

    def stimulus(self, stimulus):
        fields = {name: int(value) for name, value in stimulus["fields"].items()}
        number = fields["transaction"]
        if number not in self.clients:
            self.clients[number] = self.connection()
        work = {"Begin": self.begin, "Read": self.get, "Write": self.put, "Commit": self.commit}
        thread = threading.Thread(
            target=self.do, args=(work[stimulus["name"]], stimulus["id"], self.clients[number], fields),
            daemon=True)
        self.threads.append(thread)
        thread.start()

    def do(self, work, cause, connection, fields):
        try:
            event, more = work(connection, fields)
        except wire.ServerError as error:
            if error.code not in FAILED:
                send({"error": {"id": 0, "message": f"{error.code}: {error}"}})
                return
            connection.ask("ROLLBACK")
            event, more = "Failed", {}
        except OSError as error:
            send({"error": {"id": 0, "message": str(error)}})
            return
        send({"event": {"name": event, "fields": {"transaction": fields["transaction"], **more},
                        "source": "server", "answers": cause}})

    def begin(self, connection, _):
        connection.ask(f"BEGIN ISOLATION LEVEL {self.level.upper()}")
        connection.ask("SELECT 1")  # the snapshot is taken with the first statement
        return "Began", {}

    def get(self, connection, fields):
        rows = connection.ask(f"SELECT value FROM data WHERE row = {fields['row']}")
        return "Got", {"row": fields["row"], "value": rows[0][0]}

    def put(self, connection, fields):
        connection.ask(f"UPDATE data SET value = {fields['transaction']} WHERE row = {fields['row']}")
        return "Wrote", {}

    def commit(self, connection, _):
        connection.ask("COMMIT")
        return "Committed", {}

    def end_case(self, _):
        for thread in self.threads:
            thread.join()

    def run(self):
        actions = {"beginCase": self.begin_case, "stimulus": self.stimulus, "endCase": self.end_case}
        for line in sys.stdin:
            (kind, message), = json.loads(line).items()
            if kind == "hello":
                send({"ready": {"version": 1, "driver": "PostgreSQL driver"}})
                continue
            try:
                actions[kind](message)
                send({"done": {"id": message["id"]}})
            except Exception as error:  # whatever it is, the adapter tells the user
                send({"error": {"id": message["id"], "message": f"{type(error).__name__}: {error}"}})


def main():
    parser = argparse.ArgumentParser(description="The driver of PostgreSQL.")
    parser.add_argument("--level", default="serializable",
                        choices=["read committed", "repeatable read", "serializable"])
    Driver(parser.parse_args().level).run()


if __name__ == "__main__":
    main()
