// Test suites of any system, as values: an envelope of cases, and elements in them whose meaning is
// up to the system under test.
//
//   Test[@TestName]
//     Generated?  Configuration?
//     TestCase[@CaseID]+
//       { TestValues, TestOracles? }+      a step each, in the order of the document
//
// Invariants of a Suite that the reader returned:
//  1. it has at least one case, and the ids of its cases are distinct and not empty;
//  2. nothing of the document is lost: root() has what the envelope does not know of;
//  3. cases and steps refer to root(), and live as long as the Suite.
// A Suite is moved, never copied. Immutable once it was read; then safe from any thread.
// Source: docs/suite_format.md.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/source.h"
#include "suite/provenance.h"
#include "xml/checked.h"
#include "xml/element.h"

namespace suite {

// The names of the envelope, with the spellings that published suites have, too.
inline constexpr xml::Name kTestName{"TestName", "Name"};
inline constexpr xml::Name kCaseId{"CaseID", "ID"};
inline constexpr xml::Name kTestValues{"TestValues", "TestValue"};
inline constexpr xml::Name kTestOracles{"TestOracles"};

/// Whether the responses of a step come in the order in which the case has them, or in any.
enum class Order { kSequence, kSet };

/// What is fed in at once, and what must come out.
struct Step {
  std::span<const xml::Element> stimuli;    ///< the children of `TestValues`
  std::span<const xml::Element> responses;  ///< the children of `TestOracles`; none without it
  Order order = Order::kSequence;           ///< attribute `Order` of `TestOracles`
};

struct Case {
  std::string id;                         ///< `CaseID` as written; unique in its suite
  const xml::Element* element = nullptr;  ///< the `TestCase`, never null
  int line() const { return element->position.line; }
};

class Suite {
 public:
  Suite(Suite&&) = default;
  Suite& operator=(Suite&&) = default;

  /// The path that it was read from, as messages name it.
  const std::string& file() const { return document_->source.filename(); }
  /// `TestName`.
  const std::string& name() const { return name_; }
  /// Absent in suites made by hand or by others.
  const std::optional<Provenance>& provenance() const { return provenance_; }
  /// The element `Configuration`; null without one.
  const xml::Element* configuration() const { return document_->root.FindChild("Configuration"); }
  /// In the order of the file; at least one.
  const std::vector<Case>& cases() const { return cases_; }
  /// The whole document.
  const xml::Element& root() const { return document_->root; }

  /// Strict access to an element of this suite, whose errors point into its file.
  xml::Checked Check(const xml::Element& element) const { return {document_->source, element}; }

 private:
  friend Suite ParseSuite(std::string text, const std::string& filename);

  /// The text, what it says, and where in it; at an address of its own, since they refer to each
  /// other.
  struct Document {
    Document(std::string file_text, const std::string& filename)
        : text(std::move(file_text)), source(text, filename) {}
    std::string text;
    base::Source source;
    xml::Element root;
  };

  Suite() = default;

  std::unique_ptr<Document> document_;
  std::string name_;
  std::optional<Provenance> provenance_;
  std::vector<Case> cases_;
};

/// The steps of a case: each `TestValues` begins one, and the `TestOracles` behind it, if there is
/// one, ends it. Throws base::ParseError when the case has other children, no `TestValues`, or
/// oracles before any values.
std::vector<Step> StepsOf(const Suite& suite, const Case& test_case);

}  // namespace suite
