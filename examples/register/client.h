// A client of the registers: reads and writes them with majorities of the replicas.
//
// Both operations have two phases. A write asks a majority for the newest timestamp and has a
// majority keep its value with a higher one. A read asks a majority for the newest state and has a
// majority keep it, so that no later read is older: who read it may have found it on one replica
// only, with its write still under way, or given up.
//
// Invariants: no two writes have the same timestamp, if no two clients have the same id and a
// client that has ended does not come back under its id. Not thread-safe.
// Source: H. Attiya, A. Bar-Noy, D. Dolev, "Sharing memory robustly in message-passing systems",
// JACM 42(1), 1995; for several writers: N. Lynch, A. Shvartsman, "Robust emulation of shared
// memory using dynamic quorum-acknowledged broadcasts", FTCS 1997.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "quorum/manager.h"
#include "register.quorum.h"

namespace abd {

/// What is wrong with a client, on purpose.
struct Bugs {
  bool no_write_back = false;  ///< a read does not have a majority keep what it read
  bool no_maximum = false;     ///< a phase one goes on with any state, not with the newest
  bool small_quorum = false;   ///< one replica less than a majority
  /// A writer does not remember the timestamps that it gave out, only those that it is told.
  bool own_timestamp_forgotten = false;
};

/// An operation after its first phase.
struct Operation {
  std::string name;  ///< of the register
  bool is_read = true;
  State state;  ///< what was read, or is written
};

class Client {
 public:
  /// Replicas are told apart by their place in the list.
  Client(int id, std::vector<std::string> replicas, const Bugs& bugs = {});

  /// Phase one. Nothing: no majority answered.
  std::optional<Operation> BeginRead(const std::string& name);
  std::optional<Operation> BeginWrite(const std::string& name, const std::string& value);
  /// Phase two, which may be tried again. False: no majority answered; then some replicas may keep
  /// the state, and nobody knows whether later reads find it.
  bool Finish(const Operation& operation);

  /// Makes new connections to these replicas, 1 being the first: the old ones would be tried again
  /// only after a while. Those to the others stay.
  void Reconnect(const std::set<int>& replicas);
  int replicas() const { return static_cast<int>(replicas_.size()); }

 private:
  std::optional<State> NewestOf(const std::string& name);

  const int id_;
  const std::vector<std::string> replicas_;
  const Bugs bugs_;
  std::map<std::string, std::int64_t> own_counters_;      ///< the last of each register
  std::vector<std::shared_ptr<grpc::Channel>> channels_;  ///< to the replicas, in their order
  std::unique_ptr<quorum::Manager> manager_;
  std::optional<ReplicaConfiguration> calls_;  ///< behind the manager that it refers to
};

}  // namespace abd
