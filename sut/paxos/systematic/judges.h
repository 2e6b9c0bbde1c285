// The monitors of a world of replicas, and who tells them.
//
//   safety      the rules of sut/paxos/oracles/safety.h
//   contract    the headers of the replica and its roles, step by step
//   storage     no record breaks the invariants of storage.h
//   client      a question is answered once
//   answered    after the heal, each replica that lives answers whom it owes an answer
//   completeness, accuracy   of the failure detectors, with time on
//   leader      after the heal, all that live follow the lowest of them
// Not thread-safe: belongs to one execution.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "sut/paxos/oracles/safety.h"
#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/storage.h"
#include "sut/paxos/systematic/monitors/liveness.h"
#include "sut/paxos/systematic/options.h"
#include "systematic/monitor.h"
#include "systematic/scheduler.h"

namespace paxos {

/// A monitor that others feed: it only has a name.
class NamedMonitor : public systematic::Monitor {
 public:
  explicit NamedMonitor(std::string_view name) : name_(name) {}
  std::string_view name() const override { return name_; }

 private:
  std::string_view name_;
};

class Judges {
 public:
  Judges(systematic::Scheduler& scheduler, const systematic::Processes& processes,
         const systematic::Clients& clients, const WorldOptions& options);

  void OnEvent(const Event& event);
  void OnStart(ReplicaId id);
  void OnSaved(ReplicaId id, const StoredState& state);
  void OnPeriod(ReplicaId id, Duration delay);
  void OnAsked(int client, const std::string& value);
  void OnAnswered(int client, const std::string& value);

  void BrokeContract(ReplicaId id, const std::string& complaint);
  void BrokeStorage(ReplicaId id, const Record& record, const StoredState& state);
  void AnsweredTwice(int client, ReplicaId id);

  void Heal() { living_.Heal(); }
  /// Leaders that failed, and are up.
  int failed_leaders() const { return living_.Failed(); }
  /// All that is owed has come.
  bool content() const;

 private:
  template <typename SafetyEvent>
  void Tell(const SafetyEvent& event);
  void TellEvent(const Event& event);
  void FailIfUnsafe();

  systematic::Scheduler& scheduler_;
  const Judged judged_;
  oracles::SafetyOracles oracles_;
  NamedMonitor safety_{"safety"};
  NamedMonitor contract_{"contract"};
  NamedMonitor storage_{"storage"};
  NamedMonitor client_{"client"};
  Living living_;
  Answered answered_;
  OneLeader leader_;
  Complete completeness_;
  Accurate accuracy_;
};

}  // namespace paxos
