#!/usr/bin/env python3
"""The network between the nodes: every connection from one etcd to another one goes through here.

An etcd node has one address for all others, so that a link for each pair of nodes cannot have an address
of its own. Therefore the nodes know each other by addresses where no packet goes (0.0.0.1 for node 1), and reach
them through a SOCKS 5 proxy (RFC 1928), which is this program: it knows where each of them is. A node's way
to this program and the way from here to a node are links of the adapter, which can cut them.

  network.py PORT... -- ADDRESS=HOST:PORT...
"""

import socket
import sys
import threading

VERSION, NO_PASSWORD, CONNECT, IPV4 = 5, 0, 1, 1
GRANTED, UNREACHABLE = b"\5\0\0\1\0\0\0\0\0\0", b"\5\5\0\1\0\0\0\0\0\0"


def read(connection, count):
    data = b""
    while len(data) < count:
        more = connection.recv(count - len(data))
        if not more:
            raise OSError("the connection ended")
        data += more
    return data


def address_asked_for(connection):
    """The address in the request that a connection begins with."""
    _, methods = read(connection, 2)
    read(connection, methods)
    connection.sendall(bytes([VERSION, NO_PASSWORD]))
    _, command, _, kind = read(connection, 4)
    if (command, kind) != (CONNECT, IPV4):
        raise OSError("a request that is not to connect to an address of IPv4")
    address = socket.inet_ntoa(read(connection, 4))
    read(connection, 2)  # the port: each address has one
    return address


def copy(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(connection, places):
    with connection:
        try:
            host, port = places[address_asked_for(connection)].split(":")
            target = socket.create_connection((host, int(port)))
        except OSError:
            try:
                connection.sendall(UNREACHABLE)
            except OSError:
                pass
            return
        with target:
            for end in (connection, target):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            connection.sendall(GRANTED)
            back = threading.Thread(target=copy, args=(target, connection), daemon=True)
            back.start()
            copy(connection, target)
            back.join()


def accept(listener, places):
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=serve, args=(connection, places), daemon=True).start()


def main():
    middle = sys.argv.index("--")
    places = dict(place.split("=", 1) for place in sys.argv[middle + 1:])
    for port in sys.argv[1:middle]:
        listener = socket.create_server(("127.0.0.1", int(port)), backlog=64)
        threading.Thread(target=accept, args=(listener, places), daemon=True).start()
    print("network: listening", flush=True)
    threading.Event().wait()


if __name__ == "__main__":
    main()
