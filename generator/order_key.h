// Texts that are in the same order as what they stand for, so that programs which have no model can
// sort what a model observed.
//
// Invariant: OrderKey(a) < OrderKey(b), byte by byte, exactly when a comes before b in the order of
// TestSpecification::Compare() (ValueStore::Compare() for values); keys are of letters, digits and
// a few signs of ASCII. How: no key is the beginning of another one; numbers have a fixed width, a
// text is its bytes as hexadecimal digits up to a sign below all digits, a list is "+" and a key
// for each part up to that sign.
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "cpn/lua/run/test_specification.h"
#include "cpn/values/value.h"

namespace generator {

std::string OrderKey(const cpn::ValueStore& values, cpn::Value value);
/// Of an observation whose fields are of `values`.
std::string OrderKey(const cpn::ValueStore& values, const cpn::lua::Observation& observation);

/// Whether the key is of a stimulus; requires a key of an observation.
bool IsStimulusKey(const std::string& key);

}  // namespace generator
