// A case of kind acceptortest: messages to one acceptor, in order. Plain values.
#pragma once

#include <optional>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cases/messages.h"

namespace cases {

/// Extension: the acceptor goes, and a new one starts from what it has saved.
struct RestartAcceptor {
  bool operator==(const RestartAcceptor&) const = default;
};

/// One message to the acceptor and what it must answer; no `reply` where it must refuse, and to a
/// restart.
struct AcceptorStep {
  std::variant<Prepare, Accept, RestartAcceptor> request;
  std::optional<std::variant<Promise, Learn>> reply;
  bool operator==(const AcceptorStep&) const = default;
};
struct AcceptorCase {
  std::vector<AcceptorStep> steps;
  bool operator==(const AcceptorCase&) const = default;
};

}  // namespace cases
