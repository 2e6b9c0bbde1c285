// Formulas and state functions built in C++, for tests of the checker alone.
//
//   LambdaFunctions functions;
//   const Formula p = functions.Nf([](const Reader& at) { return at(0) == MultiSet{}; });
//   const Property property = MakeProperty("p", Make(Operator::kInv, {p}));
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/ctl/formula.h"
#include "cpn/ctl/result.h"
#include "cpn/ctl/state_functions.h"
#include "cpn/testing/testing.h"

namespace cpn::ctl::testing {

/// A marking that notes which places are looked at.
class Reader {
 public:
  Reader(const MarkingView* marking, std::vector<PlaceId>* reads)
      : marking_(marking), reads_(reads) {}
  MultiSet operator()(PlaceId place) const;

 private:
  const MarkingView* marking_;
  std::vector<PlaceId>* reads_;
};

using StateLambda = std::function<bool(const Reader&)>;

/// The function that was added n-th stands in functions:n.
class LambdaFunctions final : public StateFunctions {
 public:
  /// NF of a new function.
  Formula Nf(StateLambda lambda);

  bool Holds(StateFunctionId function, const MarkingView& marking,
             std::vector<PlaceId>& reads) override;
  SourceLocation Where(StateFunctionId function) const override;
  std::uint64_t calls() const { return calls_; }

 private:
  std::vector<StateLambda> lambdas_;
  std::uint64_t calls_ = 0;
};

Formula Af(ModuleId module, std::uint32_t transition,
           std::vector<std::pair<std::uint32_t, Value>> values = {});
/// TT, FF, or `op` of the operands, whose sorts must fit.
Formula Make(Operator op, std::vector<Formula> operands = {});
Formula Not(Formula operand);
Formula Implies(Formula left, Formula right);
Property MakeProperty(std::string name, Formula formula);

/// A net whose state space is the graph that it is made of: one token in place At, moved by the
/// transitions that the arcs are labelled with, of which there may be a, b, c and d.
class GraphNet {
 public:
  /// "0a1 1b2": arcs from marking 0, which is the initial one, to 9. `fairness` by transition; its
  /// variables are 0, the marking before, and 1, the one after.
  explicit GraphNet(std::string_view arcs, const std::map<char, Fairness>& fairness = {});

  /// The token is at `marking`.
  Formula At(int marking);
  /// An occurrence of the transition; to that marking.
  Formula Arc(char transition) const;
  Formula Arc(char transition, int to);

  Result Check(const Formula& formula, const CheckOptions& options = {},
               CheckStatistics* statistics = nullptr);
  Verdict VerdictOf(const Formula& formula) { return Check(formula).verdict; }
  /// "witness 0a1 1b2", "counterexample 0a1 1b1 loop 1", "witness 0a1 dead", or "none".
  std::string EvidenceFor(const Formula& formula) { return Text(Check(formula)); }
  std::string Text(const Result& result) const;
  std::string Text(BindingElementId element) const;

  cpn::testing::RunningNet& net() { return *net_; }
  LambdaFunctions& functions() { return functions_; }

 private:
  cpn::testing::ModelBuilder builder_;
  std::unique_ptr<cpn::testing::RunningNet> net_;
  LambdaFunctions functions_;
};

/// Those of the result's evidence, "3: from here on At 1 does not hold".
std::vector<std::string> Milestones(const Result& result);

/// "INV(OR(NOT(NF 0), EV(NF 1)))", for messages.
std::string Format(const Formula& formula);

}  // namespace cpn::ctl::testing
