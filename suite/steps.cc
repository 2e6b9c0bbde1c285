// StepsOf: the parts of a case, and of the alternatives in it, as steps.
#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "suite/content_key.h"
#include "suite/suite.h"

namespace suite {
namespace {

constexpr xml::Name kOrder{"Order"};
constexpr const char* kStepAdvice = "a step is <TestValues>, and then <TestOracles> or <OneOf>";

Order ReadOrder(const xml::Checked& oracles) {
  oracles.AllowAttributes({kOrder});
  const xml::Attribute* const order = oracles.OptionalAttribute(kOrder);
  if (order == nullptr || order->value == "sequence") return Order::kSequence;
  if (order->value == "set") return Order::kSet;
  oracles.FailAt(order->position, base::Quoted(order->value) + " is no order",
                 "'Order' is sequence or set");
}

/// The alternatives of one `OneOf` so far, by their responses.
class KnownAlternatives {
 public:
  /// The index of one that the same observations fit, in the order that each asks for; nothing when
  /// the new one is the first. Indices count from 0 in the order of these calls.
  std::optional<std::size_t> Add(const Alternative& alternative) {
    std::vector<std::string> keys;
    for (const xml::Element& response : alternative.responses) keys.push_back(ContentKey(response));
    std::vector<std::string> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::optional<std::size_t> same = Find(sets_, sorted);
    const std::size_t index = count_++;
    if (alternative.order == Order::kSet) {
      if (!same) same = Find(sequences_as_sets_, sorted);
      sets_.emplace(std::move(sorted), index);
    } else {
      if (!same) same = Find(sequences_, keys);
      sequences_.emplace(std::move(keys), index);
      sequences_as_sets_.emplace(std::move(sorted), index);
    }
    return same;
  }

 private:
  using Indices = std::map<std::vector<std::string>, std::size_t>;

  static std::optional<std::size_t> Find(const Indices& indices,
                                         const std::vector<std::string>& keys) {
    const auto found = indices.find(keys);
    return found == indices.end() ? std::nullopt : std::optional(found->second);
  }

  std::size_t count_ = 0;
  Indices sets_;               ///< those with Order::kSet, sorted
  Indices sequences_;          ///< the others
  Indices sequences_as_sets_;  ///< the others, sorted
};

/// Reads the children of a case or of an alternative. Recursion ends at kMaxChoices.
class StepsReader {
 public:
  explicit StepsReader(int choices) : choices_(choices) {}

  /// Of a case.
  std::vector<Step> Read(const xml::Checked& parent) && {
    parent.AllowChildren({kTestValues, kTestOracles, kOneOf}, " of a case");
    for (const xml::Checked& part : parent.Children()) ReadPart(part);
    return std::move(steps_);
  }

  static Alternative ReadAlternative(const xml::Checked& parent, int choices) {
    parent.AllowAttributes({});
    Alternative alternative;
    StepsReader reader(choices);
    reader.first_ = &alternative;
    alternative.rest = std::move(reader).Read(parent);
    return alternative;
  }

 private:
  /// What may stand behind the parts that were read.
  enum class Last { kNothing, kValues, kOracles, kOneOf };

  void ReadPart(const xml::Checked& part) {
    const std::string& name = part.element().name;
    if (last_ == Last::kOneOf) {
      part.Fail(part.tag() + " behind <OneOf>",
                "<OneOf> comes last; what follows a response stands in its <Alternative>");
    }
    if (kTestValues.Is(name)) {
      part.AllowAttributes({});
      steps_.emplace_back().stimuli = part.element().children;
      last_ = Last::kValues;
    } else if (kOneOf.Is(name)) {
      ReadOneOf(part);
      last_ = Last::kOneOf;
    } else {
      ReadOracles(part);
      last_ = Last::kOracles;
    }
  }

  void ReadOracles(const xml::Checked& part) {
    if (last_ == Last::kNothing && first_ != nullptr) {
      first_->responses = part.element().children;
      first_->order = ReadOrder(part);
      return;
    }
    RequireValues(part);
    steps_.back().responses = part.element().children;
    steps_.back().order = ReadOrder(part);
  }

  void ReadOneOf(const xml::Checked& part) {
    RequireValues(part);
    if (choices_ == kMaxChoices) {
      part.Fail("more than " + std::to_string(kMaxChoices) + " <OneOf> inside each other",
                "make shorter cases");
    }
    part.AllowAttributes({});
    part.AllowChildren({kAlternative}, " of a case");
    const std::vector<xml::Checked> elements = part.Children();
    if (elements.size() < 2) {
      part.Fail((elements.empty() ? "no" : "a single") + std::string(" <Alternative> in <OneOf>"),
                "<OneOf> holds two or more; what is certain stands in <TestOracles>");
    }
    KnownAlternatives known;
    for (const xml::Checked& element : elements) {
      Alternative alternative = ReadAlternative(element, choices_ + 1);
      if (const auto same = known.Add(alternative)) {
        element.Fail("<Alternative> with the responses of the one in line " +
                         std::to_string(elements[*same].element().position.line),
                     "the responses tell which alternative it is, so that they must differ");
      }
      steps_.back().alternatives.push_back(std::move(alternative));
    }
  }

  void RequireValues(const xml::Checked& part) const {
    if (last_ != Last::kValues) part.Fail(part.tag() + " without values before it", kStepAdvice);
  }

  const int choices_;  ///< how many `OneOf` it is in
  Alternative* first_ =
      nullptr;  ///< takes the oracles that stand before any values; null: none may
  std::vector<Step> steps_;
  Last last_ = Last::kNothing;
};

}  // namespace

std::vector<Step> StepsOf(const Suite& suite, const Case& test_case) {
  const xml::Checked whole = suite.Check(*test_case.element);
  std::vector<Step> steps = StepsReader(0).Read(whole);
  if (steps.empty()) whole.Some(kTestValues);  // fails with the message for a missing one
  return steps;
}

}  // namespace suite
