#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/net_run.h"
#include "conformance/tracker.h"
#include "conformance/verdict.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/conform_report.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/run_trace.h"
#include "cpngen/specifications.h"
#include "cpngen/text.h"
#include "trace/chart_svg.h"
#include "trace/trace_file.h"

namespace cpngen {
namespace {

using conformance::ExplainedStep;
using conformance::SeenEvent;
using cpn::lua::LuaModel;

/// A trace of a file that the call names.
struct Input {
  std::string file;
  std::string name;
  trace::Trace trace;
};

std::string NameOf(const trace::Trace& trace, std::size_t number, std::size_t of) {
  if (!trace.header.test.empty()) return fmt::format("case {}", trace.header.test);
  if (!trace.header.property.empty()) return trace.header.property;
  return of == 1 ? "" : fmt::format("trace {}", number);
}

std::vector<Input> ReadInputs(const std::vector<std::string>& files) {
  std::vector<Input> inputs;
  for (const std::string& file : files) {
    std::vector<trace::Trace> traces = trace::ReadTraces(file);
    if (traces.empty()) {
      throw InputError(fmt::format("{}: no trace is in it: there is nothing to judge", file));
    }
    for (std::size_t i = 0; i < traces.size(); ++i) {
      std::string name = NameOf(traces[i], i + 1, traces.size());
      inputs.push_back({file, std::move(name), std::move(traces[i])});
    }
  }
  return inputs;
}

class Judge {
 public:
  Judge(LuaModel& model, const ConformOptions& options, base::Budget* budget)
      : model_(model), options_(options) {
    limits_.max_markings = options.max_markings;
    limits_.budget = budget;
  }

  Judged operator()(const Input& input) {
    Judged judged{.file = input.file, .name = input.name, .seen = {}, .verdict = {}};
    const bool run_of_net = conformance::IsRunOfNet(input.trace);
    judged.seen = conformance::EventsOf(input.trace);
    if (run_of_net && !judged.seen.empty()) {
      throw InputError(
          fmt::format("{}: it has steps of a net and events of a system; a trace is "
                      "one or the other",
                      input.file));
    }
    if (run_of_net && !options_.observed) {
      judged.run_of_net = true;
      judged.verdict = conformance::JudgeRun(model_.engine(), input.trace);
      return judged;
    }
    conformance::Tracker& tracker = TrackerOf();
    if (run_of_net) judged.seen = Shown(input);
    conformance::JudgeOptions how;
    how.at_rest = options_.at_rest;
    how.explain = !options_.trace.empty() || !options_.msc.empty();
    judged.verdict = conformance::Judge(tracker, judged.seen, how);
    return judged;
  }

  /// The name of the specification; empty: none was needed.
  const std::string& specification() const { return specification_; }

 private:
  /// Looks for the specification when it is needed: runs of nets need none.
  conformance::Tracker& TrackerOf() {
    if (tracker_) return *tracker_;
    cpn::lua::TestSpecification& specification =
        ChooseSpecification(model_, options_.specification);
    specification_ = specification.name();
    view_ = std::make_shared<conformance::SpecificationView>(model_.net(), specification);
    tracker_.emplace(model_.engine(), view_, limits_);
    return *tracker_;
  }

  std::vector<SeenEvent> Shown(const Input& input) {
    std::optional<std::string> problem;
    std::vector<SeenEvent> seen =
        conformance::ShownBy(model_.engine(), *view_, input.trace, problem);
    if (!problem) return seen;
    throw InputError(
        fmt::format("{}: this run does not belong to the model: {}", input.file, *problem));
  }

