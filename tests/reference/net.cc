#include "tests/reference/net.h"

#include <algorithm>

#include "tests/reference/flatten.h"

namespace reference {

using cpn::ArcDeclaration;
using cpn::ArcKind;
using cpn::Pattern;
using cpn::PatternKind;
using cpn::ValueKind;

std::strong_ordering operator<=>(const Element&, const Element&) = default;
bool operator==(const Element&, const Element&) = default;

namespace {

void CollectVariables(const Pattern& pattern, std::set<std::size_t>& out) {
  if (pattern.kind == PatternKind::kVariable) out.insert(pattern.variable);
  for (const Pattern& child : pattern.children) CollectVariables(child, out);
}

/// Variables that a let gives a value: those of lets that no input or test pattern has.
std::set<std::size_t> LetVariables(const cpn::TransitionDeclaration& t) {
  std::set<std::size_t> matched;
  for (const ArcDeclaration& arc : t.arcs) {
    if (arc.kind != ArcKind::kInput && arc.kind != ArcKind::kTest) continue;
    for (const cpn::ArcTerm& term : arc.terms) {
      if (term.kind == cpn::ArcTerm::Kind::kPattern && !term.condition && term.count > 0) {
        CollectVariables(term.pattern, matched);
      }
    }
  }
  std::set<std::size_t> lets;
  for (const cpn::LetDeclaration& let : t.lets) {
    if (!matched.contains(let.variable)) lets.insert(let.variable);
  }
  return lets;
}

}  // namespace

Net::Net(const cpn::Model& model, const Universe& universe) : model_(model), universe_(universe) {
  FlatModel flat = Flatten(model);
  for (const FlatPlace& place : flat.places) {
    place_names_.push_back(place.name);
    Bag& bag = initial_.emplace_back();
    for (const cpn::MultiSetEntry& entry : place.initial) {
      if (entry.count > 0) bag[FromValue(*universe_.values, entry.value)] += entry.count;
    }
  }
  transitions_ = std::move(flat.transitions);
}

std::vector<Element> Net::Enabled(const Marking& marking) const {
  std::optional<int> highest;
  std::set<Element> enabled;
  for (std::size_t i = 0; i < transitions_.size(); ++i) {
    const int priority = transitions_[i].declaration->priority;
    const std::set<Element> found = EnabledOf(i, marking);
    if (found.empty() || (highest && priority < *highest)) continue;
    if (!highest || priority > *highest) enabled.clear();
    highest = priority;
    enabled.insert(found.begin(), found.end());
  }
  return {enabled.begin(), enabled.end()};
}

std::vector<Colour> Net::Domain(const Transition& t, std::size_t variable,
                                const Marking& marking) const {
  const cpn::ColourSetId type = t.declaration->variables[variable].type;
  if (auto all = All(universe_, type)) return *all;
  std::set<Colour> occurring;
  for (const Bag& bag : marking) {
    for (const auto& [colour, count] : bag) AddParts(colour, occurring);
  }
  std::vector<Colour> domain;
  for (const Colour& colour : occurring) {
    if (Contains(universe_, type, colour)) domain.push_back(colour);
  }
  return domain;
}

std::set<Element> Net::EnabledOf(std::size_t transition, const Marking& marking) const {
  const Transition& t = transitions_[transition];
  const std::set<std::size_t> lets = LetVariables(*t.declaration);
  std::vector<std::vector<Colour>> domains(t.declaration->variables.size());
  for (std::size_t v = 0; v < domains.size(); ++v) {
    if (!lets.contains(v)) domains[v] = Domain(t, v, marking);
  }
  std::set<Element> found;
  Binding binding(domains.size());
  TryBindings(transition, domains, binding, 0, marking, found);
  return found;
}

void Net::TryBindings(std::size_t transition, const std::vector<std::vector<Colour>>& domains,
                      Binding& binding, std::size_t variable, const Marking& marking,
                      std::set<Element>& out) const {
  const Transition& t = transitions_[transition];
  if (variable < binding.size()) {
    if (LetVariables(*t.declaration).contains(variable)) {
      TryBindings(transition, domains, binding, variable + 1, marking, out);
      return;
    }
    for (const Colour& colour : domains[variable]) {
      binding[variable] = colour;
      TryBindings(transition, domains, binding, variable + 1, marking, out);
    }
    binding[variable].reset();
    return;
  }
  if (!HasTokens(t, binding, marking)) return;
  Binding complete = binding;
  if (!SolveLets(t, complete) || !Guards(t, complete)) return;
  std::vector<Colour> chosen;
  TryWildcards(transition, complete, chosen, marking, out);
}

bool Net::SolveLets(const Transition& t, Binding& binding) const {
  std::vector<cpn::LetDeclaration> open = t.declaration->lets;
  while (!open.empty()) {
    // One that reads bound variables only: Flatten() has made sure that there is one.
    const auto next = std::ranges::find_if(open, [&](const cpn::LetDeclaration& let) {
      const auto& parameters = model_.functions[let.function].parameters;
      return std::ranges::all_of(parameters, [&](const std::string& name) {
        const auto at = std::ranges::find(t.declaration->variables, name, &cpn::Variable::name);
        return binding[static_cast<std::size_t>(at - t.declaration->variables.begin())].has_value();
      });
    });
    const Colour value =
        Compute(t, next->function, t.declaration->variables[next->variable].type, binding);
    if (binding[next->variable] && *binding[next->variable] != value) return false;
    binding[next->variable] = value;
    open.erase(next);
  }
  return true;
}

bool Net::Guards(const Transition& t, const Binding& binding) const {
  return std::ranges::all_of(t.declaration->guards,
                             [&](cpn::FunctionId guard) { return Test(t, guard, binding); });
}

void Net::TryWildcards(std::size_t transition, const Binding& binding, std::vector<Colour>& chosen,
                       const Marking& marking, std::set<Element>& out) const {
  const Transition& t = transitions_[transition];
  const std::vector<ArcTerm> wild = TermsOf(t, {ArcKind::kInput, ArcKind::kTest}, true);
  if (chosen.size() < wild.size()) {
    const ArcTerm& next = wild[chosen.size()];
    for (const auto& [colour, count] : marking[t.places[next.arc->place]]) {
      if (!Matches(next.term->pattern, colour, binding)) continue;
      chosen.push_back(colour);
      TryWildcards(transition, binding, chosen, marking, out);
      chosen.pop_back();
    }
    return;
  }
  if (!IsEnabled(t, binding, chosen, marking)) return;
  Element element{transition, {}, {}};
  for (const std::optional<Colour>& colour : binding) element.binding.push_back(*colour);
  for (std::size_t i = 0; i < wild.size(); ++i) {
    if (wild[i].arc->kind == ArcKind::kInput) element.wildcards.push_back(chosen[i]);
  }
  out.insert(element);
}

bool Net::HasTokens(const Transition& t, const Binding& binding, const Marking& marking) const {
  const auto is_there = [&](const ArcTerm& at) {
    if (at.term->kind != cpn::ArcTerm::Kind::kPattern || at.term->condition) return true;
    std::set<std::size_t> variables;
    CollectVariables(at.term->pattern, variables);
    const bool known = std::ranges::all_of(
        variables, [&](std::size_t variable) { return binding[variable].has_value(); });
    return !known || Includes(marking[t.places[at.arc->place]], Tokens(t, at, binding));
  };
  return std::ranges::all_of(TermsOf(t, {ArcKind::kInput, ArcKind::kTest}, false), is_there);
}

bool Net::IsEnabled(const Transition& t, const Binding& binding, const std::vector<Colour>& chosen,
                    const Marking& marking) const {
  Marking needed(marking.size());
  for (const ArcTerm& term : TermsOf(t, {ArcKind::kInput, ArcKind::kTest}, false)) {
    Add(needed[t.places[term.arc->place]], Tokens(t, term, binding));
  }
  const std::vector<ArcTerm> wild = TermsOf(t, {ArcKind::kInput, ArcKind::kTest}, true);
  for (std::size_t i = 0; i < wild.size(); ++i) {
    needed[t.places[wild[i].arc->place]][chosen[i]] += wild[i].term->count;
  }
  for (std::size_t p = 0; p < marking.size(); ++p) {
    if (!Includes(marking[p], needed[p])) return false;
  }
  return std::ranges::none_of(t.declaration->arcs, [&](const ArcDeclaration& arc) {
    return arc.kind == ArcKind::kInhibitor && Disables(t, arc, binding, marking);
  });
}

bool Net::Disables(const Transition& t, const ArcDeclaration& arc, const Binding& binding,
                   const Marking& marking) const {
  const Bag& place = marking[t.places[arc.place]];
  if (arc.terms.empty()) return !place.empty();
  Bag sum;
  std::vector<ArcTerm> wild;
  for (const cpn::ArcTerm& term : arc.terms) {
    if (term.count == 0) continue;
    if (term.kind == cpn::ArcTerm::Kind::kPattern && IsWild(term.pattern, t.types[arc.place])) {
      if (!term.condition || Test(t, *term.condition, binding)) wild.push_back({&arc, &term});
    } else {
      Add(sum, Tokens(t, {&arc, &term}, binding));
    }
  }
  return (!sum.empty() || !wild.empty()) && CanChoose(t, wild, binding, sum, place);
}

bool Net::CanChoose(const Transition& t, std::vector<ArcTerm> wild, const Binding& binding,
                    const Bag& sum, const Bag& place) const {
  if (wild.empty()) return Includes(place, sum);
  const ArcTerm last = wild.back();
  wild.pop_back();
  return std::ranges::any_of(place, [&](const auto& entry) {
    if (!Matches(last.term->pattern, entry.first, binding)) return false;
    Bag more = sum;
    more[entry.first] += last.term->count;
    return CanChoose(t, wild, binding, more, place);
  });
}

Marking Net::Occur(const Marking& marking, const Element& element) const {
  const Transition& t = transitions_[element.transition];
  const Binding binding(element.binding.begin(), element.binding.end());
  Marking after = marking;
  const auto remove = [](Bag& bag, const Bag& tokens) {
    for (const auto& [colour, count] : tokens) {
      if ((bag[colour] -= count) == 0) bag.erase(colour);
    }
  };
  for (const ArcTerm& term : TermsOf(t, {ArcKind::kInput}, false)) {
    remove(after[t.places[term.arc->place]], Tokens(t, term, binding));
  }
  const std::vector<ArcTerm> wild = TermsOf(t, {ArcKind::kInput}, true);
  for (std::size_t i = 0; i < wild.size(); ++i) {
    remove(after[t.places[wild[i].arc->place]], {{element.wildcards[i], wild[i].term->count}});
  }
  for (const ArcDeclaration& arc : t.declaration->arcs) {
    if (arc.kind == ArcKind::kReset) after[t.places[arc.place]].clear();
  }
  for (const ArcTerm& term : TermsOf(t, {ArcKind::kOutput}, false)) {
    const Bag added = Tokens(t, term, binding);
    for (const auto& [colour, count] : added) {
      if (!Contains(universe_, t.types[term.arc->place], colour)) {
        throw ColourError{element.transition};
      }
    }
    Add(after[t.places[term.arc->place]], added);
  }
  return after;
}

std::vector<cpn::Value> Net::Arguments(const Transition& t, cpn::FunctionId function,
                                       const Binding& binding) const {
  std::vector<cpn::Value> arguments;
  for (const std::string& name : model_.functions[function].parameters) {
    const auto at = std::ranges::find(t.declaration->variables, name, &cpn::Variable::name);
    const auto index = static_cast<std::size_t>(at - t.declaration->variables.begin());
    arguments.push_back(ToValue(*universe_.values, *binding[index]));
  }
  return arguments;
}

bool Net::Test(const Transition& t, cpn::FunctionId function, const Binding& binding) const {
  return universe_.evaluator->Test(function, Arguments(t, function, binding));
}

Colour Net::Compute(const Transition& t, cpn::FunctionId function, cpn::ColourSetId type,
                    const Binding& binding) const {
  return FromValue(*universe_.values,
                   universe_.evaluator->Compute(function, Arguments(t, function, binding), type));
}

Bag Net::Tokens(const Transition& t, const ArcTerm& at, const Binding& binding) const {
  const cpn::ArcTerm& term = *at.term;
  if (term.count == 0 || (term.condition && !Test(t, *term.condition, binding))) return {};
  const cpn::ColourSetId type = t.types[at.arc->place];
  if (term.kind == cpn::ArcTerm::Kind::kPattern) {
    return {{Build(term.pattern, binding), term.count}};
  }
  if (term.kind == cpn::ArcTerm::Kind::kFunction) {
    return {{Compute(t, term.function, type, binding), term.count}};
  }
  std::vector<cpn::MultiSetEntry> entries;
  universe_.evaluator->ComputeMultiSet(term.function, Arguments(t, term.function, binding), type,
                                       entries);
  Bag bag;
  for (const cpn::MultiSetEntry& entry : entries) {
    if (entry.count == 0) continue;
    bag[FromValue(*universe_.values, entry.value)] += std::uint64_t{entry.count} * term.count;
  }
  return bag;
}

Colour Net::Build(const Pattern& pattern, const Binding& binding) const {
  if (pattern.kind == PatternKind::kVariable) return *binding[pattern.variable];
  if (pattern.kind == PatternKind::kConstant) return FromValue(*universe_.values, pattern.constant);
  Colour colour;
  if (pattern.kind == PatternKind::kRecord) {
    std::map<std::string, Colour> fields;
    for (std::size_t i = 0; i < pattern.children.size(); ++i) {
      fields[pattern.names[i]] = Build(pattern.children[i], binding);
    }
    colour.kind = ValueKind::kRecord;
    for (const auto& [name, part] : fields) {
      colour.names.push_back(name);
      colour.parts.push_back(part);
    }
    return colour;
  }
  for (const Pattern& child : pattern.children) colour.parts.push_back(Build(child, binding));
  colour.kind = pattern.kind == PatternKind::kTuple   ? ValueKind::kTuple
                : pattern.kind == PatternKind::kUnion ? ValueKind::kUnion
                                                      : ValueKind::kList;
  if (pattern.kind == PatternKind::kUnion) {
    colour.text = pattern.names[0];
    if (colour.parts.empty()) colour.parts.emplace_back();
  }
  if (pattern.kind == PatternKind::kCons) {
    const std::vector<Colour> rest = colour.parts[1].parts;
    colour.parts.pop_back();
    colour.parts.insert(colour.parts.end(), rest.begin(), rest.end());
  }
  return colour;
}

bool Net::Matches(const Pattern& pattern, const Colour& token, const Binding& binding) const {
  switch (pattern.kind) {
    case PatternKind::kAny:
      return true;
    case PatternKind::kVariable:
    case PatternKind::kConstant:
      return Build(pattern, binding) == token;
    case PatternKind::kTuple:
    case PatternKind::kList:
      if (token.parts.size() != pattern.children.size()) return false;
      for (std::size_t i = 0; i < token.parts.size(); ++i) {
        if (!Matches(pattern.children[i], token.parts[i], binding)) return false;
      }
      return true;
    case PatternKind::kCons: {
      if (token.parts.empty()) return false;
      Colour rest = token;
      rest.parts.erase(rest.parts.begin());
      return Matches(pattern.children[0], token.parts[0], binding) &&
             Matches(pattern.children[1], rest, binding);
    }
    case PatternKind::kRecord:
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        const auto at = std::ranges::find(token.names, pattern.names[i]);
        const auto field = static_cast<std::size_t>(at - token.names.begin());
        if (!Matches(pattern.children[i], token.parts[field], binding)) return false;
      }
      return true;
    case PatternKind::kUnion:
      return token.text == pattern.names[0] &&
             (pattern.children.empty() || Matches(pattern.children[0], token.parts[0], binding));
  }
  return false;
}

