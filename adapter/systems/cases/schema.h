// The XML schema of the suites of one kind, from its grammar.
//
// The schema is narrower than a reader in two ways: it knows the published spelling of names only,
// and it wants elements in the published order. It is wider where XML Schema 1.0 cannot say a rule:
// that numbers of elements agree with the configuration, that a word is there exactly when another
// one is.
// Source: W3C, XML Schema Part 1: Structures, second edition.
//
// Thread safety: free functions without state.
#pragma once

#include <string>

#include "adapter/case_form.h"
#include "adapter/systems/cases/grammar.h"

namespace cases {

/// A document, for any validator. The case's servers must be those of the suite's `Configuration`,
/// unless suites of this form may say their sizes only.
std::string SchemaOf(const adapter::CaseForm& form, const Grammar& grammar);

}  // namespace cases
