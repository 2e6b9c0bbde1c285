#include "cpngen/commands/conform_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "cpngen/text.h"

namespace cpngen {
namespace {

using conformance::ExplainedStep;
using conformance::Misfit;

/// Lines of an explaining run that are shown: those near its end say most.
constexpr std::size_t kShownSteps = 30;

/// The run, a line each; the numbers are those that reasons name.
std::string RunLines(cpn::Engine& engine, const Judged& judged) {
  std::vector<std::string> lines;
  std::size_t number = 0;
  for (const ExplainedStep& step : judged.verdict.run) {
    std::string line = step.element
                           ? fmt::format("{:>5}. {}", ++number, engine.FormatElement(*step.element))
                           : fmt::format("{:>7}", "");
    if (step.event && *step.event < judged.seen.size()) {
      const conformance::SeenEvent& seen = judged.seen[*step.event];
      line += fmt::format("  [{} {}: {}]", judged.unit, seen.step, ToString(seen.event));
    }
    lines.push_back(std::move(line));
  }
  std::string text;
  const std::size_t first = lines.size() > kShownSteps ? lines.size() - kShownSteps : 0;
  if (first > 0) text += fmt::format("   ... {} before\n", Plural(first, "step"));
  for (std::size_t i = first; i < lines.size(); ++i) text += lines[i] + '\n';
  return text;
}

std::string ExplainedText(cpn::Engine& engine, const Judged& judged) {
  const conformance::Verdict& verdict = judged.verdict;
  if (verdict.run.empty()) {
    return verdict.explained == 0
               ? "  nothing before it: this is the initial marking\n"
               : fmt::format("  before it: {}, explained by the initial marking\n",
                             Plural(verdict.explained, "event"));
  }
  const std::size_t steps = static_cast<std::size_t>(
      std::count_if(verdict.run.begin(), verdict.run.end(),
                    [](const ExplainedStep& step) { return step.element.has_value(); }));
  const std::string before =
      judged.run_of_net ? fmt::format("  before it, {}:\n", Plural(steps, "step"))
                        : fmt::format("  before it: {}, explained by a run of {}:\n",
                                      Plural(verdict.explained, "event"), Plural(steps, "step"));
  return before + RunLines(engine, judged);
}

std::string OwedText(const Misfit& misfit) {
  std::string text =
      "  the system rests, but in every marking that explains it something must come:\n";
  for (const conformance::Event& event : misfit.possible) {
    text += fmt::format("    {}\n", ToString(event));
  }
  if (misfit.possible.empty()) text += "    what an element that has occurred still shows\n";
  return text;
}

/// Of a run of a net there is one reason: that of its step.
std::string StepText(const Misfit& misfit) {
  std::string text;
  for (const conformance::NearMiss& miss : misfit.nearest) {
    text += fmt::format("  {} cannot occur:\n", miss.element);
    for (const std::string& reason : miss.reasons) text += fmt::format("    it {}\n", reason);
    if (miss.reasons.empty()) text += "    its arcs need other tokens\n";
  }
  return text;
}

/// As Misfit's lines have it: all lines but the first are further in.
std::string Hanging(const std::string& text) {
  const std::string indented = Indent(text, 2);
  return indented.substr(2, indented.size() - 3);
}

/// The farthest cut cannot be gone on from by the other events either.
std::string BlockedText(const Judged& judged) {
  std::string text;
  for (std::size_t i = 1; i < judged.blocked.size(); ++i) {
    const conformance::SeenEvent& seen = judged.blocked[i];
    text += fmt::format("  nor can {} {}, of {}: {}\n", judged.unit, seen.step, seen.node,
                        ToString(seen.event));
  }
  return text;
}

Json EventJson(const conformance::Event& event) {
  Json json;
  json["kind"] = event.kind == cpn::lua::ObservationKind::kStimulus ? "stimulus" : "response";
  json["name"] = event.what.name;
  json["fields"] = Json::array();
  for (const auto& [name, value] : event.what.fields) {
    json["fields"].push_back(Json::array({name, value}));
  }
  return json;
}

Json RunJson(cpn::Engine& engine, const Judged& judged) {
  Json steps = Json::array();
  cpn::Marking marking = engine.InitialMarking();
  for (const ExplainedStep& step : judged.verdict.run) {
    Json one = step.element ? StepJson(engine, marking, *step.element) : Json::object();
    one["event"] = step.event ? Json(*step.event + 1) : Json(nullptr);
    steps.push_back(std::move(one));
    if (step.element) engine.Occur(marking, *step.element);
  }
  return steps;
}

}  // namespace

std::string TitleOfJudged(const Judged& judged) {
  return judged.name.empty() ? judged.file : fmt::format("{}, {}", judged.file, judged.name);
}

std::string ConformText(cpn::Engine& engine, const Judged& judged) {
  const conformance::Verdict& verdict = judged.verdict;
  const std::string title = TitleOfJudged(judged);
  const std::string noun = judged.run_of_net ? "step" : "event";
  if (verdict.conforms) {
    return fmt::format("{}: conforms, {}\n", title, Plural(verdict.events, noun.c_str()));
  }
  std::string text = fmt::format("{}: DOES NOT CONFORM", title);
  if (judged.some_order) text += " in any order that is possible";
  if (verdict.step) {
    text += fmt::format("{} at {} {}", judged.some_order ? "; farthest," : "", judged.unit,
                        *verdict.step);
  }
  if (verdict.owed) text += fmt::format(" after {}", Plural(verdict.events, "event"));
  text += '\n' + ExplainedText(engine, judged);
  if (verdict.owed) return text + OwedText(*verdict.misfit);
  if (judged.run_of_net) return text + StepText(*verdict.misfit);
  Misfit misfit = *verdict.misfit;
  if (judged.unknown) misfit.unknown->message = Hanging(judged.unknown->what());
  return text + Indent(ToString(misfit), 2) + BlockedText(judged);
}

Json ConformJson(cpn::Engine& engine, const Judged& judged) {
  const conformance::Verdict& verdict = judged.verdict;
  Json json;
  json["file"] = judged.file;
  json["name"] = judged.name.empty() ? Json(nullptr) : Json(judged.name);
  json["conforms"] = verdict.conforms;
  json["events"] = verdict.events;
  json["explained"] = verdict.explained;
  json["markings"] = verdict.markings;
  json["steps"] = nullptr;
  if (verdict.conforms) return json;
  json["steps"] = RunJson(engine, judged);
  json[judged.unit] = verdict.step ? Json(*verdict.step) : Json(nullptr);
  json["owed"] = verdict.owed;
  const Misfit& misfit = *verdict.misfit;
  const bool about_event = !verdict.owed && !judged.run_of_net;
  json["event"] = about_event ? EventJson(misfit.event) : Json(nullptr);
  json["nearest"] = Json::array();
  for (const conformance::NearMiss& miss : misfit.nearest) {
    json["nearest"].push_back({{"element", miss.element}, {"reasons", miss.reasons}});
  }
  json["unknown"] = nullptr;
  if (misfit.unknown) {
    json["unknown"] = {{"message", misfit.unknown->message}};
    if (judged.unknown) {
      json["unknown"]["line"] = judged.unknown->line();
      json["unknown"]["column"] = judged.unknown->column();
    }
  }
  json["possible"] = Json::array();
  for (const conformance::Event& event : misfit.possible) {
    json["possible"].push_back(EventJson(event));
  }
  json["blocked"] = Json::array();
  for (const conformance::SeenEvent& seen : judged.blocked) json["blocked"].push_back(seen.step);
  return json;
}

}  // namespace cpngen