bool Net::IsWild(const Pattern& pattern, cpn::ColourSetId set) const {
  const cpn::ColourSet* base = &(*universe_.colour_sets)[set];
  while (base->kind == cpn::ColourSetKind::kAlias || base->kind == cpn::ColourSetKind::kSubset) {
    set = base->parts[0];
    base = &(*universe_.colour_sets)[set];
  }
  const auto field = [&](const std::string& name) {
    return *std::ranges::find(base->fields, name, &cpn::ColourSetField::name)->type;
  };
  switch (pattern.kind) {
    case PatternKind::kAny:
      return true;
    case PatternKind::kVariable:
    case PatternKind::kConstant:
      return false;
    case PatternKind::kTuple:
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        if (IsWild(pattern.children[i], base->parts[i])) return true;
      }
      return false;
    case PatternKind::kList:
      return std::ranges::any_of(pattern.children,
                                 [&](const Pattern& p) { return IsWild(p, base->parts[0]); });
    case PatternKind::kCons:
      return IsWild(pattern.children[0], base->parts[0]) || IsWild(pattern.children[1], set);
    case PatternKind::kRecord:
      if (pattern.children.size() < base->fields.size()) return true;
      for (std::size_t i = 0; i < pattern.children.size(); ++i) {
        if (IsWild(pattern.children[i], field(pattern.names[i]))) return true;
      }
      return false;
    case PatternKind::kUnion:
      return !pattern.children.empty() && IsWild(pattern.children[0], field(pattern.names[0]));
  }
  return false;
}

