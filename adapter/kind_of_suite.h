// Of which kind the cases of a suite are: no element says so, it follows from the elements in them.
//
// Pure functions; safe from any thread.
#pragma once

#include <vector>

#include "adapter/case_form.h"
#include "suite/suite.h"

namespace adapter {

using CaseForms = std::vector<const CaseForm*>;

/// The kind, of `forms`, of the first case that shows one, by the first element that only one kind
/// has; every other case is of that kind or shows none. Never null. Throws base::ParseError when
/// cases are of two kinds, or no case shows any.
const CaseForm* FindKind(const suite::Suite& suite, const CaseForms& forms);

}  // namespace adapter
