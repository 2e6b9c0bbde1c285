// What an occurrence of a transition is in the system that a net describes: a model says it so that
// walks by chance are likely ones, and so that faults can be told from what a system does itself.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cpn {

enum class StepKind : std::uint8_t { kNone, kApplication, kNetwork, kTimer, kFault, kRepair };

/// As models write it: "fault"; of kNone empty.
std::string_view NameOf(StepKind kind);
/// Nothing: there is no such kind.
std::optional<StepKind> StepKindOf(std::string_view name);

}  // namespace cpn
