// What the operators of terms are called in PNML, for those that are called by one name. Internal
// to pnml/.
#pragma once

#include <array>
#include <string_view>

#include "pnml/net.h"

namespace pnml {

struct NamedKind {
  std::string_view name;
  TermKind kind;
};

inline constexpr std::array kComparisons{
    NamedKind{"equality", TermKind::kEqual},
    NamedKind{"inequality", TermKind::kNotEqual},
    NamedKind{"lessthan", TermKind::kLess},
    NamedKind{"lessthanorequal", TermKind::kLessOrEqual},
    NamedKind{"greaterthan", TermKind::kGreater},
    NamedKind{"greaterthanorequal", TermKind::kGreaterOrEqual},
    NamedKind{"ltp", TermKind::kLess},  // of a partition's elements
    NamedKind{"gtp", TermKind::kGreater},
};
inline constexpr std::array kConnectives{
    NamedKind{"and", TermKind::kAnd},
    NamedKind{"or", TermKind::kOr},
    NamedKind{"not", TermKind::kNot},
    NamedKind{"imply", TermKind::kImply},
};
/// Of colours and multi-sets, whose operands are all terms.
inline constexpr std::array kConstructors{
    NamedKind{"tuple", TermKind::kTuple},
    NamedKind{"successor", TermKind::kSuccessor},
    NamedKind{"predecessor", TermKind::kPredecessor},
    NamedKind{"add", TermKind::kAdd},
    NamedKind{"subtract", TermKind::kSubtract},
};

}  // namespace pnml
