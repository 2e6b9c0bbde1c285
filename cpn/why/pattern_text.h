// A pattern under a binding, as people write it: variables by their values, `_` where anything may
// stand.
#pragma once

#include <span>
#include <string>

#include "cpn/engine/compiled_pattern.h"
#include "cpn/engine/engine.h"

namespace cpn::why {

/// Variables without a value stand for themselves.
std::string PatternText(const Engine& engine, TransitionId transition,
                        const CompiledPattern& pattern, std::span<const Value> values);

}  // namespace cpn::why
