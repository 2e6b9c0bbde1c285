#include "adapter/addresses.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>

#include "sut/paxos/replica_server.h"

namespace adapter {
namespace {

// Abstract unix sockets vanish with their process, however it ends; their names are the machine's.
std::string UniqueUnixAddress() {
  static std::atomic<std::uint64_t> count{0};
  return fmt::format("unix-abstract:cpngen-adapter-{}-{}", ::getpid(), ++count);
}

}  // namespace

std::string ListenAddress(Transport transport) {
  switch (transport) {
    case Transport::kTcp:
      return "127.0.0.1:0";
    case Transport::kUnix:
      return UniqueUnixAddress();
    case Transport::kInProcess:
      return paxos::ReplicaServer::kInProcess;
  }
  return "";
}

}  // namespace adapter
