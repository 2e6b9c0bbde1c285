#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpn/ctl/check.h"
#include "cpn/ctl/reducible.h"
#include "cpn/lua/specification_choice.h"
#include "cpngen/colour.h"
#include "cpngen/commands/check_report.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/commands/failure_report.h"
#include "cpngen/commands/statistics.h"
#include "cpngen/exploration.h"
#include "cpngen/exploring.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/properties.h"
#include "cpngen/run_trace.h"
#include "cpngen/specifications.h"
#include "cpngen/trace.h"
#include "cpngen/version.h"
#include "generator/run_cases.h"
#include "generator/suite_builder.h"
#include "suite/provenance.h"
#include "xml/xml.h"

namespace cpngen {
namespace {

using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;
using cpn::lua::LuaModel;

/// Before the exploration: a wrong call should not cost an hour.
void RequireFiles(LuaModel& model, const CheckOptions& options) {
  RequireOutputs(
      {{"--trace", options.trace}, {"--msc", options.msc}, {"--to-suite", options.suite}},
      InputsOf(options.model, model));
  RequireChart(model, options.msc);
  if (options.suite.empty()) return;
  RequireObservations(model, cpn::lua::ChooseSpecification(model, options.specification));
}

void ReportFailure(LuaModel& model, const CheckOptions& options, const Streams& streams,
                   const cpn::ExplorationError& error) {
  if (!options.trace.empty()) {
    WriteFiles({TraceFile("--trace", options.trace, {FailureTrace(model, options.model, error)})},
               InputsOf(options.model, model));
  }
  if (options.json) {
    streams.out << FailureJson(model, options.model, error);
  } else {
    const std::string text = FailureText(model, options.model, error);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
}

/// The charts of all evidence: in FILE for one property, otherwise one file each.
std::vector<OutputFile> Charts(LuaModel& model, const CheckOptions& options,
                               const std::vector<Result>& results) {
  std::vector<OutputFile> files;
  std::set<std::string> taken;
  for (const Result& result : results) {
    const std::string part = FileNamePart(result.property, taken);
    if (!result.evidence) continue;
    const std::string title =
        fmt::format("{}: {} {}", model.name(), result.property,
                    result.verdict == Verdict::kViolated ? "is violated" : "holds");
    const std::filesystem::path file = results.size() == 1
                                           ? std::filesystem::path(options.msc)
                                           : InsertIntoName(options.msc, "." + part);
    AddChart(model, MakeTrace(*result.evidence), title, file, files);
  }
  return files;
}

std::vector<trace::Trace> Traces(LuaModel& model, const CheckOptions& options,
                                 const std::vector<Result>& results) {
  std::vector<trace::Trace> traces;
  for (const Result& result : results) {
    if (!result.evidence) continue;
    traces.push_back(EvidenceTrace(model, options.model.path, result.property, *result.evidence));
  }
  return traces;
}

suite::Provenance ProvenanceOf(const LuaModel& model, const CheckOptions& options,
                               const cpn::lua::TestSpecification& specification) {
  suite::Provenance provenance;
  provenance.generator = ProgramAndVersion();
  provenance.model = options.model.path;
  provenance.specification = specification.name();
  provenance.goal = "properties";
  for (const cpn::lua::Parameter& parameter : model.parameters()) {
    provenance.parameters.emplace_back(parameter.name, parameter.value);
  }
  return provenance;
}

/// What is observed of the evidence, as a suite; says which case is of which property.
std::vector<OutputFile> Suite(LuaModel& model, const CheckOptions& options,
                              const std::vector<Result>& results, std::ostream& err) {
  cpn::lua::TestSpecification& specification =
      cpn::lua::ChooseSpecification(model, options.specification);
  std::vector<std::vector<cpn::BindingElementId>> runs;
  std::vector<std::string> names;
  for (const Result& result : results) {
    if (!result.evidence) continue;
    runs.push_back(result.evidence->steps);
    names.push_back(fmt::format(
        "{} {}", result.evidence->witness ? "witness of" : "counterexample to", result.property));
  }
  const generator::RunCases found = generator::CasesOfRuns(model, specification, runs);
  const generator::BuiltCases built = generator::BuildCases(found.raw, specification);
  for (std::size_t run = 0; run < runs.size(); ++run) {
    std::vector<std::size_t> cases;
    for (std::size_t i = 0; i < built.cases.size(); ++i) {
      const std::vector<std::uint32_t>& raw = built.sources[i];
      const bool of_run = std::any_of(raw.begin(), raw.end(), [&](std::uint32_t number) {
        const std::vector<std::uint32_t>& own = found.of_run[run];
        return std::find(own.begin(), own.end(), number) != own.end();
      });
      if (of_run) cases.push_back(i + 1);
    }
    if (cases.empty()) {
      err << fmt::format("cpngen: note: no test case of the {}: nothing of it is observed\n",
                         names[run]);
      continue;
    }
    err << fmt::format("cpngen: {}: {} {} of the {}\n", options.suite,
                       cases.size() == 1 ? "case" : "cases", fmt::join(cases, ", "), names[run]);
  }
  if (built.cases.empty()) {
    err << fmt::format("cpngen: note: no suite is written to {}: there is no test case\n",
                       options.suite);
    return {};
  }
  return {{options.suite,
           generator::WriteSuite(specification, ProvenanceOf(model, options, specification),
                                 built.cases)}};
}

void WriteOutputs(LuaModel& model, const CheckOptions& options, const std::vector<Result>& results,
                  std::ostream& err) {
  std::vector<OutputFile> files;
  if (!options.msc.empty()) {
    files = Charts(model, options, results);
    if (files.empty()) {
      err << fmt::format("cpngen: note: no chart is written to {}: there is no run to draw\n",
                         options.msc);
    }
  }
  if (!options.trace.empty()) {
    files.push_back(TraceFile("--trace", options.trace, Traces(model, options, results)));
  }
  if (!options.suite.empty()) {
    for (OutputFile& file : Suite(model, options, results, err)) files.push_back(std::move(file));
  }
  WriteFiles(files, InputsOf(options.model, model));
}

cpn::ctl::FairnessMode FairnessModeOf(const std::string& name) {
  using cpn::ctl::FairnessMode;
  if (name == "none") return FairnessMode::kNone;
  if (name == "weak") return FairnessMode::kWeak;
  return name == "strong" ? FairnessMode::kStrong : FairnessMode::kDeclared;
}

/// Before the exploration, too: of what a reduced space says nothing.
void RequireReducible(const std::vector<const Property*>& properties, const CheckOptions& options) {
  if (!options.reduction.stubborn) return;
  for (const Property* property : properties) {
    const std::string why = cpn::ctl::WhyNotReducible(property->formula);
    if (why.empty()) continue;
    throw cpn::ModelError(
        property->where,
        fmt::format("--reduce: a reduced state space may answer property \"{}\" wrongly: {}; check "
                    "it without, or leave it out by --property",
                    property->name, why));
  }
}

ExitCode CodeOf(const std::vector<Result>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(),
                       [&](const Result& result) { return result.verdict == verdict; });
  };
  if (any(Verdict::kViolated)) return ExitCode::kViolated;
  return any(Verdict::kUnknown) ? ExitCode::kLimitReached : ExitCode::kDone;
}

/// `exploring` may be null.
ExitCode CheckBy(const Exploring* exploring, const CheckOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  const std::vector<const Property*> properties =
      ChooseProperties(*model, options.model.path, options.properties);
  RequireFiles(*model, options);
  RequireReducible(properties, options);

  base::Progress progress(streams.progress ? &streams.err : nullptr);
  cpn::ctl::CheckOptions check;
  check.exploration = MakeExplorationOptions(options.exploration, progress, *streams.budget);
  check.fairness = FairnessModeOf(options.fairness);
  if (options.reduction.symmetry) {
    check.exploration.reduction.symmetry = &SymmetryOf(*model, options.model.path);
  }
  cpn::ctl::CheckStatistics statistics;
  std::vector<Result> results;
  streams.budget->Enter("checking");
  try {
    std::string unreduced;
    if (exploring != nullptr) {
      results = exploring->check(*model, properties, check);
    } else if (options.reduction.stubborn) {
      results = cpn::ctl::CheckReduced(model->engine(), model->state_functions(), properties, check,
                                       unreduced, &statistics);
    } else {
      results = cpn::ctl::Check(model->engine(), model->state_functions(), properties, check,
                                &statistics);
    }
    progress.Clear();
    if (!unreduced.empty()) {
      streams.err << fmt::format("cpngen: note: not reduced: {}\n", unreduced);
    }
  } catch (const cpn::ExplorationError& error) {
    progress.Clear();
    ReportFailure(*model, options, streams, error);
    throw;
  }

  streams.budget->Enter("reporting what was found");
  WriteOutputs(*model, options, results, streams.err);
  if (options.json) {
    streams.out << CheckJson(*model, options, results);
  } else {
    const std::string text = CheckText(*model, options, results, *streams.budget);
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  if (options.stats) {
    streams.err << StatisticsText(model->engine().statistics())
                << StatisticsText(statistics.exploration) << CheckStatisticsText(statistics);
  }
  return CodeOf(results);
}

}  // namespace

ExitCode Check(const CheckOptions& options, const Streams& streams) {
  return CheckBy(nullptr, options, streams);
}

ExitCode CheckWith(const Exploring& exploring, const CheckOptions& options,
                   const Streams& streams) {
  return CheckBy(&exploring, options, streams);
}

}  // namespace cpngen
