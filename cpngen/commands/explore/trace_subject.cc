#include "cpngen/commands/explore/trace_subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace cpngen::explore {
namespace {

using explorer::QuestionError;

/// What happened nowhere in particular stands on a lifeline of its own.
constexpr const char* kNowhere = "system";

const std::string& NodeName(const trace::Step& step) {
  static const std::string nowhere = kNowhere;
  return step.node.empty() ? nowhere : step.node;
}

std::vector<std::string> LifelinesOf(const trace::Trace& trace) {
  std::vector<std::string> names = trace.header.nodes;
  std::set<std::string> known(names.begin(), names.end());
  for (const trace::Step& step : trace.steps) {
    if (known.insert(NodeName(step)).second) names.push_back(NodeName(step));
  }
  return names;
}

std::string TitleOf(const trace::Trace& trace, std::size_t index) {
  const trace::Header& header = trace.header;
  std::string title = !header.property.empty() ? header.property
                      : !header.test.empty()   ? "case " + header.test
                                               : fmt::format("run {}", index + 1);
  if (trace.outcome != trace::Outcome::kNone) {
    title += fmt::format(", {}", trace::NameOf(trace.outcome));
  }
  return title;
}

std::string TimeText(std::int64_t microseconds) {
  return fmt::format("{:.3f} ms", static_cast<double>(microseconds) / 1000);
}

}  // namespace

TraceSubject::TraceSubject(std::vector<trace::Trace> traces, const std::string& path)
    : path_(path) {
  std::size_t begin = 0;
  for (trace::Trace& trace : traces) {
    begins_.push_back(begin);
    begin += trace.steps.size() + 1;
    names_.push_back(LifelinesOf(trace));
    sessions_.emplace_back(std::move(trace));
  }
  begins_.push_back(begin);
}

Json TraceSubject::Answer(const std::string& name, const Json& question) {
  if (name == "about") return About();
  if (name == "state") {
    const auto node = question.find("node");
    if (node == question.end() || !node->is_number_unsigned() || *node >= begins_.back()) {
      throw QuestionError("\"node\" must be the number of a step that is there");
    }
    return StateOf(PlaceOf(node->get<std::size_t>()));
  }
  if (name == "open") {
    const auto path = question.find("path");
    const std::string text =
        path != question.end() && path->is_string() ? path->get<std::string>() : "?";
    if (text.empty()) return StateOf(OpensAt(0));
    for (std::size_t t = 0; t < sessions_.size(); ++t) {
      const std::string begin = fmt::format("r{}:", t + 1);
      if (!text.starts_with(begin)) continue;
      const std::string digits = text.substr(begin.size());
      const bool is_number = !digits.empty() && digits.size() < 10 &&
                             digits.find_first_not_of("0123456789") == std::string::npos;
      if (!is_number || std::stoul(digits) > sessions_[t].trace().steps.size()) break;
      return StateOf({t, std::stoul(digits)});
    }
    throw QuestionError(fmt::format("no run that is open has the step {} of this link", text));
  }
  throw QuestionError(fmt::format("a trace without a model has no answer to {}", name));
}

TraceSubject::Place TraceSubject::PlaceOf(std::size_t node) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), node);
  const auto trace = static_cast<std::size_t>(after - begins_.begin()) - 1;
  return {trace, node - begins_[trace]};
}

TraceSubject::Place TraceSubject::OpensAt(std::size_t trace) const {
  const trace::Trace& run = sessions_[trace].trace();
  std::size_t step = run.steps.size();
  for (std::size_t i = run.steps.size(); i > 0; --i) {
    if (run.steps[i - 1].unexpected) step = i;
  }
  return {trace, run.critical > 0 ? run.critical : step};
}

Json TraceSubject::About() const {
  const trace::Header& header = sessions_.front().trace().header;
  Json runs = Json::array();
  for (std::size_t t = 0; t < sessions_.size(); ++t) {
    runs.push_back({{"title", TitleOf(sessions_[t].trace(), t)},
                    {"node", NodeOf(OpensAt(t))},
                    {"steps", sessions_[t].trace().steps.size()}});
  }
  return {{"kind", "trace"},
          {"title", header.system.empty() ? header.model : header.system},
          {"path", path_},
          {"parameters", Json(header.parameters)},
          {"first", NodeOf(OpensAt(0))},
          {"runs", std::move(runs)}};
}

