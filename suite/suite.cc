#include "suite/suite.h"

#include "base/characters.h"

namespace suite {
namespace {

constexpr xml::Name kOrder{"Order"};

Order ReadOrder(const xml::Checked& oracles) {
  oracles.AllowAttributes({kOrder});
  const xml::Attribute* const order = oracles.OptionalAttribute(kOrder);
  if (order == nullptr || order->value == "sequence") return Order::kSequence;
  if (order->value == "set") return Order::kSet;
  oracles.FailAt(order->position, base::Quoted(order->value) + " is no order",
                 "'Order' is sequence or set");
}

}  // namespace

std::vector<Step> StepsOf(const Suite& suite, const Case& test_case) {
  const xml::Checked whole = suite.Check(*test_case.element);
  whole.AllowChildren({kTestValues, kTestOracles}, " of a case");
  std::vector<Step> steps;
  bool complete = true;
  for (const xml::Checked& part : whole.Children()) {
    if (kTestValues.Is(part.element().name)) {
      part.AllowAttributes({});
      steps.push_back({part.element().children, {}, Order::kSequence});
      complete = false;
    } else {
      if (complete)
        part.Fail(part.tag() + " without values before it",
                  "a step is <TestValues> and then <TestOracles>");
      steps.back().responses = part.element().children;
      steps.back().order = ReadOrder(part);
      complete = true;
    }
  }
  if (steps.empty()) whole.Some(kTestValues);  // fails with the message for a missing one
  return steps;
}

}  // namespace suite
