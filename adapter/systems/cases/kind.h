// A kind of cases whose content is a type of its own: its form, its grammar, and how a case is read
// and written. The kinds of a system are listed in one function, which visits them all.
//
// Invariants: what `write` writes, `read` reads as the same content; the elements of the form are
// those of the grammar.
// Plain values; the functions are safe from any thread.
#pragma once

#include <utility>
#include <vector>

#include "adapter/case_form.h"
#include "adapter/systems/cases/case_reader.h"
#include "adapter/systems/cases/grammar.h"
#include "xml/element.h"

namespace cases {

template <typename Content>
struct Kind {
  adapter::CaseForm form;
  Grammar grammar;
  /// Throws base::ParseError.
  Content (*read)(const CaseReader& reader);
  /// Adds the content to an empty `TestCase`.
  void (*write)(const Content& content, xml::Element& test_case);
};

/// The elements right in the parts of a case, in the order of the grammar, each once a part.
std::vector<adapter::CaseElement> ElementsOf(const Grammar& grammar);

/// The kind; `form` says everything but the elements.
template <typename Content>
Kind<Content> MakeKind(adapter::CaseForm form, Grammar grammar,
                       Content (*read)(const CaseReader& reader),
                       void (*write)(const Content& content, xml::Element& test_case)) {
  form.elements = ElementsOf(grammar);
  return {std::move(form), std::move(grammar), read, write};
}

/// The content of a case of that kind. Throws base::ParseError.
template <typename Content>
Content ReadCase(const Kind<Content>& kind, const suite::Suite& suite, const suite::Case& test_case,
                 const Configuration& configuration) {
  const xml::Checked element = suite.Check(*test_case.element);
  element.AllowAttributes({suite::kCaseId});
  return kind.read(CaseReader(kind.form, element, configuration));
}

}  // namespace cases
