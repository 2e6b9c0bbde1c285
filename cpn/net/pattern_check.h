// Can a pattern match, or build, a colour of a colour set at all? Says no at load time to what
// would silently never match, or would build what its place cannot hold.
#pragma once

#include <optional>
#include <string>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"

namespace cpn {

/// What a pattern is for: against a token `_` and records without all fields are fine; to build a
/// token every part must have a value.
enum class PatternUse { kMatch, kBuild };

/// What is wrong with `pattern` for `set`, in words; nothing when it can match or build.
std::optional<std::string> PatternProblem(const Pattern& pattern, ColourSetId set, PatternUse use,
                                          const TransitionDeclaration& transition,
                                          ColourSets& colour_sets, Evaluator& evaluator);

/// Is every colour of `a` one of `b`, as far as their declarations show?
bool Includes(const ColourSets& colour_sets, ColourSetId b, ColourSetId a);

/// May `a` and `b` have a colour in common, as far as their declarations show?
bool MayOverlap(const ColourSets& colour_sets, ColourSetId a, ColourSetId b);

}  // namespace cpn
