"""Asks a node of etcd over its JSON gateway, by HTTP, with Python's standard library alone.

Thread safety: a Connection is one thread's; whoever wants several asks for several.
"""

import base64
import http.client
import json
import socket


class Unreachable(Exception):
    """Nothing was sent: nothing has happened."""


class Unknown(Exception):
    """The question was sent, and no answer came: nobody knows whether it took effect."""


def text(data):
    return base64.b64encode(data.encode()).decode()


def plain(data):
    return base64.b64decode(data).decode()


def below(prefix):
    """The end of the range of all keys that begin with the prefix."""
    return text(prefix[:-1] + chr(ord(prefix[-1]) + 1))


class Connection:
    """A connection to one node, made when it is needed."""

    def __init__(self, address):
        self.host, port = address.split(":")
        self.port = int(port)
        self.http = None
        self.given_up = []  # connections on which an answer may still come

    def ask(self, path, question, seconds):
        """The answer, as a table. Unknown when none came in time, or an error."""
        if self.http is None:
            self.http = self.connect(seconds)
        try:
            self.http.sock.settimeout(seconds)
            self.http.request("POST", "/v3/" + path, json.dumps(question))
            answer = self.http.getresponse()
            body = json.loads(answer.read())
        except socket.timeout:
            # The question is under way. Closing the connection would take it back, perhaps.
            self.given_up.append(self.http)
            self.http = None
            raise Unknown("no answer in time") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            self.close()
            raise Unknown(str(error)) from None
        if answer.status != 200:
            raise Unknown(body.get("error", str(answer.status)))
        return body

    def stream(self, path, question, seconds):
        """The answer as it comes: a file of lines, and what closes it."""
        connection = self.connect(seconds)
        try:
            connection.request("POST", "/v3/" + path, json.dumps(question))
            connection.sock.settimeout(seconds)
            lines = connection.getresponse()
            return lines, connection
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise Unknown(str(error)) from None

    def connect(self, seconds):
        connection = http.client.HTTPConnection(self.host, self.port, timeout=seconds)
        try:
            connection.connect()
        except OSError as error:
            raise Unreachable(str(error)) from None
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def close(self):
        if self.http is not None:
            self.http.close()
        self.http = None

    def forget(self):
        self.close()
        for connection in self.given_up:
            connection.close()
        self.given_up = []


# Questions ------------------------------------------------------------------------------------------


def get(key, serializable=False):
    return "kv/range", {"key": text(key), "serializable": serializable}


def value_in(answer):
    """0: there is no such key."""
    return int(plain(answer["kvs"][0]["value"])) if answer.get("kvs") else 0


def put(key, value):
    return "kv/put", {"key": text(key), "value": text(str(value))}


def delete(key):
    return "kv/deleterange", {"key": text(key)}


def swap(key, expected, value):
    """Stores the value if the key has the one that is expected; 0: if there is no such key."""
    if expected == 0:
        condition = {"target": "CREATE", "create_revision": "0"}
    else:
        condition = {"target": "VALUE", "value": text(str(expected))}
    return "kv/txn", {
        "compare": [{"key": text(key), "result": "EQUAL", **condition}],
        "success": [{"requestPut": {"key": text(key), "value": text(str(value))}}],
    }


def create(key, value, lease):
    """Makes the key if there is none, for as long as the lease lasts."""
    return "kv/txn", {
        "compare": [{"key": text(key), "result": "EQUAL", "target": "CREATE", "create_revision": "0"}],
        "success": [{"requestPut": {"key": text(key), "value": text(str(value)), "lease": lease}}],
    }


def put_if_holding(key, value, lock, token):
    """Stores the value if the lock's key is still the one that was made with this token."""
    return "kv/txn", {
        "compare": [{"key": text(lock), "result": "EQUAL", "target": "CREATE", "create_revision": token}],
        "success": [{"requestPut": {"key": text(key), "value": text(str(value))}}],
    }
