// Something that a system under test did, in no system's words: a name and fields. What the steps
// of a case expect is compared with these.
//
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "xml/element.h"

namespace oracles {

struct ObservedEvent {
  std::string name;
  /// Names and values, in the order in which the system gave them. A field of a field has a name
  /// with a slash: "Vote/WorkerID".
  std::vector<std::pair<std::string, std::string>> fields;
  std::string source;  ///< which part of the system says so; empty: unknown
  bool operator==(const ObservedEvent&) const = default;
};

/// What a response of a case stands for: its name and its leaves; a leaf without children has one
/// field without a name. Attributes are fields with an @ before their name.
ObservedEvent EventOf(const xml::Element& response);

/// One line: "Decision (WorkerID 1, DecisionValue 0)", behind "source: " where it has one.
std::string ToString(const ObservedEvent& event);

/// Whether they have the same name and the same fields, whatever their order. The source does not
/// count.
bool SameEvent(const ObservedEvent& a, const ObservedEvent& b);

}  // namespace oracles
