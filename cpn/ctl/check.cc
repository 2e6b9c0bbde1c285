#include "cpn/ctl/check.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cpn/ctl/atoms.h"
#include "cpn/ctl/explanation.h"
#include "cpn/ctl/fairness.h"
#include "cpn/ctl/graph.h"
#include "cpn/ctl/labelling.h"
#include "cpn/ctl/on_the_fly.h"
#include "cpn/ctl/preserved.h"
#include "cpn/ctl/program.h"
#include "cpn/ctl/reducible.h"
#include "cpn/ctl/replay.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/ctl/vacuity.h"
#include "cpn/explore/cycles.h"
#include "cpn/explore/unfold.h"

namespace cpn::ctl {
namespace {

/// The evidence of a path of orbits becomes one of a run. A loop of orbits comes back to its
/// orbit, but to another marking of it, maybe: it is gone round until it has come back to its
/// marking.
void Unfold(Engine& engine, const symmetry::Symmetry& symmetry, Evidence& evidence) {
  explore::Unfolder unfolder(&engine, &symmetry);
  const std::vector<BindingElementId> path = std::move(evidence.steps);
  const std::size_t loop = evidence.loop.value_or(path.size());
  evidence.steps.clear();
  for (std::size_t i = 0; i < loop; ++i) evidence.steps.push_back(unfolder.Step(path[i]));
  if (!evidence.loop) return;
  const Marking at_loop = unfolder.marking();
  do {
    for (std::size_t i = loop; i < path.size(); ++i) {
      evidence.steps.push_back(unfolder.Step(path[i]));
    }
  } while (unfolder.marking() != at_loop);
}

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Judges properties on an explored space.
class Judge {
 public:
  Judge(Engine* engine, StateFunctionMemo* memo, const Program* program, const StateSpace* space,
        FairnessMode mode)
      : engine_(engine),
        program_(program),
        space_(space),
        atoms_(engine, memo, space),
        graph_(space),
        fairness_(*engine, *space, mode),
        labels_(&graph_, program, &atoms_, &fairness_),
        vacuity_(engine, &atoms_, memo, &labels_) {}

  Result Check(const Property& property, SubformulaId formula) {
    const Stopwatch stopwatch;
    Result result;
    result.property = property.name;
    result.where = property.where;
    result.states = space_->nodes();
    result.arcs = space_->arcs();
    result.end = space_->end();
    result.growth = space_->growth();
    result.verdict = labels_.AtInitialMarking(formula);
    if (result.verdict != Verdict::kUnknown) Justify(formula, result);
    if (graph_.IsComplete()) Append(result.notes, vacuity_.Look(formula, result.verdict));
    result.seconds = stopwatch.Seconds();
    return result;
  }

 private:
  static void Append(std::vector<Note>& notes, std::vector<Note> more) {
    notes.insert(notes.end(), std::make_move_iterator(more.begin()),
                 std::make_move_iterator(more.end()));
  }

  void Justify(SubformulaId formula, Result& result) {
    const bool holds = result.verdict == Verdict::kHolds;
    if (std::optional<Explanation> explanation =
            Explain(labels_, result.property, formula, holds)) {
      if (space_->symmetry() != nullptr) {
        Unfold(*engine_, *space_->symmetry(), explanation->evidence);
      }
      Replay(*engine_, explanation->evidence);
      SayWhyFair(explanation->evidence);
      result.evidence = std::move(explanation->evidence);
      Append(result.notes, std::move(explanation->notes));
    }
    const Verdict stuttering = WithStutter(formula, result.verdict);
    if (stuttering == result.verdict || stuttering == Verdict::kUnknown) return;
    result.notes.push_back(
        {Note::Kind::kDependsOnDeadMarkings,
         std::string("the verdict depends on paths ending in dead markings: in infinite-path CTL, "
                     "where a dead marking is repeated for ever, the property ") +
             (holds ? "would be violated" : "would hold"),
         result.where});
  }

  void SayWhyFair(Evidence& evidence) {
    if (fairness_.empty() || !evidence.loop) return;
    if (space_->symmetry() != nullptr) return;  // constraints know the elements of orbits only
    const std::string why = WhyFair(*engine_, evidence, fairness_);
    if (why.empty()) return;
    const auto later = std::ranges::find_if(evidence.milestones, [&](const Milestone& milestone) {
      return milestone.steps > *evidence.loop;
    });
    evidence.milestones.insert(later, {*evidence.loop, "the loop is fair: " + why, {}});
  }

  /// The verdict when dead markings repeat themselves; `plain` when that is sure to be the same.
  Verdict WithStutter(SubformulaId formula, Verdict plain) {
    if (!(*program_)[formula].depends_on_dead) return plain;
    if (!stutter_graph_) {
      stutter_graph_ = std::make_unique<Graph>(space_, DeadMarkings::kStutter);
      stutter_labels_ =
          std::make_unique<Labelling>(stutter_graph_.get(), program_, &atoms_, &fairness_);
    }
    if (stutter_graph_->arcs() == graph_.arcs()) return plain;  // nothing is dead
    return stutter_labels_->AtInitialMarking(formula);
  }

