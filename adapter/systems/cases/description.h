// A kind of cases in words for people: its elements, how many of each, and what is in them.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/case_form.h"
#include "adapter/systems/cases/grammar.h"

namespace cases {

/// Lines, the first one with the name of the kind:
///
///   learnertest: Commits to one learner
///   TestValue, 1 or more
///     CommitMsg
///       Rnd: number
std::string DescriptionOf(const adapter::CaseForm& form, const Grammar& grammar);

}  // namespace cases
