// Which binding elements belong to one machine, for strategies that give priorities to machines.
//
// A protocol's net is often folded: one module stands for all processes, and a token says whose it
// is. What a thread is to a program is then neither a transition nor a module, but a process: the
// value of a variable. By the rule kProcess it is looked for in this order: on a place from which
// the transition takes a token and to which it gives one back (the state of the process that takes
// the step; of a message that it takes, the variables may name the sender), on other input places,
// on places that it tests, among all its variables. It counts when its colour set is an
// enumeration, a range or an index. A transition without such a variable belongs to its module
// instance, and, in the top module, to itself.
// Invariants: names do not depend on the engine, so that all workers part alike.
// Thread safety: as the engine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/engine/engine.h"

namespace nets {

struct MachineRule {
  enum class Kind : std::uint8_t {
    kProcess,
    kTransition,
    kBinding,    ///< each binding element is a machine of its own
    kVariables,  ///< the value of the first of `variables` that a transition has
  };
  Kind kind = Kind::kProcess;
  std::vector<std::string> variables = {};
};

/// Reads "process", "transition", "binding" or "var:NAME,NAME"; nothing for other texts.
std::optional<MachineRule> ParseMachineRule(std::string_view text);

class Machines {
 public:
  /// The engine must outlive this.
  Machines(const cpn::Engine* engine, MachineRule rule);

  /// "Replica 2", "Coordinator", "Ws.Vote", ...
  std::string NameOf(cpn::BindingElementId element) const;

 private:
  const cpn::Engine* engine_;
  MachineRule rule_;
  std::vector<std::optional<std::uint32_t>> variables_;  // by transition: the one that decides
};

}  // namespace nets
