// What is seen of a run: stimuli and responses, and numbers for them.
//
// Two events are the same when their kind, their name and their fields are, whatever the order of
// the fields (as oracles::SameEvent; the source does not count).
// Invariant: the same events have the same number; numbers count from 0 in the order of Intern().
// Thread safety: plain values; a table is for one thread at a time.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cpn/lua/run/test_case.h"
#include "oracles/observed_event.h"

namespace conformance {

/// What the tester did (a stimulus) or the system did (a response), as the elements of suites name
/// it.
struct Event {
  cpn::lua::ObservationKind kind = cpn::lua::ObservationKind::kStimulus;
  oracles::ObservedEvent what;
};

/// "stimulus Request (client 1)".
std::string ToString(const Event& event);
bool SameEvent(const Event& a, const Event& b);
/// The canonical order: stimuli first, then by name, then by fields in the order of their names.
bool ComesBefore(const Event& a, const Event& b);

using EventId = std::uint32_t;

class EventTable {
 public:
  EventId Intern(const Event& event);
  /// Stays where it is. The fields are as they were when it was interned first.
  const Event& operator[](EventId id) const { return events_[id]; }
  std::size_t size() const { return events_.size(); }

 private:
  std::deque<Event> events_;
  std::unordered_map<std::string, EventId> ids_;  // by a text that all the same events have
  std::string key_;
};

}  // namespace conformance
