#include "cpn/net/step_kind.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cpn {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"",      "application", "network",
                                                    "timer", "fault",       "repair"};

}  // namespace

std::string_view NameOf(StepKind kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::optional<StepKind> StepKindOf(std::string_view name) {
  const auto* const found = std::find(kNames.begin() + 1, kNames.end(), name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<StepKind>(found - kNames.begin());
}

}  // namespace cpn
