#include "cpn/why/near_bindings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "cpn/engine/compiled_transition.h"
#include "cpn/engine/term_evaluator.h"
#include "cpn/why/domains.h"
#include "cpn/why/obstacle_finder.h"

namespace cpn::why {
namespace {

/// The caller, or a limit, ends the search.
struct Enough {};

class Search {
 public:
  Search(Engine& engine, const Marking& marking, const Question& question, const NearLimits& limits,
         const std::function<bool(const NearBinding&)>& use)
      : engine_(engine),
        marking_(marking),
        question_(question),
        limits_(limits),
        use_(use),
        transition_(engine.Compiled(question.transition)),
        terms_(engine.context()),
        obstacles_(engine, marking, transition_, [this] { CountStep(); }),
        domains_(engine, marking, question.transition, question.hints, limits.max_values) {}

  void Run() {
    try {
      for (allowed_ = 0; allowed_ <= limits_.max_weight; ++allowed_) Begin();
    } catch (const Enough&) {
    }
  }

 private:
  void Begin() {
    binding_.Reset(transition_.variables);
    for (std::uint32_t v = 0; v < question_.bound.size(); ++v) {
      if (question_.bound[v]) binding_.Bind(v, *question_.bound[v]);
    }
    lacking_.clear();
    Match(0);
  }

  void CountStep() {
    if (++steps_ > limits_.max_steps) throw Enough{};
  }

  /// Takes a token for each term that matches, or goes on without.
  void Match(std::size_t index) {
    CountStep();
    if (index == transition_.matched.size()) return BindRest();
    const CompiledTerm& term = transition_.matched[index];
    const std::size_t mark = binding_.Mark();
    for (const MultiSetEntry& entry : engine_.multisets().Entries(marking_[term.place])) {
      CountStep();
      if (terms_.Match(term.pattern, entry.value, binding_)) Match(index + 1);
      binding_.Undo(mark);
    }
    // As in weights, all tokens that one place lacks count as one.
    const bool counted = std::find(lacking_.begin(), lacking_.end(), term.place) != lacking_.end();
    if (!counted && lacking_.size() == allowed_) return;
    if (!counted) lacking_.push_back(term.place);
    Match(index + 1);
    if (!counted) lacking_.pop_back();
  }

  /// Gives values to variables that no term has bound: those of lets are computed.
  void BindRest() {
    CountStep();
    const std::size_t mark = binding_.Mark();
    if (!ComputeLets()) return binding_.Undo(mark);
    const std::vector<std::uint32_t> unbound = Undetermined();
    if (unbound.empty()) {
      Judge();
      return binding_.Undo(mark);
    }
    const std::size_t inner = binding_.Mark();
    for (const Value value : domains_.Of(unbound.front())) {
      binding_.Bind(unbound.front(), value);
      BindRest();
      binding_.Undo(inner);
    }
    binding_.Undo(mark);
  }

  /// The unbound variables that no let gives a value; all unbound ones if there are none.
  std::vector<std::uint32_t> Undetermined() const {
    std::vector<std::uint32_t> unbound, undetermined;
    for (std::uint32_t v = 0; v < transition_.variables; ++v) {
      if (binding_.IsBound(v)) continue;
      unbound.push_back(v);
      const bool let = std::any_of(transition_.lets.begin(), transition_.lets.end(),
                                   [&](const CompiledLet& one) { return one.variable == v; });
      if (!let) undetermined.push_back(v);
    }
    return undetermined.empty() ? unbound : undetermined;
  }

  bool AllBound(const std::vector<std::uint32_t>& variables) const {
    return std::all_of(variables.begin(), variables.end(),
                       [&](std::uint32_t v) { return binding_.IsBound(v); });
  }

  /// False: the function of a let fails for these values.
  bool ComputeLets() {
    bool again = true;
    while (again) {
      again = false;
      for (const CompiledLet& let : transition_.lets) {
        if (binding_.IsBound(let.variable) || !AllBound(let.call.reads)) continue;
        try {
          binding_.Bind(let.variable, terms_.Compute(let.call, let.type, binding_));
        } catch (const ModelError&) {
          return false;
        }
        again = true;
      }
    }
    return true;
  }

  /// All variables are bound: what does the binding lack?
  void Judge() {
    CountStep();
    NearBinding near;
    near.transition = question_.transition;
    near.binding.assign(binding_.values().begin(), binding_.values().end());
    if (found_.contains(Ids(near.binding))) return;
    try {
      near.obstacles = obstacles_.Of(binding_);
    } catch (const ModelError&) {  // an inscription that is not defined for these values
      return;
    }
    near.weight = WeightOf(near.obstacles);
    if (near.weight != allowed_) return;
    found_.insert(Ids(near.binding));
    if (!use_(near)) throw Enough{};
  }

  static std::size_t WeightOf(const std::vector<Obstacle>& obstacles) {
    std::set<PlaceId> places;
    std::size_t others = 0;
    for (const Obstacle& obstacle : obstacles) {
      if (obstacle.kind == Obstacle::Kind::kToken) {
        places.insert(obstacle.place);
      } else {
        ++others;
      }
    }
    return places.size() + others;
  }

  static std::vector<std::uint32_t> Ids(const std::vector<Value>& values) {
    std::vector<std::uint32_t> ids;
    for (const Value value : values) ids.push_back(value.id);
    return ids;
  }

  Engine& engine_;
  const Marking& marking_;
  const Question& question_;
  const NearLimits limits_;
  const std::function<bool(const NearBinding&)>& use_;
  const CompiledTransition& transition_;
  TermEvaluator terms_;
  ObstacleFinder obstacles_;
  Domains domains_;
  PartialBinding binding_;
  std::vector<PlaceId> lacking_;  // of terms that took no token, each once
  std::set<std::vector<std::uint32_t>> found_;
  std::size_t allowed_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace

void ForEachNearBinding(Engine& engine, const Marking& marking, const Question& question,
                        const NearLimits& limits,
                        const std::function<bool(const NearBinding&)>& use) {
  Search(engine, marking, question, limits, use).Run();
}

}  // namespace cpn::why
