#include "cpn/reduce/event_classes.h"

#include <algorithm>
#include <array>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/term_evaluator.h"

namespace cpn::reduce {
namespace {

constexpr std::size_t kMostClasses = 2048;
/// Most classes of one transition, from fine to coarse, until all are kMostClasses at most.
constexpr std::array<std::size_t, 5> kMostOfTransition{256, 64, 16, 4, 1};

bool Reads(const std::vector<std::uint32_t>& variables, std::uint32_t variable) {
  return std::ranges::find(variables, variable) != variables.end();
}

bool IsLet(const CompiledTransition& transition, std::uint32_t variable) {
  return std::ranges::any_of(transition.lets,
                             [&](const CompiledLet& let) { return let.variable == variable; });
}

/// Finds the input whose list the transition only inserts into, per output.
class Accumulation {
 public:
  Accumulation(const CompiledTransition& transition, const Evaluator& evaluator)
      : transition_(transition), evaluator_(evaluator) {}

  /// Is `input` such a term? Then `output` is the term that gives the list back.
  bool Is(const CompiledTerm& input, const CompiledTerm*& output) const {
    if (input.kind != ArcTerm::Kind::kPattern || input.condition || !input.consumes) return false;
    if (input.pattern.kind != PatternKind::kVariable || input.count != 1 || input.shared) {
      return false;
    }
    output = nullptr;
    for (const CompiledTerm& term : transition_.outputs) {
      if (term.place != input.place) continue;
      if (output != nullptr) return false;
      output = &term;
    }
    return output != nullptr && Inserts(*output, input.pattern.variable) &&
           Uses(input.pattern.variable) == 2;
  }

 private:
  bool Inserts(const CompiledTerm& output, std::uint32_t list) const {
    if (output.kind != ArcTerm::Kind::kFunction || output.condition || output.count != 1) {
      return false;
    }
    const auto at = std::ranges::find(output.call.reads, list);
    if (at == output.call.reads.end()) return false;
    return evaluator_.InsertsInto(output.call.function,
                                  static_cast<std::uint32_t>(at - output.call.reads.begin()));
  }

  /// How many inscriptions read the variable; resets and inhibitors of its place count, too.
  std::size_t Uses(std::uint32_t variable) const {
    std::size_t uses = IsLet(transition_, variable) ? 1 : 0;
    const auto count = [&](const auto& terms) {
      for (const auto& term : terms) uses += Reads(term.variables, variable) ? 1 : 0;
    };
    count(transition_.matched);
    count(transition_.computed);
    count(transition_.outputs);
    count(transition_.inhibitors);
    for (const Call& guard : transition_.guards) uses += Reads(guard.reads, variable) ? 1 : 0;
    for (const CompiledLet& let : transition_.lets) {
      uses += Reads(let.call.reads, variable) ? 1 : 0;
    }
    uses += Reads(transition_.free_variables, variable) ? 1 : 0;
    return uses;
  }

  const CompiledTransition& transition_;
  const Evaluator& evaluator_;
};

/// The touches of one transition, but for what its variables say.
class TouchMaker {
 public:
  TouchMaker(const CompiledTransition& transition, const Evaluator& evaluator, ValueStore& values,
             bool may_accumulate)
      : transition_(transition),
        accumulation_(transition, evaluator),
        values_(values),
        may_accumulate_(may_accumulate) {}

  std::vector<Touch> Make(std::span<const Value> known) {
    touches_.clear();
    const CompiledTerm* given_back = nullptr;
    for (const CompiledTerm& term : transition_.matched) AddInput(term, known, given_back);
    for (const CompiledTerm& term : transition_.computed) AddInput(term, known, given_back);
    for (const CompiledTerm& term : transition_.outputs) {
      if (&term != given_back) Add(Touch::Kind::kAdd, term, known);
    }
    for (const CompiledInhibitor& inhibitor : transition_.inhibitors) {
      touches_.push_back({Touch::Kind::kInhibitor, inhibitor.place, {}, inhibitor.any_token});
    }
    for (const PlaceId place : transition_.resets) {
      touches_.push_back({Touch::Kind::kReset, place, {}, false});
    }
    return std::move(touches_);
  }

