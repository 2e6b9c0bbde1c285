// What the worlds of the replicas are made of.
#pragma once

#include <functional>
#include <optional>

#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"
#include "systematic/environment/network.h"
#include "systematic/environment/processes.h"
#include "systematic/environment/timers.h"

namespace paxos {

/// What is judged besides contracts, storages and clients.
struct Judged {
  bool safety = true;      ///< without: some peer is a modelled one that may say anything
  bool liveness = true;    ///< answered, leader
  bool detectors = false;  ///< completeness, accuracy
};

struct WorldOptions {
  int replicas = 3;
  std::optional<QuorumSizes> quorums;  ///< none: majorities
  int clients = 2;
  int waiters = 0;  ///< further clients, who propose nothing and wait for the value
  systematic::NetworkOptions network;
  int crashes = 1;          ///< of replicas, by choice
  int dead = 0;             ///< replicas that may stay dead after the heal
  int leader_failures = 1;  ///< leaders that fail as they are told to
  int failed_saves = 1;     ///< writes that fail, with the record written or not
  int false_leaders = 2;    ///< times that a replica is wrong about whether it leads
  /// Calls of a replica to itself may go through at once, instead of over the network: chosen for
  /// each execution.
  bool may_call_itself_at_once = true;
  systematic::Microseconds delay = 100'000;    ///< first period of the failure detectors
  systematic::Microseconds delta = 50'000;     ///< its growth
  systematic::Microseconds timeout = 200'000;  ///< of calls
  /// Periods of each replica that may end before time is on; each may make a delay grow.
  int untimed_periods = 12;
  systematic::Microseconds horizon = 20'000'000;  ///< of time, once it is on
  bool timed = false;       ///< time is on from the start, and not only after the heal
  bool to_the_end = false;  ///< runs to the horizon, also when all that is owed has come
  /// One replica is real, the others may say anything that is well-formed (peers.h).
  bool hostile = false;
  Judged judged;
  /// Told of each event of each real replica; empty: nobody is.
  std::function<void(const Event&)> observe = {};

  QuorumSizes Quorums() const { return quorums.value_or(QuorumSizes::Majority(replicas)); }
};

}  // namespace paxos
