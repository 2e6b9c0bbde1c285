// What goes wrong in an execution of replicas, in the words of suites, and what of it they have no
// words for.
//
// Values, thread-safe as such.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/systematic/suites/happenings.h"
#include "xml/element.h"

namespace paxos {

/// A replica that goes: should it lead, the next one leads.
struct LeaderChange {
  std::size_t number = 0;  ///< of the choice
  int replica = 0;
  bool comes_back = false;
};

struct CaseFaults {
  std::vector<std::pair<int, int>> failures;  ///< phase and replica of leaders that fail
  std::vector<xml::Element> faults;           ///< `Drop`, `Crash`, ...
  std::vector<LeaderChange> changes;
  std::vector<std::string> left_out;  ///< a line each
};

CaseFaults FaultsOf(const Happenings& happenings);

/// Who leads a case of these faults, one after the other: the lowest of those that are there.
std::vector<int> LeadersOf(const CaseFaults& faults, int replicas);

}  // namespace paxos
