// Random nets for what reductions look at: several tokens in a place, of small colour sets and of
// others, transitions that move them by variables, and often apart from each other; lists that are
// only inserted into; sometimes test, inhibitor and reset arcs, guards and priorities. Most runs
// end: what is put goes mostly to places further on.
//
// The same seed makes the same model anywhere.
#pragma once

#include <cstdint>
#include <memory>

#include "cpn/testing/testing.h"

namespace differential {

std::unique_ptr<cpn::testing::ModelBuilder> RandomPartsModel(std::uint64_t seed);

}  // namespace differential
