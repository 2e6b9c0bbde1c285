// The channels of a replica or a client to all replicas, when these are processes of their own.
//
// They are not those of a quorum::Manager, because a test must know when a replica that came back
// is reached again: a channel that says that it is connected may not know yet that the other end
// was killed, and one that was refused waits before it tries again.
//
// Invariants: a channel shares no connection with another one. Thread-safe.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "quorum/manager.h"

namespace adapter {

class Channels {
 public:
  /// To replicas 0, 1, ... at these addresses; connects to nobody yet.
  explicit Channels(const std::vector<std::string>& addresses);

  std::vector<quorum::Endpoint> Endpoints() const;

  /// Waits until the servers of these replicas have answered, each on the connection that there is
  /// now. Returns those that have not in that time.
  std::vector<quorum::NodeId> Unreached(const std::vector<quorum::NodeId>& replicas,
                                        std::chrono::milliseconds patience) const;

 private:
  std::vector<std::string> addresses_;
  std::vector<std::shared_ptr<grpc::Channel>> channels_;
};

}  // namespace adapter
