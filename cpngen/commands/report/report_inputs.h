// The files that `cpngen report` is given, read and told apart; and which of the suites count for
// the coverage of the model.
//
// Thread safety: as the model, which recorded runs are replayed on.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "cpngen/commands/cover/cover_inputs.h"
#include "cpngen/commands/cover/cover_run.h"
#include "cpngen/commands/report/results_file.h"
#include "cpngen/options/options.h"
#include "cpngen/streams.h"

namespace cpngen {

struct ReportInputs {
  std::vector<CoverInput> inputs;  ///< suites and recorded runs, in the order of the call
  std::vector<ResultsFile> results;
};

/// Throws InputError and base::ParseError when a file is none of these.
ReportInputs ReadReportInputs(cpn::lua::LuaModel& model, const std::vector<std::string>& files);

/// Suites of one specification that end alike, and recorded runs: what is measured together.
struct CoverGroup {
  CoverOptions options;
  std::vector<CoverInput> inputs = {};
  std::vector<std::size_t> numbers = {};    ///< of the inputs, in the call
  std::unique_ptr<CoverRun> run = nullptr;  ///< null: not measured, since
  std::string problem = {};
};

/// An input that is in no group, and why.
struct Unmeasured {
  CoverInput input;
  std::size_t number = 0;  ///< in the call
  std::string why;
};

struct CoverPlan {
  std::vector<CoverGroup> groups;
  std::vector<Unmeasured> others;
  std::vector<const CoverInput*> in_order;  ///< all inputs, in the order of the call
};

/// Takes the inputs apart. Throws ModelError when --spec names no specification of the model.
CoverPlan PlanCoverage(const cpn::lua::LuaModel& model, const ReportOptions& options,
                       std::vector<CoverInput> inputs);

/// Measures the groups; those with suites only when the space has been found `complete`.
void MeasureCoverage(cpn::lua::LuaModel& model, CoverPlan& plan, bool complete,
                     const Streams& streams);

}  // namespace cpngen