 private:
  void AddInput(const CompiledTerm& term, std::span<const Value> known,
                const CompiledTerm*& given_back) {
    const CompiledTerm* output = nullptr;
    if (may_accumulate_ && given_back == nullptr && accumulation_.Is(term, output)) {
      given_back = output;
      touches_.push_back({Touch::Kind::kAccumulate, term.place, {}, true});
      return;
    }
    Add(term.consumes ? Touch::Kind::kTake : Touch::Kind::kTest, term, known);
  }

  void Add(Touch::Kind kind, const CompiledTerm& term, std::span<const Value> known) {
    Touch touch{kind, term.place, {}, false};
    if (term.kind == ArcTerm::Kind::kPattern) {
      touch.shape = ShapeOf(term.pattern, known, values_);
      touch.decides = !term.condition && term.count > 0;
      touch.shape.determined = touch.shape.determined && touch.decides;
    }
    touches_.push_back(std::move(touch));
  }

  const CompiledTransition& transition_;
  Accumulation accumulation_;
  ValueStore& values_;
  bool may_accumulate_;
  std::vector<Touch> touches_;
};

bool Contains(const std::vector<TransitionId>& transitions, TransitionId id) {
  return std::ranges::find(transitions, id) != transitions.end();
}

}  // namespace

EventClasses::EventClasses(Engine& engine, const ReductionOptions& options) {
  for (const std::size_t most : kMostOfTransition) {
    if (ChooseAxes(engine, most) <= kMostClasses) break;
  }
  std::vector<std::uint32_t> level(engine.net().transitions().size());
  for (std::uint32_t i = 0; i < engine.PriorityGroups().size(); ++i) {
    for (const TransitionId id : engine.PriorityGroups()[i]) level[id] = i;
  }
  for (TransitionId id = 0; id < level.size(); ++id) Make(engine, id, level[id], options);
}

std::size_t EventClasses::ChooseAxes(Engine& engine, std::size_t most) {
  const EngineContext& context = engine.context();
  unfolded_.clear();
  std::size_t total = 0;
  for (TransitionId id = 0; id < engine.net().transitions().size(); ++id) {
    const auto& variables = engine.net().transitions()[id].declaration->variables;
    Unfolded unfolded;
    unfolded.first = static_cast<ClassId>(total);
    std::size_t classes = 1;
    for (std::uint32_t v = 0; v < variables.size(); ++v) {
      if (IsLet(engine.Compiled(id), v)) continue;
      const auto* values = context.colour_sets->Enumerate(variables[v].type, *context.evaluator);
      if (values == nullptr || values->empty() || classes * values->size() > most) continue;
      classes *= values->size();
      Axis axis{v, values, {}};
      for (std::uint32_t i = 0; i < values->size(); ++i) axis.index[(*values)[i].id] = i;
      unfolded.axes.push_back(std::move(axis));
    }
    total += classes;
    unfolded_.push_back(std::move(unfolded));
  }
  return total;
}

void EventClasses::Make(Engine& engine, TransitionId id, std::uint32_t level,
                        const ReductionOptions& options) {
  const CompiledTransition& transition = engine.Compiled(id);
  const std::vector<Axis>& axes = unfolded_[id].axes;
  const bool visible = Contains(options.visible, id);
  TouchMaker maker(transition, *engine.context().evaluator, engine.values(),
                   !visible && !Contains(options.told, id));
  std::vector<Value> known(transition.variables, PartialBinding::kUnbound);
  std::vector<std::uint32_t> at(axes.size(), 0);
  while (true) {
    for (std::size_t i = 0; i < axes.size(); ++i)
      known[axes[i].variable] = (*axes[i].values)[at[i]];
    classes_.push_back({id, level, visible, maker.Make(known)});
    std::size_t i = axes.size();
    while (i > 0 && ++at[i - 1] == axes[i - 1].values->size()) at[--i] = 0;
    if (i == 0) return;
  }
}

ClassId EventClasses::Of(const BindingElement& element) const {
  const Unfolded& unfolded = unfolded_[element.transition];
  ClassId index = 0;
  for (const Axis& axis : unfolded.axes) {
    index = index * static_cast<ClassId>(axis.values->size()) +
            axis.index.at(element.binding[axis.variable].id);
  }
  return unfolded.first + index;
}

}  // namespace cpn::reduce
