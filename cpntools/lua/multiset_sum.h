// Sums of multi-sets, 2`x ++ 1`y ++ zs, as lists.
#pragma once

#include "cpntools/lua/call_writer.h"
#include "cpntools/lua/code.h"
#include "cpntools/lua/value_writer.h"
#include "cpntools/ml/ast.h"

namespace cpntools {

/// What is written token by token becomes one list, what is computed is appended to it.
Code MultisetSum(ValueWriter& values, CallWriter& calls, const ml::Expression& e);

}  // namespace cpntools
