// Binding elements as text.
#pragma once

#include <string>

#include "cpn/engine/marking.h"

namespace cpn {

/// "(b = [(1, yes)], d = commit)"; wildcards follow the variables as `_ = ...`; "()" for none.
std::string FormatBinding(const Net& net, const BindingElement& element, const ValueStore& values);

}  // namespace cpn
