#include "cpngen/commands/evidence_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "cpngen/charts/message_sequence_chart.h"
#include "cpngen/input_error.h"
#include "cpngen/text.h"

namespace cpngen {

using cpn::ctl::Evidence;

std::string EvidenceText(cpn::Engine& engine, const Evidence& evidence) {
  return RunText(engine, evidence.witness ? "witness" : "counterexample", MakeTrace(evidence));
}

std::string RunText(cpn::Engine& engine, const char* what, const Trace& trace) {
  const std::string count = Plural(trace.steps.size(), "step");
  cpn::Marking last;
  const std::string steps = StepsText(engine, trace, last);
  std::string text = fmt::format("{}, {}{}\n", what, count, steps.empty() ? "" : ":") + steps;
  if (trace.loop) return text;
  return text + fmt::format("{} after {}:\n", trace.ends_dead ? "dead marking" : "marking", count) +
         MarkingText(engine, last);
}

void AddTrace(cpn::Engine& engine, const Trace& trace, Json& json) {
  cpn::Marking last;
  json["trace"] = StepsJson(engine, trace.steps, last);
  json["loop"] = trace.loop ? Json(*trace.loop + 1) : Json(nullptr);
  json["ends_dead"] = trace.ends_dead;
  json["remarks"] = Json::array();
  for (const TraceRemark& remark : trace.remarks) {
    json["remarks"].push_back(
        {{"after", remark.steps}, {"text", remark.text}, {"where", remark.where}});
  }
  json["marking"] = ToJson(engine, last);
}

void AddEvidence(cpn::Engine& engine, const std::optional<Evidence>& evidence, Json& json) {
  json["evidence"] = nullptr;
  json["trace"] = nullptr;
  if (!evidence) return;
  json["evidence"] = evidence->witness ? "witness" : "counterexample";
  AddTrace(engine, MakeTrace(*evidence), json);
}

void RequireChart(const cpn::lua::LuaModel& model, const std::string& file) {
  if (file.empty()) return;
  if (model.chart() != nullptr) return;
  throw InputError(fmt::format(
      "--msc {}: the model does not say who sends what to whom; chart {{ messages = {{ "
      "[Module.Transition] = function(variables) return {{ from = ..., to = ..., label = ... }} "
      "end }} }} does (docs/model_language.md)",
      file));
}

void AddChart(cpn::lua::LuaModel& model, const Trace& trace, const std::string& title,
              const std::filesystem::path& path, std::vector<OutputFile>& files) {
  const MessageSequenceChart chart =
      MakeMessageSequenceChart(model.engine(), *model.chart(), trace, title);
  if (path.extension() == ".svg") {
    AddPages(path, ChartPages(chart), files);
  } else {
    files.push_back({path, ChartMermaid(chart)});
  }
}

std::string FileNamePart(const std::string& name, std::set<std::string>& taken) {
  std::string part;
  for (const char c : name) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    part += plain ? c : '_';
  }
  std::string candidate = part;
  for (int i = 2; !taken.insert(candidate).second; ++i) candidate = fmt::format("{}-{}", part, i);
  return candidate;
}

}  // namespace cpngen
