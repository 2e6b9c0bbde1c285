#include "cpn/ctl/testing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

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

Formula Not(Formula operand) { return Make(Operator::kNot, {std::move(operand)}); }

Formula Implies(Formula left, Formula right) {
  return Make(Operator::kOr, {Not(std::move(left)), std::move(right)});
}

Property MakeProperty(std::string name, Formula formula) {
  return {std::move(name), std::move(formula), {"properties", 1, 0}};
}

GraphNet::GraphNet(std::string_view arcs, const std::map<char, Fairness>& fairness) {
  using Arc = std::pair<std::int64_t, std::int64_t>;
  std::map<char, std::set<Arc>> by_transition;
  for (std::size_t i = 0; i + 2 < arcs.size(); i += 4) {
    by_transition[arcs[i + 1]].emplace(arcs[i] - '0', arcs[i + 2] - '0');
  }
  const ColourSetId number = builder_.Range("Number", 0, 9);
  const std::uint32_t at = builder_.Top().Place("At", number, builder_.Ints({0}));
  for (const char name : {'a', 'b', 'c', 'd'}) {
    cpn::testing::TransitionBuilder t = builder_.Top().Transition(std::string(1, name));
    const Pattern from = t.Var("from", number);
    const Pattern to = t.Var("to", number);
    t.Input(at, {from}).Output(at, {to});
    t.Guard(builder_.TestFunction(
        {"from", "to"}, [this, moves = by_transition[name]](cpn::testing::Arguments v) {
          return moves.contains({builder_.values.AsInt(v[0]), builder_.values.AsInt(v[1])});
        }));
    if (const auto own = fairness.find(name); own != fairness.end()) {
      t.declaration().fairness = own->second;
    }
  }
  net_ = std::make_unique<cpn::testing::RunningNet>(builder_);
}

Formula GraphNet::At(int marking) {
  const MultiSet tokens = builder_.multisets.Intern(builder_.Ints({marking}));
  return functions_.Nf([tokens](const Reader& at) { return at(0) == tokens; });
}

Formula GraphNet::Arc(char transition) const {
  return Af(0, static_cast<std::uint32_t>(transition - 'a'));
}

Formula GraphNet::Arc(char transition, int to) {
  return Af(0, static_cast<std::uint32_t>(transition - 'a'), {{1, builder_.values.Int(to)}});
}

Result GraphNet::Check(const Formula& formula, const CheckOptions& options,
                       CheckStatistics* statistics) {
  const Property property = MakeProperty("p", formula);
  const Property* const pointer = &property;
  return ctl::Check(net_->engine, functions_, {&pointer, 1}, options, statistics).front();
}

std::string GraphNet::Text(const Result& result) const {
  if (!result.evidence) return "none";
  std::string text = result.evidence->witness ? "witness" : "counterexample";
  for (const BindingElementId step : result.evidence->steps) text += " " + Text(step);
  if (result.evidence->loop) text += fmt::format(" loop {}", *result.evidence->loop);
  if (result.evidence->ends_dead) text += " dead";
  return text;
}

std::string GraphNet::Text(BindingElementId element) const {
  const BindingElement e = net_->engine.Element(element);
  return fmt::format("{}{}{}", builder_.values.Format(e.binding[0]),
                     net_->net.transitions()[e.transition].name,
                     builder_.values.Format(e.binding[1]));
}

std::vector<std::string> Milestones(const Result& result) {
  std::vector<std::string> texts;
  for (const Milestone& milestone : result.evidence->milestones) {
    texts.push_back(std::to_string(milestone.steps) + ": " + milestone.text);
  }
  return texts;
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
