// Colours from one model's store to another's: workers load the model once each, and their results
// meet in one.
#pragma once

#include "cpn/values/value.h"

namespace generator {

/// The value of `to` that equals `value` of `from`. No other thread may use `to` meanwhile.
cpn::Value CopyValue(const cpn::ValueStore& from, cpn::Value value, cpn::ValueStore& to);

}  // namespace generator
