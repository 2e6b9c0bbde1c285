#include "adapter/systems/paxos/oracles/observation.h"

#include <fmt/format.h>

namespace oracles {

std::string ToString(const FaultHappened& event) {
  return fmt::format("fault: {}", cases::ToString(event.fault));
}

std::string ToString(const Event& event) {
  return std::visit([](const auto& e) { return ToString(e); }, event);
}

}  // namespace oracles
