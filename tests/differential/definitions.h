// A state space and what it is asked about, as the definitions of ASK-CTL (tests/reference/ctl.h)
// take them.
#pragma once

#include "cpn/ctl/fairness.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"
#include "tests/differential/evidence_check.h"
#include "tests/reference/ctl.h"

namespace differential {

/// Marking n is node n. With `stutter`, dead markings have an arc to themselves that is no
/// occurrence: infinite-path CTL. All arguments must outlive the result.
reference::Ctl Definitions(const cpn::Engine& engine, const cpn::StateSpace& space,
                           cpn::ctl::StateFunctions& functions, bool stutter);
/// The same, without stutter, where only fair infinite paths count; of few markings
/// (reference::Ctl).
reference::Ctl FairDefinitions(const cpn::Engine& engine, const cpn::StateSpace& space,
                               cpn::ctl::StateFunctions& functions, cpn::ctl::FairnessMode mode);

/// The arcs that an evidence goes along, numbered as in Definitions() without stutter. Fails the
/// test when there is no such arc.
Run ToRun(const cpn::StateSpace& space, const cpn::ctl::Evidence& evidence);

}  // namespace differential
