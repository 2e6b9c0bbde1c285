// Finds the run that shows why a formula holds, or does not, in the initial marking.
//
// How it works: from the formula down. An operator that speaks of some path, or denies one that
// speaks of all paths, is shown by a path; where that ends, the operand that explains it goes on.
// What no single path shows is left out and a note says so: the evidence is then the main path of a
// tree.
// Thread safety: none.
// Source: Clarke, Grumberg, McMillan & Zhao, "Efficient generation of counterexamples and witnesses
// in symbolic model checking" (1995).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cpn/ctl/labelling.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/search.h"

namespace cpn::ctl {

struct Explanation {
  Evidence evidence;
  std::vector<Note> notes;
};

/// Requires that `labels`, which must be of a graph with DeadMarkings::kEnd, are sure of it.
/// Nothing when only all runs together show it. `evidence.witness` is `holds`. What is said of a
/// formula without a name calls it by its operator and the name of the property.
std::optional<Explanation> Explain(Labelling& labels, std::string_view property,
                                   SubformulaId formula, bool holds);

}  // namespace cpn::ctl
