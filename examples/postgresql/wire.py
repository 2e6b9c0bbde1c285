"""A connection to PostgreSQL: what of its protocol, version 3, simple queries need.

Thread safety: a connection is one thread's.
"""

import socket
import struct


class ServerError(Exception):
    """The server refused a statement; `code` says why (SQLSTATE)."""

    def __init__(self, fields):
        super().__init__(fields.get("M", ""))
        self.code = fields.get("C", "")


class Connection:
    def __init__(self, address, user="test", database="postgres"):
        host, port = address.split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.input = self.socket.makefile("rb")
        words = ["user", user, "database", database, ""]
        body = struct.pack("!i", 3 << 16) + b"".join(word.encode() + b"\0" for word in words)
        self.socket.sendall(struct.pack("!i", len(body) + 4) + body)
        self.answer()

    def ask(self, statement):
        """The rows, as lists of texts."""
        body = statement.encode() + b"\0"
        self.socket.sendall(b"Q" + struct.pack("!i", len(body) + 4) + body)
        return self.answer()

    def answer(self):
        """Everything up to where the server is ready for the next statement."""
        rows, error = [], None
        while True:
            kind, length = struct.unpack("!ci", self.read(5))
            body = self.read(length - 4)
            if kind == b"D":
                rows.append(self.row(body))
            elif kind == b"E":
                fields = [part.decode() for part in body.split(b"\0") if part]
                error = ServerError({field[0]: field[1:] for field in fields})
                if error.code.startswith(("28", "3D", "53", "57")):  # the connection ends with it
                    raise error
            elif kind == b"Z":
                if error is not None:
                    raise error
                return rows

    @staticmethod
    def row(body):
        columns, place = [], 2
        for _ in range(struct.unpack("!h", body[:2])[0]):
            length = struct.unpack("!i", body[place:place + 4])[0]
            place += 4
            columns.append(body[place:place + length].decode() if length >= 0 else None)
            place += max(length, 0)
        return columns

    def read(self, count):
        data = self.input.read(count)
        if len(data) < count:
            raise OSError("the server closed the connection")
        return data

    def close(self):
        self.socket.close()