Json TraceSubject::StateOf(Place place) {
  const trace::Trace& trace = sessions_[place.trace].trace();
  const std::size_t node = NodeOf(place);
  Json remarks = Json::array();
  for (const trace::Remark& remark : trace.remarks) {
    if (remark.after == place.step) remarks.push_back(remark.text);
  }
  Json changes = Json::array();
  if (place.step > 0) {
    const trace::Step& step = trace.steps[place.step - 1];
    if (step.unexpected) remarks.push_back("the test case did not expect this");
    Json lines = Json::array();
    lines.push_back(fmt::format("{} at {}{}", trace::NameOf(step.kind), NodeName(step),
                                step.time ? ", " + TimeText(*step.time) : ""));
    for (const auto& [name, value] : step.fields)
      lines.push_back(fmt::format("{} = {}", name, value));
    for (const trace::TokenMove& move : step.moves) {
      if (!move.removed.empty()) lines.push_back(fmt::format("- {}: {}", move.place, move.removed));
      if (!move.added.empty()) lines.push_back(fmt::format("+ {}: {}", move.place, move.added));
    }
    if (step.cause != 0) lines.push_back(fmt::format("follows from step {}", step.cause));
    changes.push_back({{"place", nullptr}, {"lines", std::move(lines)}});
  }
  const bool is_last = place.step == trace.steps.size();
  if (is_last && trace.dead_end) remarks.push_back("nothing can happen any more");
  if (is_last && !trace.detail.empty()) remarks.push_back(trace.detail);
  for (const trace::Expectation& expectation : trace.expected) {
    if (!is_last || expectation.came) continue;
    remarks.push_back("expected, and missing: " + trace::ToString(expectation));
  }
  return {{"node", node},
          {"parent", place.step == 0 ? Json() : Json(node - 1)},
          {"next", is_last ? Json() : Json(node + 1)},
          {"children", is_last ? Json::array() : Json::array({node + 1})},
          {"siblings", Json::array({node})},
          {"depth", place.step},
          {"path", fmt::format("r{}:{}", place.trace + 1, place.step)},
          {"label", place.step == 0 ? "start" : trace::ToString(trace.steps[place.step - 1])},
          {"remarks", std::move(remarks)},
          {"changes", std::move(changes)},
          {"nodes", Nodes(place)},
          {"steps", Steps(place)},
          {"lanes", Lanes(place)}};
}

Json TraceSubject::Steps(Place place) const {
  const trace::Trace& trace = sessions_[place.trace].trace();
  const std::size_t begin = place.step - std::min(place.step, kRowsAround);
  const std::size_t end = std::min(trace.steps.size(), place.step + kRowsAround);
  Json steps = Json::array();
  for (std::size_t i = begin; i <= end; ++i) {
    const bool unexpected = i > 0 && trace.steps[i - 1].unexpected;
    Json remark = unexpected ? Json("not expected") : Json();
    for (const trace::Remark& each : trace.remarks) {
      if (each.after == i) remark = each.text;
    }
    steps.push_back({{"node", NodeOf({place.trace, i})},
                     {"depth", i},
                     {"indent", 0},
                     {"label", i == 0 ? "start" : trace::ToString(trace.steps[i - 1])},
                     {"remark", std::move(remark)}});
  }
  return steps;
}

Json TraceSubject::Lanes(Place place) const {
  const trace::Trace& trace = sessions_[place.trace].trace();
  const std::vector<std::string>& names = names_[place.trace];
  std::map<std::string, std::size_t> lanes;
  for (std::size_t i = 0; i < names.size(); ++i) lanes.emplace(names[i], i);
  const std::size_t first = place.step - std::min(place.step, kRowsAround);
  Json rows = Json::array();
  for (std::size_t i = first; i < place.step; ++i) {
    const trace::Step& step = trace.steps[i];
    std::string text = step.name;
    if (!step.fields.empty()) text += " (" + trace::ToString(step.fields) + ")";
    Json row = {{"node", NodeOf({place.trace, i + 1})},
                {"from", lanes.at(NodeName(step))},
                {"to", lanes.at(NodeName(step))},
                {"text", std::move(text)},
                {"kind", trace::NameOf(step.kind)}};
    // A message leans from where it was sent to where it arrived; what left before the first row
    // comes in from above.
    if (step.cause != 0 && NodeName(trace.steps[step.cause - 1]) != NodeName(step)) {
      row["from"] = lanes.at(NodeName(trace.steps[step.cause - 1]));
      row["sent"] = step.cause > first ? Json(step.cause - 1 - first) : Json(-1);
    }
    if (step.unexpected) row["unexpected"] = true;
    rows.push_back(std::move(row));
  }
  return {{"names", names}, {"rows", std::move(rows)}};
}

Json TraceSubject::Nodes(Place place) {
  debugger::TraceSession& session = sessions_[place.trace];
  const std::vector<debugger::StateLine> before = session.StateAt(place.step - (place.step > 0));
  std::map<std::string, Json> fields;
  for (const debugger::StateLine& line : session.StateAt(place.step)) {
    const bool is_new = std::find(before.begin(), before.end(), line) == before.end();
    Json& of = fields.try_emplace(line.module, Json::array()).first->second;
    of.push_back({{"name", line.name}, {"value", line.text}, {"is_new", is_new}});
  }
  Json nodes = Json::array();
  for (const auto& [name, known] : fields) {
    nodes.push_back({{"name", name.empty() ? kNowhere : name}, {"fields", known}});
  }
  return nodes;
}

}  // namespace cpngen::explore
