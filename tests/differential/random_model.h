// Random small models that use everything the engine knows: all kinds of colour sets, patterns,
// lets, guards, priorities, inhibitor, reset and test arcs, conditional and computed inscriptions,
// modules with several instances at several levels, fusion sets.
//
// The same seed makes the same model anywhere. Inscriptions are pure pseudo-random functions of
// their arguments. Flatten() accepts every model; in a few an output token is no colour of its
// place.
#pragma once

#include <cstdint>
#include <memory>

#include "cpn/testing/testing.h"

namespace differential {

std::unique_ptr<cpn::testing::ModelBuilder> RandomModel(std::uint64_t seed);

/// A small net with up to two rows of transitions beside it that often commute with all others, and
/// sometimes just do not: something else takes, tests or must not find their tokens, priorities
/// differ, they go in circles, or a token does not tell their bindings. Names of those that should
/// be silent begin with "Silent".
std::unique_ptr<cpn::testing::ModelBuilder> RandomCommutingModel(std::uint64_t seed);

/// A model whose state space is a random graph of up to 12 markings, with cycles and dead ends: one
/// token that three transitions move.
std::unique_ptr<cpn::testing::ModelBuilder> RandomGraphModel(std::uint64_t seed);

}  // namespace differential
