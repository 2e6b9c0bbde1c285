// A driver for tests, in Python, good unless its play says otherwise.
//
// Pure function.
#pragma once

#include <string>

namespace adapter::external {

/// The text of the program. `play` redefines what it does: on_hello, on_begin, on_stimulus (which
/// reports the stimulus's fields as an event Echo), on_fault, on_end; send(message),
/// event(name, **fields) and done(message) help it.
inline std::string DriverPlaying(const std::string& play) {
  std::string program = R"(
import json, os, signal, sys, time

def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()

def event(name, **fields):
    send({"event": {"name": name, "fields": fields}})

def done(message):
    send({"done": {"id": message["id"]}})

def on_stimulus(message):
    event("Echo", **message["fields"])
    done(message)

def on_begin(message):
    done(message)

def on_end(message):
    done(message)

def on_fault(message):
    send({"log": {"line": ", ".join(message["actions"])}})
    done(message)

def on_hello(message):
    send({"ready": {"version": 1, "driver": "test"}})

@PLAY@

HANDLERS = {"hello": on_hello, "beginCase": on_begin, "stimulus": on_stimulus, "fault": on_fault,
            "endCase": on_end}
for line in sys.stdin:
    (kind, message), = json.loads(line).items()
    HANDLERS[kind](message)
)";
  return program.replace(program.find("@PLAY@"), 6, play);
}

}  // namespace adapter::external
