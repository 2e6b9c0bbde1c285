#include "cpngen/commands/check_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cpn/report/growth_text.h"
#include "cpngen/commands/evidence_report.h"
#include "cpngen/exploration.h"
#include "cpngen/load.h"
#include "cpngen/text.h"
#include "cpngen/trace.h"
#include "cpngen/value_json.h"

namespace cpngen {
namespace {

using cpn::ctl::Result;
using cpn::ctl::Verdict;

const char* VerdictText(Verdict verdict) {
  switch (verdict) {
    case Verdict::kHolds:
      return "holds";
    case Verdict::kViolated:
      return "VIOLATED";
    case Verdict::kUnknown:
      return "unknown";
  }
  return "";
}

/// Time until the verdict was there, had the property been the only one.
double Seconds(const Result& result) { return result.exploration_seconds + result.seconds; }

bool IsPartial(const Result& result) { return cpn::IsLimit(result.end); }

std::string Many(std::uint64_t count, const char* noun) {
  return fmt::format("{} {}{}", Grouped(count), noun, count == 1 ? "" : "s");
}

/// "Eat, strong, for each p".
std::string FairnessOfOne(const cpn::Transition& transition, const cpn::Fairness& fairness) {
  std::string text = transition.name;
  text += fairness.kind == cpn::Fairness::Kind::kStrong ? ", strong" : ", weak";
  for (std::size_t i = 0; i < fairness.apart.size(); ++i) {
    text += i == 0 ? ", for each " : " and ";
    text += transition.declaration->variables[fairness.apart[i]].name;
  }
  return text;
}

/// The transitions to which runs must be fair; those of the model alone.
std::vector<std::string> DeclaredFairness(const cpn::Net& net) {
  std::vector<std::string> texts;
  for (const cpn::Transition& transition : net.transitions()) {
    const cpn::Fairness& fairness = transition.declaration->fairness;
    if (fairness.kind == cpn::Fairness::Kind::kNone) continue;
    texts.push_back(FairnessOfOne(transition, fairness));
  }
  return texts;
}

std::string ExplorationLine(const Result& result, const CheckOptions& options,
                            const base::Budget& budget) {
  const std::string limit = LimitText(result.end, options.exploration, budget);
  std::string line = limit.empty() ? "" : "partial: ";
  line += fmt::format("{}, {}, {:.2f} s", Many(result.states, "state"), Many(result.arcs, "arc"),
                      result.exploration_seconds);
  if (result.end == cpn::ExplorationEnd::kStopped) line += "; stopped, since all is known";
  if (!limit.empty()) line += "; ended by " + limit;
  return line + '\n';
}

/// Below the line on the exploration: where a limit ended it, which places grew.
std::string GrowthLines(const cpn::Net& net, const Result& result) {
  std::string text;
  for (const std::string& sentence : cpn::report::GrowthSentences(net, result.growth)) {
    text += fmt::format("  hint: {}\n", sentence);
  }
  return text;
}

std::string ResultText(cpn::Engine& engine, const Result& result) {
  std::string text = fmt::format("{}: {} ({}{}, {:.2f} s)\n", result.property,
                                 VerdictText(result.verdict), IsPartial(result) ? "partial: " : "",
                                 Many(result.states, "state"), Seconds(result));
  for (const cpn::ctl::Note& note : result.notes) {
    text += fmt::format("  note: {}{}\n", note.text, InBrackets(PlaceText(note.where)));
  }
  if (result.evidence) text += Indent(EvidenceText(engine, *result.evidence), 2);
  return text;
}

Json HoldsJson(Verdict verdict) {
  if (verdict == Verdict::kUnknown) return nullptr;
  return verdict == Verdict::kHolds;
}

Json NotesJson(const std::vector<cpn::ctl::Note>& notes) {
  Json array = Json::array();
  for (const cpn::ctl::Note& note : notes) {
    array.push_back({{"kind", std::string(NameOf(note.kind))},
                     {"text", note.text},
                     {"where", PlaceText(note.where)}});
  }
  return array;
}

Json ResultsJson(cpn::Engine& engine, const CheckOptions& options,
                 const std::vector<Result>& results) {
  Json array = Json::array();
  for (const Result& result : results) {
    Json json;
    json["property"] = result.property;
    json["holds"] = HoldsJson(result.verdict);
    json["fairness"] = options.fairness;
    json["states"] = result.states;
    json["arcs"] = result.arcs;
    json["seconds"] = Seconds(result);
    json["complete"] = result.end == cpn::ExplorationEnd::kComplete;
    json["end"] = NameOf(result.end);
    if (cpn::IsLimit(result.end)) json["growth"] = GrowthJson(engine.net(), result.growth);
    json["notes"] = NotesJson(result.notes);
    AddEvidence(engine, result.evidence, json);
    array.push_back(std::move(json));
  }
  return array;
}

}  // namespace

std::string FairnessLine(const cpn::Net& net, const std::string& mode) {
  const std::vector<std::string> declared = DeclaredFairness(net);
  if (mode == "declared") {
    return declared.empty() ? "" : fmt::format("fair: {}\n", fmt::join(declared, "; "));
  }
  if (mode == "none") {
    return declared.empty() ? "" : "fairness is left aside: all runs for ever count\n";
  }
  return fmt::format(
      "fair: every transition, {}{}\n", mode,
      declared.empty() || mode == "strong" ? "" : fmt::format("; {}", fmt::join(declared, "; ")));
}

std::string CheckText(cpn::lua::LuaModel& model, const CheckOptions& options,
                      const std::vector<Result>& results, const base::Budget& budget) {
  std::string text = options.model.path;
  const std::string parameters = ParametersText(model);
  if (!parameters.empty()) text += ": " + parameters;
  text += '\n';
  text += FairnessLine(model.net(), options.fairness);
  if (!results.empty()) {
    text += ExplorationLine(results.front(), options, budget);
    text += GrowthLines(model.net(), results.front());
  }
  for (const Result& result : results) text += ResultText(model.engine(), result);
  return text;
}

std::string CheckJson(cpn::lua::LuaModel& model, const CheckOptions& options,
                      const std::vector<Result>& results) {
  return DumpJson(ResultsJson(model.engine(), options, results));
}

}  // namespace cpngen
