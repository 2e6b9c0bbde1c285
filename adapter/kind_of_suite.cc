#include "adapter/kind_of_suite.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/nearest.h"
#include "xml/characters.h"

namespace adapter {
namespace {

/// Whether only cases of this form have the element.
bool Shows(const CaseForm& form, std::string_view element) {
  for (const CaseElement& known : form.elements) {
    if (!known.shared && known.name == element) return true;
  }
  return false;
}

const CaseForm* KindWith(std::string_view element, const CaseForms& forms) {
  for (const CaseForm* form : forms) {
    if (Shows(*form, element)) return form;
  }
  return nullptr;
}

/// Of a case, or of a `OneOf` or `Alternative` in it.
const CaseForm* KindOfCase(const xml::Element& parent, const CaseForms& forms) {
  for (const xml::Element& part : parent.children) {
    if (suite::kOneOf.Is(part.name) || suite::kAlternative.Is(part.name)) {
      const CaseForm* const form = KindOfCase(part, forms);
      if (form != nullptr) return form;
    }
    if (!suite::kTestValues.Is(part.name) && !suite::kTestOracles.Is(part.name)) continue;
    for (const xml::Element& child : part.children) {
      const CaseForm* const form = KindWith(child.name, forms);
      if (form != nullptr) return form;
    }
  }
  return nullptr;
}

/// Whether this form has at least half of the case's elements. One name in common does not make a
/// suite for a system of the user's own one for a system in the box.
bool IsLike(const xml::Element& test_case, const CaseForm& form) {
  int known = 0;
  int unknown = 0;
  for (const xml::Element& part : test_case.children) {
    if (suite::kOneOf.Is(part.name)) continue;
    for (const xml::Element& child : part.children) {
      const bool has = std::ranges::any_of(
          form.elements, [&](const CaseElement& element) { return element.name == child.name; });
      ++(has ? known : unknown);
    }
  }
  return known >= unknown;
}

/// All names that tell a kind, and those that several kinds share.
struct KnownNames {
  std::vector<std::string_view> telling;
  std::vector<std::string_view> shared;
};
KnownNames NamesOf(const CaseForms& forms) {
  KnownNames names;
  for (const CaseForm* form : forms) {
    for (const CaseElement& element : form->elements) {
      (element.shared ? names.shared : names.telling).emplace_back(element.name);
    }
  }
  return names;
}

/// For a case that shows no kind, with the best reason there is.
[[noreturn]] void FailUnknownKind(const xml::Checked& test_case, const CaseForms& forms) {
  const std::string own = "a suite for a system of your own needs --system FILE.lua";
  const std::string advice = "adapter kinds lists what the systems in the box have; " + own;
  test_case.AllowChildren({suite::kTestValues, suite::kTestOracles, suite::kOneOf});
  const KnownNames known = NamesOf(forms);
  for (const xml::Element& part : test_case.element().children) {
    if (suite::kOneOf.Is(part.name)) continue;
    for (const xml::Element& child : part.children) {
      if (std::ranges::find(known.shared, child.name) != known.shared.end()) continue;
      if (std::ranges::find(known.telling, child.name) != known.telling.end()) continue;
      const auto nearest = base::Nearest(child.name, known.telling);
      test_case.FailAt(child.position, "no kind of suite has " + xml::Tag(child.name) + " here",
                       nearest ? "did you mean " + xml::Tag(*nearest) + "? (" + own + ")" : advice);
    }
  }
  test_case.Some(suite::kTestValues);
  test_case.Fail("nothing in this case tells its kind", advice);
}

}  // namespace

const CaseForm* FindKind(const suite::Suite& suite, const CaseForms& forms) {
  const suite::Case* decisive = nullptr;
  const CaseForm* kind = nullptr;
  for (const suite::Case& test : suite.cases()) {
    const CaseForm* const own = KindOfCase(*test.element, forms);
    if (own == nullptr) continue;
    if (kind != nullptr && own != kind) {
      suite.Check(*test.element)
          .Fail(own->with_article() + " case in " + kind->with_article() + " suite",
                "all cases of a suite are of one kind, here that of line " +
                    std::to_string(decisive->line()));
    }
    if (kind == nullptr) decisive = &test;
    kind = own;
  }
  if (kind == nullptr) FailUnknownKind(suite.Check(*suite.cases().front().element), forms);
  if (!IsLike(*decisive->element, *kind)) FailUnknownKind(suite.Check(*decisive->element), forms);
  return kind;
}

}  // namespace adapter
