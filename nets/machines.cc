#include "nets/machines.h"

#include <algorithm>
#include <utility>

namespace nets {
namespace {

using cpn::Arc;
using cpn::ArcKind;
using cpn::ColourSet;
using cpn::ColourSetKind;
using cpn::Net;
using cpn::Pattern;
using cpn::Transition;

/// The colour set behind aliases and subsets, so that a process has one name in all of them.
const ColourSet& BaseOf(const Net& net, cpn::ColourSetId id) {
  const ColourSet* set = &net.model().colour_sets[id];
  while (set->kind == ColourSetKind::kAlias || set->kind == ColourSetKind::kSubset) {
    set = &net.model().colour_sets[set->parts.front()];
  }
  return *set;
}

/// Finds the variable whose value names the process that takes a transition's step.
class ProcessOf {
 public:
  ProcessOf(const Net& net, const Transition& transition) : net_(net), transition_(transition) {}

  std::optional<std::uint32_t> Find() const {
    auto found = On([this](const Arc& arc) { return IsState(arc); });
    if (!found) found = On([](const Arc& arc) { return arc.kind == ArcKind::kInput; });
    if (!found) found = On([](const Arc& arc) { return arc.kind == ArcKind::kTest; });
    for (std::uint32_t i = 0; !found && i < transition_.declaration->variables.size(); ++i) {
      if (NamesProcess(i)) found = i;
    }
    return found;
  }

 private:
  bool NamesProcess(std::uint32_t variable) const {
    const auto kind = BaseOf(net_, transition_.declaration->variables[variable].type).kind;
    return kind == ColourSetKind::kEnum || kind == ColourSetKind::kRange ||
           kind == ColourSetKind::kIndex;
  }

  bool IsState(const Arc& arc) const {
    return arc.kind == ArcKind::kInput &&
           std::ranges::any_of(transition_.arcs, [&](const Arc& other) {
             return other.kind == ArcKind::kOutput && other.place == arc.place;
           });
  }

  template <typename Fits>
  std::optional<std::uint32_t> On(const Fits& fits) const {
    for (const Arc& arc : transition_.arcs) {
      if (!fits(arc)) continue;
      for (const cpn::ArcTerm& term : arc.declaration->terms) {
        if (term.kind != cpn::ArcTerm::Kind::kPattern) continue;
        if (const auto found = In(term.pattern)) return found;
      }
    }
    return std::nullopt;
  }

  std::optional<std::uint32_t> In(const Pattern& pattern) const {
    if (pattern.kind == cpn::PatternKind::kVariable && NamesProcess(pattern.variable)) {
      return pattern.variable;
    }
    for (const Pattern& child : pattern.children) {
      if (const auto found = In(child)) return found;
    }
    return std::nullopt;
  }

  const Net& net_;
  const Transition& transition_;
};

std::optional<std::uint32_t> FirstOf(const std::vector<std::string>& names,
                                     const Transition& transition) {
  const auto& variables = transition.declaration->variables;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(variables, name, &cpn::Variable::name);
    if (found != variables.end()) return static_cast<std::uint32_t>(found - variables.begin());
  }
  return std::nullopt;
}

}  // namespace

std::optional<MachineRule> ParseMachineRule(std::string_view text) {
  using Kind = MachineRule::Kind;
  if (text == "process") return MachineRule{Kind::kProcess};
  if (text == "transition") return MachineRule{Kind::kTransition};
  if (text == "binding") return MachineRule{Kind::kBinding};
  constexpr std::string_view kVariables = "var:";
  if (!text.starts_with(kVariables)) return std::nullopt;
  text.remove_prefix(kVariables.size());
  MachineRule rule{Kind::kVariables};
  while (true) {
    const std::size_t comma = text.find(',');
    rule.variables.emplace_back(text.substr(0, comma));
    if (rule.variables.back().empty()) return std::nullopt;
    if (comma == std::string_view::npos) return rule;
    text.remove_prefix(comma + 1);
  }
}

Machines::Machines(const cpn::Engine* engine, MachineRule rule)
    : engine_(engine), rule_(std::move(rule)) {
  for (const Transition& transition : engine_->net().transitions()) {
    const bool process = rule_.kind == MachineRule::Kind::kProcess;
    variables_.push_back(process ? ProcessOf(engine_->net(), transition).Find()
                                 : FirstOf(rule_.variables, transition));
  }
}

std::string Machines::NameOf(cpn::BindingElementId id) const {
  if (rule_.kind == MachineRule::Kind::kBinding) return engine_->FormatElement(id);
  const cpn::BindingElement element = engine_->Element(id);
  const Transition& transition = engine_->net().transitions()[element.transition];
  if (rule_.kind == MachineRule::Kind::kTransition) return transition.name;
  if (const auto variable = variables_[element.transition]) {
    const ColourSet& set =
        BaseOf(engine_->net(), transition.declaration->variables[*variable].type);
    return set.name + ' ' + engine_->values().Format(element.binding[*variable]);
  }
  return transition.instance.empty() ? transition.name : transition.instance;
}

}  // namespace nets
