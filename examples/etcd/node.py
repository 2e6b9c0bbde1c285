#!/usr/bin/env python3
"""Starts a node: becomes etcd, with the options that make three of them a cluster on this machine.

  node.py --name NAME --client PORT --peer PORT --network HOST:PORT [--with-bug wiped] [--joins HOW] ...

Bug, to see that tests find it:
  wiped   a node that is started again has lost its data, and joins under its old name all the same: as
          one of a cluster that exists, as etcd wants it while others run, or as one of a new cluster
"""

import argparse
import os
import shutil
import sys

NODES = ("node1", "node2", "node3")


def address(name):
    # No packet can go there: network.py knows where it is.
    return f"http://0.0.0.{name[-1]}:2380"


def main():
    parser = argparse.ArgumentParser(description="Starts a node.")
    parser.add_argument("--name", choices=NODES, required=True)
    parser.add_argument("--client", type=int, required=True)
    parser.add_argument("--peer", type=int, required=True)
    parser.add_argument("--network", required=True)
    parser.add_argument("--heartbeat", type=int, default=20, help="milliseconds")
    parser.add_argument("--election", type=int, default=200, help="milliseconds")
    parser.add_argument("--with-bug", choices=["wiped"])
    parser.add_argument("--joins", choices=["existing", "new"], default="existing")
    options = parser.parse_args()

    data, state = "data", "new"
    if os.path.exists(data) and options.with_bug == "wiped":
        shutil.rmtree(data)
        state = options.joins

    environment = dict(os.environ, HTTP_PROXY=f"socks5://{options.network}", NO_PROXY="")
    client = f"http://127.0.0.1:{options.client}"
    command = [
        "etcd", "--name", options.name, "--data-dir", data,
        "--listen-client-urls", client, "--advertise-client-urls", client,
        "--listen-peer-urls", f"http://127.0.0.1:{options.peer}",
        "--initial-advertise-peer-urls", address(options.name),
        "--initial-cluster", ",".join(f"{name}={address(name)}" for name in NODES),
        "--initial-cluster-state", state,
        "--heartbeat-interval", str(options.heartbeat), "--election-timeout", str(options.election),
        "--logger", "zap", "--log-outputs", "stderr", "--log-level", "warn",
    ]
    try:
        os.execvpe("etcd", command, environment)
    except FileNotFoundError:
        sys.exit("node.py: there is no program etcd: apt-get install etcd-server")


if __name__ == "__main__":
    main()
