#include "cpn/ctl/testing.h"

#include <fmt/format.h>

#include <algorithm>

namespace cpn::ctl::testing {

MultiSet Reader::operator()(PlaceId place) const {
  if (std::ranges::count(*reads_, place) == 0) reads_->push_back(place);
  return marking_->At(place);
}

Formula LambdaFunctions::Nf(StateLambda lambda) {
  lambdas_.push_back(std::move(lambda));
  Formula formula = Make(Operator::kStateFunction);
  formula.state_function = static_cast<StateFunctionId>(lambdas_.size() - 1);
  formula.where = Where(formula.state_function);
  return formula;
}

bool LambdaFunctions::Holds(StateFunctionId function, const MarkingView& marking,
                            std::vector<PlaceId>& reads) {
  ++calls_;
  return lambdas_[function](Reader(&marking, &reads));
}

SourceLocation LambdaFunctions::Where(StateFunctionId function) const {
  return {"functions", static_cast<int>(function) + 1, 0};
}

Formula Af(ModuleId module, std::uint32_t transition,
           std::vector<std::pair<std::uint32_t, Value>> values) {
  Formula formula = Make(Operator::kArcPattern);
  formula.arc_pattern = {module, transition, std::move(values)};
  return formula;
}

Formula Make(Operator op, std::vector<Formula> operands) {
  Formula formula;
  formula.op = op;
  std::vector<Sort> sorts;
  for (const Formula& operand : operands) sorts.push_back(operand.sort);
  formula.sort = SortOf(op, sorts);
  formula.operands = std::move(operands);
  return formula;
}

Property MakeProperty(std::string name, Formula formula) {
  return {std::move(name), std::move(formula), {"properties", 1, 0}};
}

std::string Format(const Formula& formula) {
  std::string text(NameOf(formula.op));
  if (formula.op == Operator::kStateFunction) text += fmt::format(" {}", formula.state_function);
  if (formula.op == Operator::kArcPattern) {
    text += fmt::format(" {}.{}", formula.arc_pattern.module, formula.arc_pattern.transition);
    for (const auto& [variable, value] : formula.arc_pattern.values) {
      text += fmt::format(" {}={}", variable, value.id);
    }
  }
  for (std::size_t i = 0; i < formula.operands.size(); ++i) {
    text += (i == 0 ? "(" : ", ") + Format(formula.operands[i]);
  }
  return formula.operands.empty() ? text : text + ")";
}

}  // namespace cpn::ctl::testing
