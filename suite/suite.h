// Test suites of any system, as values: an envelope of cases, and elements in them whose meaning is
// up to the system under test.
//
//   Test[@TestName]
//     Generated?  Configuration?
//     TestCase[@CaseID]+
//       { TestValues, TestOracles? }+      a step each, in the order of the document
//       OneOf?                             instead of the TestOracles of the last step
//         { Alternative }+                 two or more
//           TestOracles? { TestValues, TestOracles? }* OneOf?
//
// Invariants of a Suite that the reader returned:
//  1. it has at least one case, unless none was needed, and the ids of its cases are distinct and
//     not empty;
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
inline constexpr xml::Name kOneOf{"OneOf"};
inline constexpr xml::Name kAlternative{"Alternative"};

/// How many `OneOf` may stand inside each other, so that what is in them is not nested too deep for
/// xml::kMaxDepth.
inline constexpr int kMaxChoices = 24;

/// Whether the responses of a step come in the order in which the case has them, or in any.
enum class Order { kSequence, kSet };

struct Alternative;

/// What is fed in at once, and what must come out: `responses`, or those of one of the
/// `alternatives`, of which the system chooses.
struct Step {
  std::span<const xml::Element> stimuli;    ///< the children of `TestValues`
  std::span<const xml::Element> responses;  ///< the children of `TestOracles`; none without it
  Order order = Order::kSequence;           ///< attribute `Order` of `TestOracles`
  /// Those of `OneOf`: none, or two or more, with different responses. Where there are some, this
  /// is the last step of its list, and has no responses of its own.
  std::vector<Alternative> alternatives;
};

/// One of several outcomes of a step, and how the case goes on after it.
struct Alternative {
  std::span<const xml::Element> responses;  ///< the children of its `TestOracles`; none without it
  Order order = Order::kSequence;           ///< attribute `Order` of that `TestOracles`
  std::vector<Step> rest;                   ///< none: the case ends here
};

struct Case {
  std::string id;                         ///< `CaseID` as written; unique in its suite
  const xml::Element* element = nullptr;  ///< the `TestCase`, never null
  int line() const { return element->position.line; }
};

/// How many cases a suite must have: one or more; any number, for a part of one (suite/shard.h).
enum class CasesNeeded { kOne, kAny };

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
  /// In the order of the file.
  const std::vector<Case>& cases() const { return cases_; }
  /// The whole document.
  const xml::Element& root() const { return document_->root; }

  /// Strict access to an element of this suite, whose errors point into its file.
  xml::Checked Check(const xml::Element& element) const { return {document_->source, element}; }

 private:
  friend Suite ParseSuite(std::string text, const std::string& filename, CasesNeeded needed);

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

/// The steps of a case: each `TestValues` begins one, and the `TestOracles` or `OneOf` behind it,
/// if there is one, ends it. Throws base::ParseError when the case has other children, no
/// `TestValues`, or responses before any values; and at a `OneOf` that is not the last child, has
/// no two alternatives, has two with the same responses, or is inside of kMaxChoices others.
std::vector<Step> StepsOf(const Suite& suite, const Case& test_case);

}  // namespace suite
