// What suites and recorded runs cover of a model, measured: explores the model's state space with
// the cases that it has, and finds those of the suites among them.
//
// Beyond --max-states recorded runs are measured alone. Thread safety: as the model, which a run
// uses while it measures.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "cpngen/commands/cover/cover_inputs.h"
#include "cpngen/commands/cover/cover_report.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"
#include "generator/observer.h"
#include "model_coverage/model_measure.h"
#include "model_coverage/recorded_runs.h"
#include "model_coverage/report.h"
#include "model_coverage/suite_cases.h"

namespace cpngen {

class CoverRun {
 public:
  /// All must outlive the run.
  CoverRun(cpn::lua::LuaModel& model, const CoverOptions& options,
           const std::vector<CoverInput>& inputs, const Streams& streams);

  /// To be called once, before anything below. Throws InputError when an input does not belong to
  /// the model, generator::LimitReached when its space is too large for suites, and StopError.
  void Measure();

  const CoverResult& result() const { return result_; }
  const model_coverage::ItemGraph& items() const { return *items_; }
  const model_coverage::CoverageSum& sum() const { return *sum_; }
  /// Cases and runs.
  std::uint64_t total() const { return total_; }
  model_coverage::Points points() const { return {model_, decisions_, premises_, *items_}; }

 private:
  bool MeasuresPairs() const;
  void FindSpecification();
  void Explore(base::Progress& progress);
  void MeasureRunsAlone();
  void AddSuite(const CoverInput& input, model_coverage::CaseCoverages& cases,
                const model_coverage::ModelCases& known);
  void AddRuns(const CoverInput& input);
  void Report();

  cpn::lua::LuaModel& model_;
  const CoverOptions& options_;
  const Streams& streams_;
  const std::vector<CoverInput>& inputs_;
  const std::vector<model_coverage::Criterion> criteria_;
  model_coverage::Decisions decisions_;
  model_coverage::Premises premises_;
  model_coverage::MeasureOptions measure_;
  cpn::lua::TestSpecification* specification_ = nullptr;
  std::unique_ptr<generator::Observer> observer_;
  std::unique_ptr<model_coverage::SpaceItems> space_;
  std::unique_ptr<model_coverage::RecordedRuns> recorded_;
  model_coverage::ItemGraph recorded_items_;
  std::vector<cpn::BindingElementId> recorded_elements_;
  const model_coverage::ItemGraph* items_ = nullptr;
  const std::vector<cpn::BindingElementId>* elements_ = nullptr;
  std::optional<model_coverage::CoverageSum> sum_;
  std::uint64_t total_ = 0;
  CoverResult result_;
};

}  // namespace cpngen
