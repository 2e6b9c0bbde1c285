// What can be said about the symmetry of a net without running it: inscriptions that are patterns
// may not name a value of a symmetric colour set, nor carry one to where it would count as
// another type's, and the initial marking must be the same under all permutations.
//
// Thread safety: free functions without state.
// Source: Jensen, "Coloured Petri Nets", vol. 2 (1995), ch. 3: consistent permutation symmetries.
#pragma once

#include <string>
#include <vector>

#include "cpn/net/net.h"
#include "cpn/symmetry/action.h"

namespace cpn::symmetry {

/// What a function of the model is for.
struct FunctionUse {
  std::string owner;               ///< "transition Request", "colour set Client"; empty: not used
  std::vector<ColourSetId> types;  ///< of its parameters
};

/// By FunctionId. Throws ModelError when two transitions that share a function mean variables by
/// the same name that are permuted differently.
std::vector<FunctionUse> UsesOfFunctions(const Model& model, const Action& action);

/// Throws ModelError where a subset with few values, which are computed once, has some values of
/// a symmetric set and not others.
void CheckSubsets(const Model& model, const Group& group, const Action& action,
                  ColourSets& colour_sets, Evaluator& evaluator);

/// Throws ModelError where the net tells apart values of what is declared symmetric.
void CheckNet(const Net& net, const Group& group, const Action& action, MultiSetStore& multisets,
              const ValueStore& values);

/// "1 and 2 exchanged", "1, 2 and 3 in turn".
std::string TextOf(const Group::Generator& generator, const Group& group, const ValueStore& values);
/// The name that the model gave to a symmetric set.
const std::string& NameOf(const Group& group, std::size_t set, const Model& model);

}  // namespace cpn::symmetry
