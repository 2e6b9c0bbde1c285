// A failing run as an ordinary test case: what was done and what came, and in its last step what
// the model allows instead of what went wrong.
//
// Thread safety: as the model (one worker).
// Source: docs/suite_format.md.
#pragma once

#include <string>

#include "adapter/online/play.h"
#include "suite/provenance.h"
#include "xml/element.h"

namespace adapter::online {

/// The `Test` element of a suite with that one case. Consecutive stimuli between which the run did
/// not wait are one step. The last step ends with every sequence of responses with which the system
/// could have come to rest: as `OneOf`, if there are several. Of very many only the first are
/// written.
/// Throws cpn::ModelError when the model's hooks fail or make no XML.
xml::Element SavedSuite(const PlayedRun& run, const std::string& id, const Oracle& oracle,
                        const suite::Provenance& provenance);

/// What the system is told of the model's configuration: a `Configuration` element.
xml::Element ConfigurationOf(const cpn::lua::SuiteInfo& info);

}  // namespace adapter::online
