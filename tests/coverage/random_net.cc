#include "tests/coverage/random_net.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/random.h"

namespace coverage {
namespace {

struct Condition {
  const char* text;
  bool needs_y;
};
constexpr Condition kConditions[] = {{"x == 1", false}, {"x ~= 1", false}, {"x > 2", false},
                                     {"y == 2", true},  {"x < y", true},   {"x == y", true}};
constexpr int kWithoutY = 3;
constexpr int kAll = 6;

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  RandomNet Make() {
    RandomNet net;
    net.fuel = 2 + Below(2);
    net.sequence = Below(3) == 0;
    for (auto& place : net.initial) {
      for (int& tokens : place) tokens = Below(2);
    }
    ++net.initial[0][0];
    for (int i = 2 + Below(3); i > 0; --i) net.transitions.push_back(Transition());
    return net;
  }

 private:
  int Below(int bound) {
    return static_cast<int>(random_.Below(static_cast<std::uint32_t>(bound)));
  }

  RandomTransition Transition() {
    RandomTransition transition;
    transition.x_from = Below(kPlaces);
    if (Below(2) == 0) transition.y_from = Below(kPlaces);
    const bool y = transition.y_from >= 0;
    for (int i = 1 + Below(2); i > 0; --i) {
      transition.outputs.emplace_back(Below(kPlaces), (y ? "xy12" : "xx12")[Below(4)]);
    }
    for (int i = Below(3); i > 0; --i) transition.guard.push_back(Make(y, 2));
    transition.high = Below(5) == 0;
    transition.observed = "--ssr"[Below(5)];
    return transition;
  }

  Expression Make(bool y, int depth) {
    Expression expression;
    if (depth == 0 || Below(3) == 0) {
      expression.condition = Below(y ? kAll : kWithoutY);
      expression.text = kConditions[expression.condition].text;
      return expression;
    }
    constexpr Expression::Kind kKinds[] = {Expression::Kind::kNot, Expression::Kind::kAnd,
                                           Expression::Kind::kOr};
    expression.kind = kKinds[Below(3)];
    const int operands = expression.kind == Expression::Kind::kNot ? 1 : 2 + Below(2);
    for (int i = 0; i < operands; ++i) expression.operands.push_back(Make(y, depth - 1));
    return expression;
  }

  base::Random random_;
};

std::string Text(const Expression& expression) {
  if (expression.kind == Expression::Kind::kCondition) return expression.text;
  std::vector<std::string> operands;
  for (const Expression& operand : expression.operands) operands.push_back(Text(operand));
  if (expression.kind == Expression::Kind::kNot) return fmt::format("not ({})", operands.front());
  return fmt::format(
      "({})", fmt::join(operands, expression.kind == Expression::Kind::kAnd ? " and " : " or "));
}

}  // namespace

bool Holds(int condition, int x, int y) {
  switch (condition) {
    case 0:
      return x == 1;
    case 1:
      return x != 1;
    case 2:
      return x > 2;
    case 3:
      return y == 2;
    case 4:
      return x < y;
    default:
      return x == y;
  }
}

RandomNet MakeRandomNet(std::uint64_t seed) { return Maker(seed).Make(); }

std::string ModelText(const RandomNet& net) {
  std::string text = "V = range(1, 2)\nvar { x = V, y = V }\nFuel = place(UNIT, {";
  for (int i = 0; i < net.fuel; ++i) text += " unit,";
  text += " })\n";
  for (int p = 0; p < kPlaces; ++p) {
    text += fmt::format("P{} = place(V, {{", p);
    for (int colour = 1; colour <= kColours; ++colour) {
      for (int i = 0; i < net.initial[p][colour - 1]; ++i) text += fmt::format(" {},", colour);
    }
    text += " })\n";
  }
  std::string observe;
  for (std::size_t t = 0; t < net.transitions.size(); ++t) {
    const RandomTransition& transition = net.transitions[t];
    text += fmt::format("T{} = transition {{ {}input = {{ Fuel(unit), P{}(x)", t,
                        transition.high ? "priority = P_HIGH, " : "", transition.x_from);
    if (transition.y_from >= 0) text += fmt::format(", P{}(y)", transition.y_from);
    text += " }, output = {";
    for (const auto& [place, what] : transition.outputs)
      text += fmt::format(" P{}({}),", place, what);
    text += " }";
    if (!transition.guard.empty()) {
      text += ", guard = {";
      for (const Expression& expression : transition.guard) {
        text += fmt::format(" \"{}\",", Text(expression));
      }
      text += " }";
    }
    text += " }\n";
    if (transition.observed == '-') continue;
    observe += fmt::format("  [T{0}] = function(x) return {1}(\"T{0}\", {{ x = x }}) end,\n", t,
                           transition.observed == 's' ? "stimulus" : "response");
  }
  return text + fmt::format("test \"all\" {{ order = \"{}\", observe = {{\n{}}} }}\n",
                            net.sequence ? "sequence" : "set", observe);
}

}  // namespace coverage
