// The examinations of the Model Checking Contest, on one net.
//
// An answer is printed only when it is sure; where a limit was met first, it says CANNOT_COMPUTE.
// CTL is over maximal paths (docs/properties.md), as in the contest.
// Thread safety: free functions without state. Source: https://mcc.lip6.fr (submission manual).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/explore/exploration.h"
#include "mcc/formula.h"
#include "mcc/loaded_net.h"

namespace mcc {

enum class Examination : std::uint8_t {
  kStateSpace,
  kReachabilityDeadlock,
  kQuasiLiveness,
  kLiveness,
  kUpperBounds,
  kReachabilityCardinality,
  kReachabilityFireability,
  kCtlCardinality,
  kCtlFireability,
};

/// As the contest writes it: "CTLFireability".
std::string_view NameOf(Examination examination);
/// Nothing when there is none of that name.
std::optional<Examination> ExaminationOf(std::string_view name);
std::vector<std::string> ExaminationNames();
/// Does it read formulas, from a file NAME.xml?
bool HasFormulas(Examination examination);

/// The lines of an examination, in the contest's form, and whether all answers are sure.
struct Answers {
  std::vector<std::string> lines;
  bool complete = true;
};

/// `properties` are those of the examination's file, if it has one. Throws cpn::ModelError.
Answers Examine(LoadedNet& net, Examination examination, const std::vector<Property>& properties,
                const cpn::ExplorationOptions& limits);

}  // namespace mcc
