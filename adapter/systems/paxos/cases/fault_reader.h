// The faults of a system case as elements: what they look like, and reading them.
//
// What each element has is in FaultForms() (fault.h); what must hold beyond that is checked here: a
// point that the fault cannot begin or end at, a partition that leaves one side empty, a server
// that crashes twice.
// Thread safety: free functions without state.
#pragma once

#include <functional>
#include <vector>

#include "adapter/systems/cases/grammar.h"
#include "adapter/systems/paxos/cases/fault.h"
#include "xml/checked.h"

namespace cases {

/// Reads a leaf that names one of the suite's servers; fails when there is none of that name.
using ServerReader = std::function<std::int64_t(const xml::Checked& leaf)>;

/// What the element of a fault of that form looks like.
Particle FaultGrammar(const FaultForm& form);

/// The faults among the children of `values`, in their order. Throws ParseError.
std::vector<Fault> ReadFaults(const xml::Checked& values, const ServerReader& read_server);

}  // namespace cases
