// What the cases of one kind look like: the one list of a kind's words, from which cases are
// recognised and checked, and with which the schema and the documents are compared.
//
// Plain values.
#pragma once

#include <string>
#include <vector>

namespace adapter {

/// Where in a case an element stands.
enum class CasePart {
  kValues,   ///< in `TestValues`
  kOracles,  ///< in `TestOracles`
  kSteps,    ///< in each of several `TestValue`, which hold values and oracles
};

struct CaseElement {
  std::string name;
  CasePart part = CasePart::kValues;
  bool shared = false;  ///< cases of other kinds have it, too: it does not tell the kind
};

struct CaseForm {
  const char* name = "";     ///< as suites of this kind are called: "learnertest"
  const char* article = "";  ///< "a" or "an", for messages
  const char* meaning = "";  ///< what is tested, for the documents
  std::vector<CaseElement> elements = {};
  bool whole_system = false;      ///< a whole system takes part, rather than one part alone
  bool may_omit_servers = false;  ///< the suite may say its sizes only

  /// "a learnertest".
  std::string with_article() const { return std::string(article) + ' ' + name; }
};

}  // namespace adapter
