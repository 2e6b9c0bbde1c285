// A colour from its text, as ValueStore::Format() writes it: the way back for bindings in files.
//
// Thread safety: as the value store.
#pragma once

#include <optional>
#include <string_view>

#include "cpn/values/colour_sets.h"
#include "cpn/values/value.h"

namespace cpn::why {

/// The colour of this colour set that is written so; nothing when the text is no such colour.
/// Predicates of subsets are not asked.
std::optional<Value> ReadValue(std::string_view text, ColourSetId type,
                               const ColourSets& colour_sets, ValueStore& values);

}  // namespace cpn::why
