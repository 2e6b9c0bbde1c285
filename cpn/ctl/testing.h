// Formulas and state functions built in C++, for tests of the checker alone.
//
//   LambdaFunctions functions;
//   const Formula p = functions.Nf([](const Reader& at) { return at(0) == MultiSet{}; });
//   const Property property = MakeProperty("p", Make(Operator::kInv, {p}));
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_functions.h"

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
Property MakeProperty(std::string name, Formula formula);

/// "INV(OR(NOT(NF 0), EV(NF 1)))", for messages.
std::string Format(const Formula& formula);

}  // namespace cpn::ctl::testing
