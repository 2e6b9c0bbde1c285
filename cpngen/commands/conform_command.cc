#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "conformance/net_run.h"
#include "conformance/order_search.h"
#include "conformance/tracker.h"
#include "conformance/verdict.h"
#include "cpn/lua/specification_choice.h"
#include "cpngen/colour.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/conform_inputs.h"
#include "cpngen/commands/conform_outputs.h"
#include "cpngen/commands/conform_place.h"
#include "cpngen/commands/conform_report.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"
#include "cpngen/specifications.h"
#include "cpngen/text.h"

namespace cpngen {
namespace {

using conformance::SeenEvent;
using cpn::lua::LuaModel;

conformance::OrderKind OrderOf(const ConformOptions& options) {
  if (options.order == "node") return conformance::OrderKind::kNode;
  return options.order == "clock" ? conformance::OrderKind::kClock : conformance::OrderKind::kFile;
}

class ConformJudge {
 public:
  ConformJudge(LuaModel& model, const ConformOptions& options, base::Budget* budget)
      : model_(model), options_(options) {
    limits_.max_markings = options.max_markings;
    limits_.budget = budget;
  }

  Judged operator()(const ConformInput& input) {
    Judged judged;
    judged.file = input.file;
    judged.name = input.name;
    conformance::JudgeOptions how;
    how.at_rest = options_.at_rest;
    how.explain = !options_.trace.empty() || !options_.msc.empty();
    if (input.is_log) {
      JudgeLog(input, how, judged);
      if (HasUnknown(judged)) RequireKnownNames(options_, input, judged, limits_.budget);
      return judged;
    }
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
    judged.verdict = conformance::Judge(tracker, judged.seen, how);
    if (!run_of_net && HasUnknown(judged)) judged.unknown = PlacedInTrace(input, judged);
    return judged;
  }

  /// The name of the specification; empty: none was needed.
  const std::string& specification() const { return specification_; }

 private:
  static bool HasUnknown(const Judged& judged) {
    return judged.verdict.misfit && judged.verdict.misfit->unknown;
  }

  void JudgeLog(const ConformInput& input, const conformance::JudgeOptions& how, Judged& judged) {
    judged.unit = "line";
    conformance::Tracker& tracker = TrackerOf();
    const conformance::OrderKind kind = OrderOf(options_);
    if (kind == conformance::OrderKind::kFile) {
      for (const conformance::LoggedEvent& event : input.log) judged.seen.push_back(event.seen);
      judged.verdict = conformance::Judge(tracker, judged.seen, how);
      return;
    }
    judged.some_order = true;
    try {
      const conformance::EventOrder order(input.log, kind);
      conformance::OrderVerdict found =
          conformance::JudgeInSomeOrder(tracker, input.log, order, how, options_.max_markings);
      judged.verdict = std::move(found.verdict);
      judged.seen = std::move(found.seen);
      judged.blocked = std::move(found.blocked);
    } catch (const conformance::EventOrder::ClockError& error) {
      throw InputError(fmt::format("{}:{}: {}", input.file, error.line, error.what));
    }
  }

  /// Looks for the specification when it is needed: runs of nets need none.
  conformance::Tracker& TrackerOf() {
    if (tracker_) return *tracker_;
    cpn::lua::TestSpecification& specification =
        cpn::lua::ChooseSpecification(model_, options_.specification);
    specification_ = specification.name();
    view_ = std::make_shared<conformance::SpecificationView>(model_.net(), specification);
    tracker_.emplace(model_.engine(), view_, limits_);
    return *tracker_;
  }

  std::vector<SeenEvent> Shown(const ConformInput& input) {
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

std::string ConformSummary(std::size_t traces, std::size_t conform) {
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
  if (!options.log.empty()) read.emplace_back(options.log);
  RequireOutputs({{"--trace", options.trace}, {"--msc", options.msc}}, read);
  const std::vector<ConformInput> inputs = ReadConformInputs(options, streams.budget);
  streams.budget->Enter("judging traces");
  ConformJudge judge(*model, options, streams.budget);
  std::vector<Judged> all;
  Json json;
  json["model"] = options.model.path;
  json["parameters"] = ParametersJson(*model);
  json["specification"] = nullptr;
  json["conform"] = 0;
  json["traces"] = Json::array();
  std::size_t conform = 0;
  for (const ConformInput& input : inputs) {
    all.push_back(judge(input));
    conform += all.back().verdict.conforms ? 1 : 0;
    if (options.json) {
      json["traces"].push_back(ConformJson(model->engine(), all.back()));
      continue;
    }
    const std::string text = ConformText(model->engine(), all.back());
    streams.out << (streams.colour ? Coloured(text) : text);
  }
  WriteConformOutputs(*model, options, inputs, all, read);
  if (options.json) {
    if (!judge.specification().empty()) json["specification"] = judge.specification();
    json["conform"] = conform;
    streams.out << DumpJson(json);
  } else if (all.size() > 1) {
    streams.out << ConformSummary(all.size(), conform);
  }
  return conform == all.size() ? ExitCode::kDone : ExitCode::kViolated;
}

}  // namespace cpngen