  Engine* engine_;
  const Program* program_;
  const StateSpace* space_;
  Atoms atoms_;
  Graph graph_;
  FairnessConstraints fairness_;
  Labelling labels_;
  Vacuity vacuity_;
  std::unique_ptr<Graph> stutter_graph_;
  std::unique_ptr<Labelling> stutter_labels_;
};

/// One Check() or CheckSpace().
class Checker {
 public:
  Checker(Engine& engine, StateFunctions& functions, std::span<const Property* const> properties,
          const CheckOptions& options, const symmetry::Symmetry* symmetry)
      : engine_(engine),
        properties_(properties),
        fairness_(options.fairness),
        memo_(symmetry == nullptr ? &functions : &symmetric_.emplace(&functions, symmetry),
              &engine.net(), &engine.multisets(), options.memo_bytes) {
    if (symmetry != nullptr) RequireSymmetric(properties, *symmetry, options.fairness);
    for (const Property* property : properties) {
      formulas_.push_back(program_.Add(property->formula));
    }
  }

  std::vector<Result> Run(const CheckOptions& options) {
    assert(!options.exploration.visit_level);
    ExplorationOptions exploration = options.exploration;
    OnTheFly search(&program_, &memo_);
    const bool on_the_fly =
        options.on_the_fly &&
        std::ranges::all_of(formulas_, [&](SubformulaId f) { return search.Applies(f); });
    if (on_the_fly) {
      for (const SubformulaId formula : formulas_) search.Add(formula);
      exploration.visit_level = [&](const StateSpace& space, NodeId first, NodeId last) {
        return !search.Visit(space, first, last);
      };
    }
    const Stopwatch stopwatch;
    const StateSpace space = Explore(engine_, exploration);
    const double seconds = stopwatch.Seconds();
    std::vector<Result> results = Run(space);
    for (Result& result : results) {
      result.exploration_seconds = seconds;
      result.on_the_fly = on_the_fly;
    }
    return results;
  }

  std::vector<Result> Run(const StateSpace& space) {
    exploration_ = space.statistics();
    Judge judge(&engine_, &memo_, &program_, &space, fairness_);
    std::vector<Result> results;
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      results.push_back(judge.Check(*properties_[i], formulas_[i]));
    }
    return results;
  }

  /// What the state functions of the properties have read so far, ascending.
  std::vector<PlaceId> PlacesRead() {
    std::vector<PlaceId> places;
    for (const Property* property : properties_) {
      for (const StateFunctionId function : StateFunctionsIn(property->formula)) {
        const std::span<const PlaceId> read = memo_.PlacesRead(function);
        places.insert(places.end(), read.begin(), read.end());
      }
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
  }

  void Report(CheckStatistics* statistics) const {
    if (statistics == nullptr) return;
    statistics->state_function_calls += memo_.calls();
    statistics->state_function_lookups += memo_.lookups();
    statistics->purity_checks += memo_.purity_checks();
    statistics->exploration = exploration_;
  }

 private:
  Engine& engine_;
  std::span<const Property* const> properties_;
  FairnessMode fairness_;
  std::optional<SymmetricFunctions> symmetric_;
  StateFunctionMemo memo_;
  Program program_;
  std::vector<SubformulaId> formulas_;
  ExplorationStatistics exploration_;
};

/// Does the verdict stand on one run alone?
bool IsShownByRun(const Property& property, const Result& result) {
  const Operator op = property.formula.op;
  if (result.verdict == Verdict::kViolated) return op == Operator::kInv || op == Operator::kEv;
  return op == Operator::kPos || op == Operator::kAlong;
}

}  // namespace

std::vector<Result> Check(Engine& engine, StateFunctions& functions,
                          std::span<const Property* const> properties, const CheckOptions& options,
                          CheckStatistics* statistics) {
  Checker checker(engine, functions, properties, options, options.exploration.reduction.symmetry);
  std::vector<Result> results = checker.Run(options);
  checker.Report(statistics);
  return results;
}

std::vector<Result> CheckReduced(Engine& engine, StateFunctions& functions,
                                 std::span<const Property* const> properties,
                                 const CheckOptions& options, std::string& unreduced,
                                 CheckStatistics* statistics) {
  Checker checker(engine, functions, properties, options, options.exploration.reduction.symmetry);
  std::vector<const Formula*> formulas;
  for (const Property* property : properties) formulas.push_back(&property->formula);
  ExplorationOptions exploration = options.exploration;
  std::vector<Result> results;
  std::vector<PlaceId> places;
  const Stopwatch stopwatch;
  while (true) {
    exploration.reduction = StubbornFor(engine.net(), formulas, places);
    exploration.reduction.symmetry = options.exploration.reduction.symmetry;
    const StateSpace space = Explore(engine, exploration);
    if (space.complete() && CyclesOf(space) != Cycles::kNone) {
      unreduced = "some run goes on for ever, and steps could be put off in it";
      return Check(engine, functions, properties, options, statistics);
    }
    const double seconds = stopwatch.Seconds();
    results = checker.Run(space);
    for (Result& result : results) result.exploration_seconds = seconds;
    std::vector<PlaceId> read = checker.PlacesRead();
    if (read == places) break;
    places = std::move(read);
  }
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (!IsLimit(results[i].end) || IsShownByRun(*properties[i], results[i])) continue;
    results[i].verdict = Verdict::kUnknown;
    results[i].evidence.reset();
  }
  checker.Report(statistics);
  return results;
}

std::vector<Result> CheckSpace(Engine& engine, StateFunctions& functions, const StateSpace& space,
                               std::span<const Property* const> properties,
                               const CheckOptions& options, CheckStatistics* statistics) {
  Checker checker(engine, functions, properties, options, space.symmetry());
  std::vector<Result> results = checker.Run(space);
  checker.Report(statistics);
  return results;
}

}  // namespace cpn::ctl
