// paxos_server with instrumentation: the same program, that writes down what it does in the file
// that the environment variable PAXOS_EVENT_LOG names. For tests only.
#include <cstdlib>
#include <iostream>
#include <memory>
#include <utility>

#include "sut/paxos/programs/server_program.h"
#include "tests/durability/event_log.h"

int main(int argc, char** argv) {
  const char* const path = std::getenv("PAXOS_EVENT_LOG");
  if (path == nullptr) {
    std::cerr << "observed_server: PAXOS_EVENT_LOG must name a file\n";
    return 2;
  }
  durability::EventLog log(path);
  paxos::ServerHooks hooks;
  hooks.instrumentation = &log;
  hooks.decorate_storage = [&log](std::unique_ptr<paxos::Storage> storage) {
    return log.Logged(std::move(storage));
  };
  return paxos::RunServerProgram(argc, argv, hooks);
}
