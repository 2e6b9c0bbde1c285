#!/usr/bin/env python3
"""A driver for benchmarks that has no system: every stimulus is done at once, and one named Echo is
reported as an event before. Written as a user would write one.

  null_driver.py          speaks JSON over its standard input and output; the standard library suffices
  null_driver.py PORT     speaks gRPC, and listens at that port; needs python3-grpcio, and driver_pb2.py of
                          protoc in the path
"""

import asyncio
import json
import sys

NAME = "null driver in Python"


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def speak_json():
    for line in sys.stdin:
        (kind, message), = json.loads(line).items()
        if kind == "hello":
            send({"ready": {"version": 1, "driver": NAME}})
            continue
        if kind == "stimulus" and message["name"] == "Echo":
            send({"event": {"name": "Echo", "fields": message["fields"]}})
        send({"done": {"id": message["id"]}})


async def speak_grpc(port):
    import grpc
    from adapter.driver_protocol import driver_pb2

    over = asyncio.Event()

    async def answers(messages):
        async for message in messages:
            kind = message.WhichOneof("message")
            what = getattr(message, kind)
            if kind == "hello":
                yield driver_pb2.FromDriver(ready=driver_pb2.Ready(version=1, driver=NAME))
                continue
            if kind == "stimulus" and what.name == "Echo":
                yield driver_pb2.FromDriver(event=driver_pb2.Event(name="Echo", fields=what.fields))
            yield driver_pb2.FromDriver(done=driver_pb2.Done(id=what.id))

    async def run(messages, _):
        try:
            async for answer in answers(messages):
                yield answer
        finally:
            over.set()

    handler = grpc.stream_stream_rpc_method_handler(
        run,
        request_deserializer=driver_pb2.ToDriver.FromString,
        response_serializer=driver_pb2.FromDriver.SerializeToString)
    server = grpc.aio.server()
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("cpngen.driver.Driver", {"Run": handler}),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    await over.wait()  # the adapter has ended its stream
    await server.stop(0)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        asyncio.run(speak_grpc(sys.argv[1]))
    else:
        speak_json()
