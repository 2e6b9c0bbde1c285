#include "conformance/net_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/nearest.h"
#include "conformance/run_history.h"
#include "cpn/engine/term_evaluator.h"
#include "cpn/why/near_bindings.h"
#include "cpn/why/obstacle_text.h"
#include "cpn/why/read_value.h"

namespace conformance {
namespace {

/// What a step names: a transition, and the values of its variables.
struct Named {
  std::optional<cpn::TransitionId> transition;
  std::vector<std::optional<cpn::Value>> binding;
  std::string problem;  ///< a clause without subject; empty: all was read
};

std::string UnknownTransition(const cpn::Net& net, const std::string& name) {
  std::vector<std::string> names;
  for (const cpn::Transition& transition : net.transitions()) names.push_back(transition.name);
  return fmt::format("is no transition of the net{}", base::DidYouMean(name, names));
}

Named Read(cpn::Engine& engine, const trace::Step& step) {
  Named named;
  const cpn::Net& net = engine.net();
  named.transition = net.FindTransition(step.name);
  if (!named.transition) {
    named.problem = UnknownTransition(net, step.name);
    return named;
  }
  const cpn::TransitionDeclaration& declaration = *net.transitions()[*named.transition].declaration;
  for (const cpn::Variable& variable : declaration.variables) {
    std::optional<cpn::Value>& value = named.binding.emplace_back();
    const auto field = std::find_if(step.fields.begin(), step.fields.end(),
                                    [&](const auto& one) { return one.first == variable.name; });
    const cpn::ColourSets& colour_sets = *engine.context().colour_sets;
    if (field != step.fields.end()) {
      value = cpn::why::ReadValue(field->second, variable.type, colour_sets, engine.values());
    }
    if (value || !named.problem.empty()) continue;
    named.problem = field == step.fields.end()
                        ? fmt::format("has no value for the variable {}", variable.name)
                        : fmt::format("has {} = {}, which is no colour of {}", variable.name,
                                      field->second, colour_sets[variable.type].name);
  }
  return named;
}

std::string TextOf(const trace::Step& step) {
  if (!step.key.empty()) return step.key;
  std::string text;
  for (const auto& [name, value] : step.fields) {
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  }
  return fmt::format("{} ({})", step.name, text);
}

/// Why the step cannot occur in the marking that the run has led to.
NearMiss WhyNot(cpn::Engine& engine, const cpn::Marking& marking, const trace::Step& step,
                const RunHistory& history) {
  NearMiss miss;
  miss.element = TextOf(step);
  const Named named = Read(engine, step);
  if (!named.problem.empty()) {
    miss.reasons.push_back(named.problem);
    return miss;
  }
  const cpn::why::Question question{.transition = *named.transition, .bound = named.binding};
  cpn::why::NearLimits limits;
  limits.max_weight = 8;
  cpn::why::ForEachNearBinding(
      engine, marking, question, limits, [&](const cpn::why::NearBinding& near) {
        for (const cpn::why::Obstacle& obstacle : near.obstacles) {
          miss.reasons.push_back(
              cpn::why::ToString(engine, marking, near, obstacle, history.Questions()));
        }
        return false;
      });
  return miss;
}

}  // namespace

Verdict JudgeRun(cpn::Engine& engine, const trace::Trace& trace) {
  Verdict verdict;
  verdict.markings = 1;
  cpn::Marking marking = engine.InitialMarking();
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    if (step.kind != trace::Kind::kBinding) continue;
    ++verdict.events;
    if (verdict.misfit) continue;
    const std::string wanted = TextOf(step);
    const std::span<const cpn::BindingElementId> enabled = engine.Enabled(marking);
    const auto found = std::find_if(enabled.begin(), enabled.end(), [&](cpn::BindingElementId id) {
      return engine.FormatElement(id) == wanted;
    });
    if (found != enabled.end()) {
      verdict.run.push_back({*found, std::nullopt});
      ++verdict.explained;
      engine.Occur(marking, *found);
      continue;
    }
    verdict.step = i + 1;
    const RunHistory history(engine, verdict.run);
    verdict.misfit.emplace();
    verdict.misfit->markings = 1;
    verdict.misfit->nearest.push_back(WhyNot(engine, marking, step, history));
  }
  verdict.conforms = !verdict.misfit;
  return verdict;
}

std::vector<SeenEvent> ShownBy(cpn::Engine& engine, View& view, const trace::Trace& trace,
                               std::optional<std::string>& problem) {
  std::vector<SeenEvent> events;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const trace::Step& step = trace.steps[i];
    if (step.kind != trace::Kind::kBinding) continue;
    const Named named = Read(engine, step);
    if (named.transition && !view.Observes(*named.transition)) continue;
    if (!named.problem.empty()) {
      problem = fmt::format("step {}, {}, {}", i + 1, TextOf(step), named.problem);
      return {};
    }
    std::vector<cpn::Value> binding;
    for (const std::optional<cpn::Value>& value : named.binding) binding.push_back(*value);
    for (Event& event : view.Observe({*named.transition, binding, {}})) {
      events.push_back({std::move(event), i + 1, step.node});
    }
  }
  return events;
}

}  // namespace conformance
