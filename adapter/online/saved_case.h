// A failing run as an ordinary test case: what was done, and at each step what the model allows the
// system to answer, so that a replay fails because of the bug and not because of another right
// answer.
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
/// not wait are one step. A step ends with every sequence of responses with which the system may
/// come to rest: as `OneOf`, if there are several, what came in the run first. Where the run went
/// on before the system had to rest, so does the case. Behind an answer that the run did not get
/// the same stimuli follow, those that the model allows there. Of very many answers only the
/// shortest are written; of more than 24 steps with several, the last have them.
/// Throws cpn::ModelError when the model's hooks fail or make no XML.
xml::Element SavedSuite(const PlayedRun& run, const std::string& id, const Oracle& oracle,
                        const suite::Provenance& provenance);

/// What the system is told of the model's configuration: a `Configuration` element.
xml::Element ConfigurationOf(const cpn::lua::SuiteInfo& info);

}  // namespace adapter::online
