// The cases of a transition: what its conditional arcs and computed multi-sets can yield, and when.
// Internal to pnml/.
//
// Thread safety: none; as the model.
#pragma once

#include <map>
#include <vector>

#include "pnml/exported_functions.h"

namespace pnml {

/// One case: what each function yields, and the condition of the case.
struct TransitionCase {
  std::map<cpn::FunctionId, bool> conditions;
  std::map<cpn::FunctionId, cpn::MultiSet> multisets;
  Term condition;
};

/// What the cases are made of.
struct CaseFunctions {
  std::vector<cpn::FunctionId> conditions;                ///< of conditional arcs
  std::map<cpn::FunctionId, cpn::ColourSetId> multisets;  ///< of computed multi-sets
};

/// In the order of the bindings that they come first in; exactly one holds for each binding that
/// the guards allow. One case, always true, when there are no functions. Throws Refusal.
std::vector<TransitionCase> CasesOf(const CaseFunctions& functions, ExportedFunctions& exported,
                                    TransitionVariables& variables, ExportedSorts& sorts);

}  // namespace pnml