std::vector<Net::ArcTerm> Net::TermsOf(const Transition& t, const std::vector<ArcKind>& kinds,
                                       bool wild) const {
  std::vector<ArcTerm> terms;
  for (const ArcDeclaration& arc : t.declaration->arcs) {
    if (std::ranges::count(kinds, arc.kind) == 0) continue;
    for (const cpn::ArcTerm& term : arc.terms) {
      const bool is_wild = term.kind == cpn::ArcTerm::Kind::kPattern && term.count > 0 &&
                           IsWild(term.pattern, t.types[arc.place]);
      if (is_wild == wild) terms.push_back({&arc, &term});
    }
  }
  return terms;
}

StateSpace Explore(const Net& net, std::size_t max_nodes) {
  StateSpace space;
  std::map<Marking, std::size_t> numbers;
  const auto number_of = [&](const Marking& marking) {
    const auto [at, is_new] = numbers.emplace(marking, space.markings.size());
    if (is_new) space.markings.push_back(marking);
    return at->second;
  };
  number_of(net.initial());
  std::size_t node = 0;
  while (node < space.markings.size()) {
    const std::size_t level_end = space.markings.size();
    const std::size_t arcs_before = space.arcs.size();
    for (; node < level_end && space.markings.size() <= max_nodes; ++node) {
      const Marking marking = space.markings[node];
      for (const Element& element : net.Enabled(marking)) {
        space.arcs.push_back({node, element, number_of(net.Occur(marking, element))});
      }
    }
    if (space.markings.size() > max_nodes) {
      space.complete = false;
      space.markings.resize(level_end);
      space.arcs.resize(arcs_before);
      break;
    }
  }
  return space;
}

}  // namespace reference
