// The events that a specification shows, as far as they are known: names, and their fields.
//
// What a specification shows is a function of the binding element, so that its names are not
// listed anywhere. They are learned from the elements that the check has met, and from bindings of
// each transition that are near to an explaining marking. They serve for messages about what was
// misspelt; no verdict depends on them.
// Thread safety: as the automaton.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "conformance/automaton.h"
#include "conformance/event.h"

namespace conformance {

/// A name of an event that no known event has.
struct UnknownName {
  std::string message;                    ///< one line, with what was meant if something is near
  std::optional<std::size_t> field = {};  ///< which of the event's fields; none: it is its own name
  bool near = false;                      ///< it says what was meant
};

class Vocabulary {
 public:
  /// Learns from what the automaton has met, and from bindings near to what explains the position.
  Vocabulary(Automaton& automaton, Position& position);

  /// The first name of the event that is not known; nothing: all are, or too little is known.
  std::optional<UnknownName> FirstUnknown(const Event& event) const;

 private:
  using Names = std::set<std::string>;
  using Kind = cpn::lua::ObservationKind;

  void Learn(const Event& event);
  /// False: no binding was found.
  bool LearnFrom(Automaton& automaton, const cpn::Marking& marking, cpn::TransitionId transition);

  std::map<Kind, std::map<std::string, Names>> fields_;  // by kind and name
  bool complete_ = true;                                 // each transition has shown something
};

}  // namespace conformance
