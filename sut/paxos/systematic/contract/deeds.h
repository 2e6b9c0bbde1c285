// What one replica did in one step, in its order, and the comparison with what its contract says
// that it does.
//
// Invariants: Expect and Take go through the deeds in order; the first difference is kept as the
// complaint, and what follows is its consequence. Clear() keeps the memory.
// Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sut/paxos/roles/instrumentation.h"
#include "sut/paxos/roles/types.h"

namespace paxos {

/// Calls between replicas.
enum class Method : std::uint8_t { kPrepare, kAccept, kCommit, kPing };

/// One thing that a replica does. Fields that a kind does not have are empty.
struct Deed {
  enum class Kind : std::uint8_t {
    kEvent,    ///< reports `event`
    kSave,     ///< writes a record: record (its kind), event.rnd, event.value
    kSend,     ///< calls `to`: method, event.rnd, event.value; flag (a ping's "learned")
    kTimer,    ///< starts the timer of a period: event.period is its delay in microseconds
    kAnswer,   ///< answers a call: method; flag: it agrees; rnd, promised, vrnd and vval, value
    kSilence,  ///< does not answer a call: method
    kClient,   ///< answers a client: event.value; flag: not with "no reply"
    kGo,       ///< asks whether it goes on: flag is the answer
    kChoose,   ///< asks which of `pending` it proposes: event.period is the answer, if any
    kLeads,    ///< asks whether it leads: flag is what it believes, leads the answer
  };
  Kind kind = Kind::kEvent;
  Method method = Method::kPrepare;
  std::uint8_t record = 0;
  bool flag = false;
  bool leads = false;
  ReplicaId to = 0;
  Event event = {};
  std::vector<std::string> pending = {};
};

/// For people, one line: "sends Accept to 2 (round 3, \"v1\")".
std::string ToString(const Deed& deed);

class Deeds {
 public:
  // What a replica does.
  void Add(Deed deed) { all_.push_back(std::move(deed)); }
  bool empty() const { return all_.empty(); }
  void Clear();

  // What it should do.
  /// The next deed is this one. Decisions that a deed asks for are not compared.
  void Expect(const Deed& expected);
  /// The next deed is of this kind: the deed; nothing after a difference.
  const Deed* Take(const Deed& expected);
  /// There is no further deed.
  void ExpectEnd();

  /// The first difference, as "should ..., but ..."; empty: none.
  const std::string& complaint() const { return complaint_; }

 private:
  std::vector<Deed> all_;
  std::size_t next_ = 0;
  std::string complaint_;
};

}  // namespace paxos
