// Checks the modules of a model one by one, before their instances are made: names, initial
// markings, transitions, port assignments.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/net/model.h"
#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"

namespace cpn {

/// By module and transition: the free variables (net.h, invariant 4).
using FreeVariables = std::vector<std::vector<std::vector<std::uint32_t>>>;

/// Throws ModelError for what net.h names, except what only instances show: fusion sets, initial
/// markings that differ, the number of instances.
FreeVariables CheckModules(const Model& model, ColourSets& colour_sets, Evaluator& evaluator);

}  // namespace cpn
