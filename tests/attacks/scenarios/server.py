"""What clients do to paxos_server, and whether it serves afterwards.

  server.py BIN SCENARIO

One replica, which is its own majority. Exit code 0: it served as it should; 1: it did not, and one line
says how.
"""

import os
import random
import resource
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

MOST_MEMORY = 600 << 20  # 256 MiB are for connections and calls, as gRPC counts
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


class Wrong(Exception):
    pass


def require(condition, complaint):
    if not condition:
        raise Wrong(complaint)


def until(condition, complaint, seconds=8):
    end = time.monotonic() + seconds
    while not condition():
        require(time.monotonic() < end, complaint)
        time.sleep(0.02)


class Server:
    def __init__(self, programs, folder=None, descriptors=None):
        self.programs = programs
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self.descriptors = descriptors
        self.process = None

    def start(self):
        command = [f"{self.programs}/paxos_server", "--id", "0", "--peers", f"0=127.0.0.1:{self.port}", "--grace", "200"]
        if self.folder:
            command += ["--data-dir", self.folder]
        if self.descriptors:
            command = ["sh", "-c", f'ulimit -n {self.descriptors} && exec "$@"', "sh", *command]
        self.process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        until(lambda: self.process.poll() is not None or self._accepts(), "does not accept connections")
        return self

    def _accepts(self):
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        return connection

    def client(self, *words, timeout=15_000):
        return subprocess.run([f"{self.programs}/paxos_client", "--servers", f"0=127.0.0.1:{self.port}", "--timeout",
                               str(timeout), *words], capture_output=True, text=True, check=False)

    def serves(self, value="value"):
        """The value that is decided."""
        require(self.process.poll() is None, f"has ended with {self.process.returncode}")
        answer = self.client("propose", value)
        require(answer.returncode == 0, f"does not decide: {answer.stderr.strip()[:200]}")
        return answer.stdout.strip()

    def memory(self):
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return 0

    def kill(self):
        self.process.kill()
        self.process.wait()

    def end(self):
        self.process.terminate()
        try:
            code = self.process.wait(8)
        except subprocess.TimeoutExpired:
            raise Wrong("does not end when it is told to") from None
        require(code == 0, f"ended with {code}")


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


def header(name, value):
    """HPACK: a literal that is not indexed, with a new name."""
    return b"\0" + bytes([len(name)]) + name + bytes([len(value)]) + value


def call(stream, path, message=b""):
    block = b"".join(header(*pair) for pair in ((b":method", b"POST"), (b":scheme", b"http"), (b":path", path), (b":authority", b"x"),
                                                (b"content-type", b"application/grpc"), (b"te", b"trailers")))
    return frame(1, 4, stream, block) + frame(0, 1, stream, struct.pack(">BI", 0, len(message)) + message)


def propose(server):
    require(server.serves("first") == "first", "decided another value")
    require(server.serves("second") == "first", "decided twice")


def garbage(server):
    chance = random.Random(1)
    for number in range(200):
        with server.connect() as connection:
            try:
                connection.sendall((PREFACE if number % 2 else b"") + chance.randbytes(chance.randint(1, 4_000)))
            except OSError:
                pass  # it has closed the connection
    server.serves()


def half_open(server):
    held = []
    for _ in range(200):
        held.append(server.connect())
        held[-1].sendall(PREFACE[:12])
    server.serves()


def idle(server):
    held = [server.connect() for _ in range(500)]
    server.serves()
    for connection in held:
        connection.close()
    server.serves()


def descriptors(server):
    held = []
    for _ in range(1_100):
        try:
            held.append(server.connect())
        except OSError:
            break
    time.sleep(0.5)
    for connection in held:
        connection.close()
    until(lambda: server.client("propose", "value", timeout=1_000).returncode == 0, "serves nobody once descriptors are free", 15)
    server.serves()


def calls(server):
    with server.connect() as connection:
        connection.sendall(PREFACE + frame(4, 0, 0))
        connection.settimeout(2)
        try:
            for begin in range(1, 40_001, 200):
                connection.sendall(b"".join(call(2 * i + 1, b"/paxos.Paxos/Wait") for i in range(begin, begin + 200)))
        except OSError:
            pass  # it refuses more, or reads no more
        server.serves()
    require(server.memory() < MOST_MEMORY, f"takes {server.memory() >> 20} MB for the calls of one connection")
    server.serves()


def terminated(server):
    held = [server.connect() for _ in range(20)]
    waiting = subprocess.Popen([f"{server.programs}/paxos_client", "--servers", f"0=127.0.0.1:{server.port}", "wait"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    time.sleep(0.3)
    server.end()
    waiting.terminate()
    waiting.wait()
    del held
    server.start()


def two_on_one_folder(server):
    other = Server(server.programs, server.folder)
    other.start()
    require(other.process.poll() == 2, f"a second one on the folder: {other.process.poll()}")
    server.serves()


def torn_log(server):
    value = server.serves("torn")
    server.kill()
    log = Path(server.folder) / "log"
    whole = log.read_bytes()
    log.write_bytes(whole + b"\x10\x00")
    server.start()
    require(server.process.poll() == 2, f"a tail that begins no record is taken: {server.process.poll()}")
    log.write_bytes(whole[:len(whole) // 2] + bytes([whole[len(whole) // 2] ^ 0x40]) + whole[len(whole) // 2 + 1:])
    server.start()
    require(server.process.poll() == 2, f"a log with a changed byte is taken: {server.process.poll()}")
    log.write_bytes(whole)
    server.start()
    require(server.serves("other") == value, "what was decided has changed")


def long_value(server):
    answer = server.client("propose", "x" * 120_000)
    require(answer.returncode in (0, 1, 2), f"a long value: {answer.returncode}")
    server.serves()


def kills(server):
    value = server.serves("kept")
    for number in range(5):
        server.process.send_signal(signal.SIGKILL)
        server.process.wait()
        server.start()
        require(server.serves(f"later {number}") == value, "forgot what was decided")


SCENARIOS = {
    "propose": (propose, {}), "garbage": (garbage, {}), "half-open": (half_open, {}), "idle": (idle, {}),
    "descriptors": (descriptors, {"descriptors": 1_024}), "calls": (calls, {}), "terminated": (terminated, {}),
    "two-on-one-folder": (two_on_one_folder, {"folder": "data"}), "torn-log": (torn_log, {"folder": "data"}),
    "long-value": (long_value, {}), "kills": (kills, {"folder": "data"}),
}


def main():
    programs, name = sys.argv[1:]
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 8_192) if most > 0 else 8_192, most))
    scenario, settings = SCENARIOS[name]
    with tempfile.TemporaryDirectory() as folder:
        if "folder" in settings:
            settings = {**settings, "folder": os.path.join(folder, "data")}
        server = Server(programs, **settings).start()
        try:
            scenario(server)
            server.end()
        finally:
            if server.process.poll() is None:
                server.kill()


if __name__ == "__main__":
    try:
        main()
    except Wrong as wrong:
        print(f"paxos_server: {wrong}", file=sys.stderr)
        sys.exit(1)