  LuaModel& model_;
  const ConformOptions& options_;
  conformance::Limits limits_;
  std::string specification_;
  std::shared_ptr<conformance::SpecificationView> view_;
  std::optional<conformance::Tracker> tracker_;
};

Trace RunOf(const Judged& judged) {
  Trace run;
  for (const ExplainedStep& step : judged.verdict.run) {
    if (step.element) run.steps.push_back(*step.element);
    if (!step.event || *step.event >= judged.seen.size()) continue;
    run.remarks.push_back(
        {run.steps.size(), fmt::format("shows {}", ToString(judged.seen[*step.event].event)), ""});
  }
  return run;
}

std::string TitleOf(const Judged& judged) {
  return judged.name.empty() ? judged.file : fmt::format("{}, {}", judged.file, judged.name);
}

/// What was seen, with the event that does not fit marked, and what could have come.
trace::Trace Seen(const Input& input, const Judged& judged) {
  trace::Trace seen = input.trace;
  const conformance::Verdict& verdict = judged.verdict;
  seen.outcome = verdict.conforms ? trace::Outcome::kPass : trace::Outcome::kFail;
  if (verdict.conforms) return seen;
  if (verdict.step) seen.steps[*verdict.step - 1].unexpected = true;
  for (const conformance::Event& event : verdict.misfit->possible) {
    if (event.kind != cpn::lua::ObservationKind::kResponse) continue;
    const std::size_t after = verdict.step ? *verdict.step - 1 : seen.steps.size();
    seen.remarks.push_back({after, fmt::format("the model expects {}", ToString(event)), ""});
  }
  std::stable_sort(
      seen.remarks.begin(), seen.remarks.end(),
      [](const trace::Remark& a, const trace::Remark& b) { return a.after < b.after; });
  return seen;
}

void WriteOutputs(LuaModel& model, const ConformOptions& options, const std::vector<Input>& inputs,
                  const std::vector<Judged>& all, const Paths& read) {
  std::vector<OutputFile> files;
  if (!options.trace.empty()) {
    std::vector<trace::Trace> traces;
    for (const Judged& judged : all) {
      traces.push_back(RunTrace(model, options.model.path, RunOf(judged)));
      traces.back().detail = fmt::format("explains {} of {} events of {}", judged.verdict.explained,
                                         judged.verdict.events, TitleOf(judged));
    }
    files.push_back(TraceFile("--trace", options.trace, traces));
  }
  if (!options.msc.empty()) {
    const auto failed = std::find_if(all.begin(), all.end(),
                                     [](const Judged& one) { return !one.verdict.conforms; });
    const std::size_t chosen =
        failed == all.end() ? 0 : static_cast<std::size_t>(failed - all.begin());
    files.push_back({options.msc, trace::ChartSvg(Seen(inputs[chosen], all[chosen]))});
    if (model.chart() != nullptr) {
      files.push_back({InsertIntoName(options.msc, ".model"),
                       ChartText(model, RunOf(all[chosen]),
                                 fmt::format("{}: the run that explains {}", model.name(),
                                             TitleOf(all[chosen])),
                                 options.msc)});
    }
  }
  WriteFiles(files, read);
}

std::string Summary(std::size_t traces, std::size_t conform) {
  return fmt::format(
      "{}: {}, {}\n", Plural(traces, "trace"),
      conform == 1 ? "1 conforms" : fmt::format("{} conform", conform),
      traces - conform == 1 ? "1 does not" : fmt::format("{} do not", traces - conform));
}

}  // namespace

ExitCode Conform(const ConformOptions& options, const Streams& streams) {
  const auto model = LoadModelFor(options.model, &streams.err, streams.budget);
  Paths read = InputsOf(options.model, *model);
  read.insert(read.end(), options.traces.begin(), options.traces.end());
  RequireOutputs({{"--trace", options.trace}, {"--msc", options.msc}}, read);
  const std::vector<Input> inputs = ReadInputs(options.traces);
  streams.budget->Enter("judging traces");
  Judge judge(*model, options, streams.budget);
  std::vector<Judged> all;
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(*model);
  json["specification"] = nullptr;
  json["conform"] = 0;
  json["traces"] = Json::array();
  std::size_t conform = 0;
  for (const Input& input : inputs) {
    all.push_back(judge(input));
    conform += all.back().verdict.conforms ? 1 : 0;
    if (options.json) {
      json["traces"].push_back(ConformJson(model->engine(), all.back()));
      continue;
    }
    const std::string text = ConformText(model->engine(), all.back());
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  WriteOutputs(*model, options, inputs, all, read);
  if (options.json) {
    if (!judge.specification().empty()) json["specification"] = judge.specification();
    json["conform"] = conform;
    streams.out << DumpJson(json);
  } else if (all.size() > 1) {
    streams.out << Summary(all.size(), conform);
  }
  return conform == all.size() ? ExitCode::kDone : ExitCode::kViolated;
}

}  // namespace cpngen
