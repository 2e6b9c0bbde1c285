#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/progress.h"
#include "cpn/net/inscription.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/cover/cover_inputs.h"
#include "cpngen/commands/cover/cover_page.h"
#include "cpngen/commands/cover/cover_pictures.h"
#include "cpngen/commands/cover/cover_report.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/specifications.h"
#include "generator/limit_reached.h"
#include "model_coverage/model_measure.h"
#include "model_coverage/recorded_runs.h"
#include "model_coverage/report.h"
#include "model_coverage/suite_cases.h"

namespace cpngen {
namespace {

using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;
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

void RequireVariable(const LuaModel& model, const std::string& name) {
  if (name.empty()) return;
  for (const cpn::Transition& transition : model.net().transitions()) {
    if (cpn::FindVariable(*transition.declaration, name)) return;
  }
  throw InputError(fmt::format("--variable {}: no transition has a variable of that name", name));
}

class CoverRun {
 public:
  CoverRun(LuaModel& model, const CoverOptions& options, const Streams& streams)
      : model_(model),
        options_(options),
        streams_(streams),
        inputs_(ReadCoverInputs(model, options.files)),
        criteria_(CriteriaOf(options)),
        decisions_(model, streams.budget),
        premises_(model) {}

  void Measure() {
    FindSpecification();
    measure_.variable = options_.variable;
    measure_.pairs =
        std::find(criteria_.begin(), criteria_.end(), Criterion::kPairs) != criteria_.end();
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

  CoverResult result;

  const model_coverage::ItemGraph& items() const { return *items_; }
  const model_coverage::CoverageSum& sum() const { return *sum_; }
  std::uint64_t total() const { return total_; }
  model_coverage::Points points() const { return {model_, decisions_, premises_, *items_}; }

 private:
  void FindSpecification() {
    const bool pairs =
        std::find(criteria_.begin(), criteria_.end(), Criterion::kPairs) != criteria_.end();
    if (!HasSuites(inputs_) && options_.specification.empty() && !pairs) return;
    for (const CoverInput& input : inputs_) {
      if (input.suite) RequireParameters(model_, input);
    }
    specification_ = &SpecificationOf(model_, inputs_, options_.specification);
    RequireObservations(model_, *specification_);
    observer_ = std::make_unique<generator::Observer>(model_, *specification_);
    result.specification = specification_->name();
  }

  void Explore(base::Progress& progress) {
    generator::StateSpaceOptions space{options_.max_states, options_.max_cases,
                                       ObservationsOf(inputs_), streams_.budget};
    space_ = std::make_unique<model_coverage::SpaceItems>(
        model_, specification_, observer_.get(), space, measure_, decisions_, premises_, progress);
    items_ = &space_->items();
    elements_ = &space_->space().elements;
    result.states = space_->states();
    result.arcs = space_->arcs();
    sum_.emplace(items_->items.size());
    std::unique_ptr<model_coverage::CaseCoverages> cases;
    std::unique_ptr<model_coverage::ModelCases> known;
    if (HasSuites(inputs_)) {
      cases = std::make_unique<model_coverage::CaseCoverages>(*space_, *specification_, *observer_,
                                                              space);
      known = std::make_unique<model_coverage::ModelCases>(cases->built(), specification_->order());
      result.model_cases = cases->built().cases.size();
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

  void MeasureRunsAlone() {
    result.space_known = false;
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

  void AddSuite(const CoverInput& input, model_coverage::CaseCoverages& cases,
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
    result.files.push_back(std::move(file));
  }

  void AddRuns(const CoverInput& input) {
    for (const Trace& run : input.runs) {
      const auto coverage = model_coverage::CoverageOfRun(*items_, *elements_, run.steps);
      if (!coverage) {
        throw InputError(
            fmt::format("{}: this is no run of the model: priorities forbid a step", input.path));
      }
      sum_->Add(*coverage);
      ++total_;
    }
    result.files.push_back({input.path, false, input.runs.size(), {}});
  }

  void Report() {
    const model_coverage::Points all = points();
    for (const Criterion criterion : criteria_) {
      result.criteria.push_back(model_coverage::ReportOn(criterion, all.Of(criterion), *sum_));
    }
  }

  LuaModel& model_;
  const CoverOptions& options_;
  const Streams& streams_;
  std::vector<CoverInput> inputs_;
  const std::vector<Criterion> criteria_;
  model_coverage::Decisions decisions_;
  model_coverage::Premises premises_;
  model_coverage::MeasureOptions measure_;
  TestSpecification* specification_ = nullptr;
  std::unique_ptr<generator::Observer> observer_;
  std::unique_ptr<model_coverage::SpaceItems> space_;
  std::unique_ptr<model_coverage::RecordedRuns> recorded_;
  model_coverage::ItemGraph recorded_items_;
  std::vector<cpn::BindingElementId> recorded_elements_;
  const model_coverage::ItemGraph* items_ = nullptr;
  const std::vector<cpn::BindingElementId>* elements_ = nullptr;
  std::optional<model_coverage::CoverageSum> sum_;
  std::uint64_t total_ = 0;
};

}  // namespace

ExitCode Cover(const CoverOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  Paths inputs = InputsOf(options.model, *model);
  inputs.insert(inputs.end(), options.files.begin(), options.files.end());
  RequireOutputs({{"-o", options.html}, {"--svg", options.svg}}, inputs);
  RequireVariable(*model, options.variable);

  CoverRun run(*model, options, streams);
  run.Measure();
  const model_coverage::Points points = run.points();
  std::vector<OutputFile> files;
  if (!options.html.empty() || !options.svg.empty()) {
    streams.budget->Enter("drawing " + options.model.path);
    const std::vector<ModulePicture> pictures =
        CoverPictures(*model, run.items(), run.sum(), run.total(), *streams.budget);
    if (!options.html.empty()) {
      files.push_back({options.html, CoverPage(*model, options, points, run.result, pictures)});
    }
    if (!options.svg.empty()) {
      std::vector<std::string> names;
      for (const ModulePicture& picture : pictures) names.push_back(picture.module);
      const Paths paths = PathsFor(names, options.svg);
      for (std::size_t i = 0; i < pictures.size(); ++i) {
        AddPages(paths[i], pictures[i].pages, files);
      }
    }
  }
  WriteFiles(files, inputs);
  streams.out << (options.json ? CoverJson(*model, options, points, run.result)
                               : CoverText(*model, options, points, run.result));
  return ExitCode::kDone;
}

}  // namespace cpngen
