// A kind of cases whose content is a type of its own: its form, and how a case is read and written.
// The kinds of a system are listed in one function, which visits them all.
//
// Invariant: what `write` writes, `read` reads as the same content.
// Plain values; the functions are safe from any thread.
#pragma once

#include <functional>

#include "adapter/case_form.h"
#include "adapter/systems/cases/case_reader.h"
#include "xml/element.h"

namespace cases {

template <typename Content>
struct Kind {
  adapter::CaseForm form;
  /// Throws base::ParseError.
  Content (*read)(const CaseReader& reader);
  /// Adds the content to an empty `TestCase`.
  void (*write)(const Content& content, xml::Element& test_case);
};

/// The content of a case of that kind. Throws base::ParseError.
template <typename Content>
Content ReadCase(const Kind<Content>& kind, const suite::Suite& suite, const suite::Case& test_case,
                 const Configuration& configuration) {
  const xml::Checked element = suite.Check(*test_case.element);
  element.AllowAttributes({suite::kCaseId});
  return kind.read(CaseReader(kind.form, element, configuration));
}

}  // namespace cases
