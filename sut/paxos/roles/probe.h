// The end of the instrumentation inside a role: how a role reports to a point and asks it. Only
// files that are built twice (targets `paxos` and `paxos_instrumented`) include this.
//
// Without PAXOS_INSTRUMENTATION the macros compile to nothing: their arguments are not evaluated,
// and every question is answered with "go", the first pending value, and what is so anyway. With
// it, but without an Instrumentation object, the same answers hold. Thread safety: as the role that
// owns it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"

namespace paxos {

#ifdef PAXOS_INSTRUMENTATION

class Probe {
 public:
  explicit Probe(ReplicaId replica, Instrumentation* instrumentation = nullptr)
      : replica_(replica), instrumentation_(instrumentation) {}

  void Observe(Event event) const {
    event.replica = replica_;
    if (instrumentation_ != nullptr) instrumentation_->Observe(event);
  }
  bool Go(Event event) const {
    event.replica = replica_;
    if (instrumentation_ == nullptr) return true;
    instrumentation_->Observe(event);
    return instrumentation_->Decide(event) == Action::kGo;
  }
  std::optional<std::size_t> ChooseProposal(const std::vector<std::string>& pending) const {
    if (instrumentation_ == nullptr) return 0;
    return instrumentation_->ChooseProposal(replica_, pending);
  }
  bool Leads(bool elected) const {
    return instrumentation_ == nullptr ? elected : instrumentation_->Leads(replica_, elected);
  }
  Transport& Decorated(Transport& network) const {
    return instrumentation_ == nullptr ? network : instrumentation_->Decorate(replica_, network);
  }

 private:
  ReplicaId replica_;
  Instrumentation* instrumentation_;
};

// PAXOS_OBSERVE(probe, kPromised, .rnd = 3): fields in the order of Event.
#define PAXOS_OBSERVE(probe, constant, ...) \
  (probe).Observe(::paxos::Event{.point = ::paxos::Point::constant __VA_OPT__(, ) __VA_ARGS__})
// Observes the point, then asks; true: go.
#define PAXOS_GO(probe, constant, ...) \
  (probe).Go(::paxos::Event{.point = ::paxos::Point::constant __VA_OPT__(, ) __VA_ARGS__})

#else

class Probe {
 public:
  explicit Probe(ReplicaId, Instrumentation* = nullptr) {}
  std::optional<std::size_t> ChooseProposal(const std::vector<std::string>&) const { return 0; }
  bool Leads(bool elected) const { return elected; }
  Transport& Decorated(Transport& network) const { return network; }
};

#define PAXOS_OBSERVE(probe, constant, ...) static_cast<void>(0)
#define PAXOS_GO(probe, constant, ...) true

#endif  // PAXOS_INSTRUMENTATION

}  // namespace paxos
