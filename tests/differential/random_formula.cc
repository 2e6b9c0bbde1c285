#include "tests/differential/random_formula.h"

#include <algorithm>
#include <utility>

#include "cpn/values/hash.h"

namespace differential {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;
using cpn::ctl::Sort;
using cpn::ctl::testing::Make;
using cpn::ctl::testing::Reader;

}  // namespace

Formula RandomFormulas::State(int depth) {
  if (depth <= 0) return StateAtom();
  const auto same = [&] { return State(depth - 1); };
  switch (random_.Below(7)) {
    case 0:
    case 1:
      return Path(depth, false);
    case 2:
      return Path(depth, true);
    case 3:
      return Make(Operator::kModal, {Arc(depth - 1)});
    case 4:
      return Make(Chance(2) ? Operator::kExistModal : Operator::kForallModal,
                  {Arc(depth - 1), same()});
    default:
      return Same(same);
  }
}

Formula RandomFormulas::Arc(int depth) {
  if (depth <= 0) return ArcAtom();
  switch (random_.Below(4)) {
    case 0:
      return Make(Operator::kModal, {State(depth - 1)});
    case 1:
      return Path(depth, true);
    default:
      return Same([&] { return Arc(depth - 1); });
  }
}

template <typename MakeOne>
Formula RandomFormulas::Same(const MakeOne& make) {
  switch (random_.Below(6)) {
    case 0:
      return Make(Operator::kNot, {make()});
    case 1:
      return Make(Operator::kAnd, Several(make));
    case 2:
      return Make(Operator::kOr, Several(make));
    case 3:
      // The usual shape of an implication.
      return Make(Operator::kOr, {Make(Operator::kNot, {make()}), make()});
    case 4:
      return Make(Operator::kExistNext, {make()});
    default:
      return Make(Operator::kForallNext, {make()});
  }
}

Formula RandomFormulas::Path(int depth, bool along_arcs) {
  const auto operand = [&] { return along_arcs ? Arc(depth - 1) : State(depth - 1); };
  const auto op =
      static_cast<Operator>(static_cast<std::uint32_t>(Operator::kPos) + random_.Below(6));
  std::vector<Formula> operands = {operand()};
  if (op == Operator::kExistUntil || op == Operator::kForallUntil) operands.push_back(operand());
  const auto is_about_arcs = [](const Formula& f) { return f.sort == Sort::kArc; };
  // Of operands that may be either, a path operator reads states.
  if (along_arcs && std::ranges::none_of(operands, is_about_arcs)) operands.back() = Pattern();
  return Make(op, std::move(operands));
}

template <typename MakeOne>
std::vector<Formula> RandomFormulas::Several(const MakeOne& make) {
  std::vector<Formula> operands = {make(), make()};
  if (Chance(4)) operands.push_back(make());
  return operands;
}

Formula RandomFormulas::StateAtom() {
  if (Chance(12)) return Make(Chance(2) ? Operator::kTrue : Operator::kFalse);
  const auto places = static_cast<std::uint32_t>(engine_.net().places().size());
  const std::uint64_t salt = random_.Next();
  // Rather true, rather false, or even.
  const std::uint32_t of = 2 + random_.Below(3);
  const std::uint32_t least = 1 + random_.Below(of - 1);
  const cpn::PlaceId first = random_.Below(places);
  const cpn::PlaceId second = random_.Below(places);
  const cpn::MultiSetStore& multisets = engine_.multisets();
  return functions_.Nf([=, &multisets](const Reader& at) {
    std::uint64_t hash = cpn::HashText(salt, multisets.Format(at(first)));
    if (hash % 2 == 0) hash = cpn::HashText(hash, multisets.Format(at(second)));
    return hash / 2 % of < least;
  });
}

Formula RandomFormulas::ArcAtom() {
  if (Chance(12)) return Make(Chance(2) ? Operator::kTrue : Operator::kFalse);
  return Pattern();
}

Formula RandomFormulas::Pattern() {
  if (space_.arcs() == 0 || Chance(6)) {
    // Any transition of the model; its module may have no instance.
    const std::vector<cpn::ModuleDeclaration>& modules = engine_.net().model().modules;
    const auto count = static_cast<std::uint32_t>(modules.size());
    std::uint32_t module = random_.Below(count);
    while (modules[module].transitions.empty()) module = (module + 1) % count;
    const auto transitions = static_cast<std::uint32_t>(modules[module].transitions.size());
    return cpn::ctl::testing::Af(module, random_.Below(transitions));
  }
  const cpn::NodeId node = random_.Below(space_.expanded());
  for (cpn::NodeId n = node;; n = (n + 1) % space_.expanded()) {
    const std::span<const cpn::StateArc> out = space_.Out(n);
    if (out.empty()) continue;
    const cpn::BindingElement element =
        engine_.Element(out[random_.Below(static_cast<std::uint32_t>(out.size()))].element);
    const cpn::Transition& transition = engine_.net().transitions()[element.transition];
    std::vector<std::pair<std::uint32_t, cpn::Value>> values;
    for (std::uint32_t v = 0; v < element.binding.size(); ++v) {
      if (Chance(3)) values.emplace_back(v, element.binding[v]);
    }
    return cpn::ctl::testing::Af(transition.module, transition.index, std::move(values));
  }
}

}  // namespace differential
