#include "conformance/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "cpn/lua/text/suggest.h"
#include "cpn/why/near_bindings.h"

namespace conformance {
namespace {

using cpn::lua::ObservationKind;

// Bindings of a transition that are asked what they show.
constexpr std::size_t kMostBindings = 32;
constexpr std::size_t kMostObstacles = 64;
constexpr std::uint64_t kMostSteps = 5'000;

const char* NameOf(ObservationKind kind) {
  return kind == ObservationKind::kStimulus ? "stimulus" : "response";
}

std::vector<std::string> ListOf(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

UnknownName Unknown(const std::string& what, const std::string& name,
                    const std::set<std::string>& known) {
  const std::string alternatives = cpn::lua::Alternatives(name, ListOf(known));
  return {.message = what + alternatives, .near = alternatives.ends_with('?')};
}

}  // namespace

Vocabulary::Vocabulary(Automaton& automaton, Position& position) {
  Labels& labels = automaton.labels();
  const std::set<cpn::TransitionId> met = labels.Met();
  for (const EventId id : labels.AllShown()) Learn(labels.events()[id]);
  const std::span<const ConfigurationId> closed = automaton.Explaining(position);
  const cpn::Marking marking = automaton.configurations().MarkingOf(closed.front());
  const std::size_t count = automaton.engine().net().transitions().size();
  for (cpn::TransitionId t = 0; t < count; ++t) {
    if (!labels.view().Observes(t)) continue;
    if (!LearnFrom(automaton, marking, t) && !met.contains(t)) complete_ = false;
  }
}

bool Vocabulary::LearnFrom(Automaton& automaton, const cpn::Marking& marking,
                           cpn::TransitionId transition) {
  cpn::why::NearLimits limits;
  limits.max_weight = kMostObstacles;
  limits.max_steps = kMostSteps;
  std::size_t found = 0;
  const cpn::why::Question question{.transition = transition};
  cpn::why::ForEachNearBinding(
      automaton.engine(), marking, question, limits, [&](const cpn::why::NearBinding& near) {
        if (automaton.limits().budget != nullptr) automaton.limits().budget->Check();
        try {
          for (const Event& event :
               automaton.labels().view().Observe({transition, near.binding, {}})) {
            Learn(event);
          }
        } catch (const cpn::ModelError&) {  // such a binding never occurs
        }
        return ++found < kMostBindings;
      });
  return found > 0;
}

void Vocabulary::Learn(const Event& event) {
  Names& names = fields_[event.kind][event.what.name];
  for (const auto& [name, value] : event.what.fields) names.insert(name);
}

std::optional<UnknownName> Vocabulary::FirstUnknown(const Event& event) const {
  if (!complete_) return std::nullopt;
  const std::string& name = event.what.name;
  std::set<std::string> same_kind, other_kind;
  for (const auto& [kind, events] : fields_) {
    for (const auto& [known, fields] : events) {
      (kind == event.kind ? same_kind : other_kind).insert(known);
    }
  }
  if (!same_kind.contains(name)) {
    if (other_kind.contains(name)) {
      const bool stimulus = event.kind == ObservationKind::kStimulus;
      return UnknownName{
          .message = fmt::format("the specification shows {} as a {}, not as a {}", name,
                                 stimulus ? "response" : "stimulus", NameOf(event.kind)),
          .near = true};
    }
    return Unknown(fmt::format("no {} of the specification that was met is named {}",
                               NameOf(event.kind), name),
                   name, same_kind);
  }
  const Names& known = fields_.at(event.kind).at(name);
  for (std::size_t i = 0; i < event.what.fields.size(); ++i) {
    const std::string& field = event.what.fields[i].first;
    if (known.contains(field)) continue;
    UnknownName unknown =
        Unknown(fmt::format("no {} {} of the specification that was met has a field {}",
                            NameOf(event.kind), name, field),
                field, known);
    unknown.field = i;
    return unknown;
  }
  return std::nullopt;
}

}  // namespace conformance
