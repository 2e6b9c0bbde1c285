#include "cpngen/commands/cover/cover_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "cpngen/input_error.h"
#include "cpngen/specifications.h"
#include "generator/limit_reached.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;
using model_coverage::Coverage;
using model_coverage::Criterion;

std::vector<Criterion> CriteriaOf(const CoverOptions& options) {
  std::vector<Criterion> criteria;
  for (const std::string& name : options.criteria) {
    const Criterion criterion = *model_coverage::CriterionNamed(name);
    if (std::find(criteria.begin(), criteria.end(), criterion) == criteria.end()) {
      criteria.push_back(criterion);
    }
  }
  for (const Criterion criterion : model_coverage::AllCriteria()) {
    const bool variable = criterion == Criterion::kVariable;
    const bool all = options.criteria.empty() && !variable && criterion != Criterion::kPairs;
    if (all || (variable && !options.variable.empty())) criteria.push_back(criterion);
  }
  return criteria;
}

}  // namespace

CoverRun::CoverRun(LuaModel& model, const CoverOptions& options,
                   const std::vector<CoverInput>& inputs, const Streams& streams)
    : model_(model),
      options_(options),
      streams_(streams),
      inputs_(inputs),
      criteria_(CriteriaOf(options)),
      decisions_(model, streams.budget),
      premises_(model) {}

bool CoverRun::MeasuresPairs() const {
  return std::find(criteria_.begin(), criteria_.end(), Criterion::kPairs) != criteria_.end();
}

void CoverRun::Measure() {
  FindSpecification();
  measure_.variable = options_.variable;
  measure_.pairs = MeasuresPairs();
  base::Progress progress(streams_.progress ? &streams_.err : nullptr);
  streams_.budget->Enter("measuring coverage");
  try {
    Explore(progress);
  } catch (const generator::LimitReached& limit) {
    if (specification_ != nullptr) {
      throw generator::LimitReached(
          fmt::format("the state space has more than {} states, the limit, so that what the "
                      "suite covers is not known. Raise --max-states, or make the model's "
                      "parameters smaller; recorded runs can be measured alone",
                      options_.max_states),
          limit.hints());
    }
    MeasureRunsAlone();
  }
  progress.Clear();
}

void CoverRun::FindSpecification() {
  if (!HasSuites(inputs_) && options_.specification.empty() && !MeasuresPairs()) return;
  for (const CoverInput& input : inputs_) {
    if (input.suite) RequireParameters(model_, input);
  }
  specification_ = &SpecificationOf(model_, inputs_, options_.specification);
  RequireObservations(model_, *specification_);
  observer_ = std::make_unique<generator::Observer>(model_, *specification_);
  result_.specification = specification_->name();
}

void CoverRun::Explore(base::Progress& progress) {
  generator::StateSpaceOptions space{options_.max_states, options_.max_cases,
                                     ObservationsOf(inputs_), streams_.budget};
  space_ = std::make_unique<model_coverage::SpaceItems>(
      model_, specification_, observer_.get(), space, measure_, decisions_, premises_, progress);
  items_ = &space_->items();
  elements_ = &space_->space().elements;
  result_.states = space_->states();
  result_.arcs = space_->arcs();
  sum_.emplace(items_->items.size());
  std::unique_ptr<model_coverage::CaseCoverages> cases;
  std::unique_ptr<model_coverage::ModelCases> known;
  if (HasSuites(inputs_)) {
    cases = std::make_unique<model_coverage::CaseCoverages>(*space_, *specification_, *observer_,
                                                            space);
    known = std::make_unique<model_coverage::ModelCases>(cases->built(), specification_->order());
    result_.model_cases = cases->built().cases.size();
  }
  for (const CoverInput& input : inputs_) {
    if (input.suite) {
      AddSuite(input, *cases, *known);
    } else {
      AddRuns(input);
    }
  }
  Report();
}

void CoverRun::MeasureRunsAlone() {
  result_.space_known = false;
  recorded_ = std::make_unique<model_coverage::RecordedRuns>(model_.engine());
  for (const CoverInput& input : inputs_) {
    for (const Trace& run : input.runs) recorded_->Add(run.steps);
  }
  model_coverage::MarkingGraph graph = recorded_->Graph();
  recorded_items_ =
      model_coverage::Measurer(model_, decisions_, premises_).Measure(graph, measure_);
  recorded_elements_ = std::move(graph.elements);
  items_ = &recorded_items_;
  elements_ = &recorded_elements_;
  sum_.emplace(items_->items.size());
  for (const CoverInput& input : inputs_) AddRuns(input);
  Report();
}

void CoverRun::AddSuite(const CoverInput& input, model_coverage::CaseCoverages& cases,
                        const model_coverage::ModelCases& known) {
  CoveredFile file{input.path, true, input.suite->cases().size(), {}};
  for (const suite::Case& test_case : input.suite->cases()) {
    const model_coverage::ModelCases::Match match = known.Find(test_case);
    if (match.unknown > 0) file.unknown.push_back(test_case.id);
    std::optional<Coverage> coverage;
    for (const std::size_t index : match.cases) {
      coverage = coverage ? Either(*coverage, cases.Of(index)) : cases.Of(index);
    }
    ++total_;
    if (!coverage) continue;
    if (match.unknown > 0) coverage->sure.clear();
    sum_->Add(*coverage);
  }
  result_.files.push_back(std::move(file));
}

void CoverRun::AddRuns(const CoverInput& input) {
  for (const Trace& run : input.runs) {
    const auto coverage = model_coverage::CoverageOfRun(*items_, *elements_, run.steps);
    if (!coverage) {
      throw InputError(
          fmt::format("{}: this is no run of the model: priorities forbid a step", input.path));
    }
    sum_->Add(*coverage);
    ++total_;
  }
  result_.files.push_back({input.path, false, input.runs.size(), {}});
}

void CoverRun::Report() {
  const model_coverage::Points all = points();
  for (const Criterion criterion : criteria_) {
    result_.criteria.push_back(model_coverage::ReportOn(criterion, all.Of(criterion), *sum_));
  }
}

}  // namespace cpngen
