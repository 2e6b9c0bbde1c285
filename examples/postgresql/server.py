#!/usr/bin/env python3
"""Starts a server of PostgreSQL with a database of its own in the folder `data`.

  server.py --port PORT

PostgreSQL refuses to run as root. Root therefore becomes a user without rights first, in a user namespace,
where the folder is still its own.
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys


def programs():
    """The folder of Debian's newest PostgreSQL."""
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/postgres"))
    if not found:
        sys.exit("server.py: there is no PostgreSQL: apt-get install postgresql")
    return os.path.dirname(found[-1])


def main():
    parser = argparse.ArgumentParser(description="Starts a server of PostgreSQL.")
    parser.add_argument("--port", required=True)
    options = parser.parse_args()
    if os.geteuid() == 0:
        unshare = shutil.which("unshare") or sys.exit("server.py: there is no program unshare")
        os.execv(unshare, [unshare, "--user", "--map-user=1000", sys.executable, *sys.argv])
    folder = programs()
    if not os.path.exists("data"):
        subprocess.run([f"{folder}/initdb", "--pgdata=data", "--username=test", "--auth=trust",
                        "--encoding=UTF8", "--no-locale", "--no-sync"], check=True,
                       stdout=subprocess.DEVNULL)
    settings = {"listen_addresses": "127.0.0.1", "port": options.port, "unix_socket_directories": "",
                "fsync": "off", "shared_buffers": "16MB", "autovacuum": "off"}
    words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    os.execv(f"{folder}/postgres", [f"{folder}/postgres", "-D", "data", *words])


if __name__ == "__main__":
    main()
