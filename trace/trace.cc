#include "trace/trace.h"

#include <fmt/format.h>

#include <algorithm>

namespace trace {
namespace {

template <typename Enumeration>
using Names = std::vector<std::pair<Enumeration, std::string_view>>;

const Names<Kind>& KindNames() {
  static const Names<Kind> kNames = {{Kind::kBinding, "binding"}, {Kind::kDeliver, "deliver"},
                                     {Kind::kTimer, "timer"},     {Kind::kStimulus, "stimulus"},
                                     {Kind::kEvent, "event"},     {Kind::kFault, "fault"},
                                     {Kind::kChoice, "choice"},   {Kind::kNote, "note"}};
  return kNames;
}

const Names<Outcome>& OutcomeNames() {
  static const Names<Outcome> kNames = {
      {Outcome::kNone, "none"},   {Outcome::kPass, "pass"},
      {Outcome::kFail, "fail"},   {Outcome::kInconclusive, "inconclusive"},
      {Outcome::kHolds, "holds"}, {Outcome::kViolated, "violated"},
      {Outcome::kError, "error"}};
  return kNames;
}

template <typename Enumeration>
std::string_view Find(const Names<Enumeration>& names, Enumeration value) {
  for (const auto& [each, name] : names) {
    if (each == value) return name;
  }
  return "";
}

template <typename Enumeration>
std::optional<Enumeration> Find(const Names<Enumeration>& names, std::string_view wanted) {
  for (const auto& [value, name] : names) {
    if (name == wanted) return value;
  }
  return std::nullopt;
}

template <typename Enumeration>
std::vector<Enumeration> Values(const Names<Enumeration>& names) {
  std::vector<Enumeration> values;
  for (const auto& [value, name] : names) values.push_back(value);
  return values;
}

using MaybeFlaw = std::optional<Flaw>;

MaybeFlaw FlawOfTime(const std::string& where, const std::optional<std::int64_t>& time) {
  if (!time || (*time >= 0 && *time <= kLatest)) return std::nullopt;
  return Flaw{where + "/time", fmt::format("{} is no time", *time),
              fmt::format("times are microseconds since the run began, from 0 to {}", kLatest)};
}

MaybeFlaw FlawOfHeader(const Header& header) {
  if (header.made_by.empty()) {
    return Flaw{"", "nothing says what made the trace",
                "\"made_by\" is the name and version of a program"};
  }
  if (header.model.empty() == header.system.empty()) {
    return Flaw{"", "a trace is of a model or of a system",
                "give \"model\" or \"system\", and not both"};
  }
  return std::nullopt;
}

MaybeFlaw FlawOfStep(const Step& step, std::size_t number) {
  const std::string where = fmt::format("/steps/{}", number - 1);
  if (step.name.empty()) {
    return Flaw{where, fmt::format("step {} has no name", number), "\"name\" says what happened"};
  }
  if (step.cause >= number) {
    return Flaw{where + "/cause", fmt::format("{} is no earlier step than {}", step.cause, number),
                "a cause is the number of an earlier step"};
  }
  if (step.part < 0) {
    return Flaw{where + "/part", fmt::format("{} is no step of a test case", step.part),
                "they count from 1"};
  }
  return FlawOfTime(where, step.time);
}

MaybeFlaw FlawOfExpectation(const Trace& trace, std::size_t i) {
  const Expectation& expectation = trace.expected[i];
  const std::string where = fmt::format("/expected/{}", i);
  if (expectation.name.empty()) {
    return Flaw{where, fmt::format("expectation {} has no name", i + 1),
                "\"name\" says what is expected"};
  }
  if (expectation.part < 0 || expectation.alternative < 0) {
    return Flaw{where, "a part or alternative of a test case is negative", "they count from 1"};
  }
  if (expectation.step > trace.steps.size() || (expectation.step > 0 && !expectation.came)) {
    return Flaw{where + "/step", fmt::format("{} is no step that it came with", expectation.step),
                "\"step\" is the number of a step, of an expectation that came"};
  }
  return FlawOfTime(where, expectation.time);
}

MaybeFlaw FlawOfEnd(const Trace& trace) {
  if (trace.critical > trace.steps.size()) {
    return Flaw{"/critical", fmt::format("{} is no step", trace.critical),
                "\"critical\" is the number of the step that put the property out of reach"};
  }
  if (!trace.loop) return std::nullopt;
  if (*trace.loop < 1 || *trace.loop > trace.steps.size()) {
    return Flaw{"/loop", fmt::format("{} is no step", *trace.loop),
                "\"loop\" is the number of the step that the loop begins with"};
  }
  if (trace.dead_end) {
    return Flaw{"/dead_end", "a run that goes on for ever has no dead end",
                "leave out \"loop\" or \"dead_end\""};
  }
  return std::nullopt;
}

MaybeFlaw FlawOfRemarks(const Trace& trace) {
  std::size_t before = 0;
  for (std::size_t i = 0; i < trace.remarks.size(); ++i) {
    const std::size_t after = trace.remarks[i].after;
    const bool in_order = before <= after && after <= trace.steps.size();
    if (!in_order) {
      return Flaw{fmt::format("/remarks/{}/after", i),
                  fmt::format("{} is out of order, or no step", after),
                  "remarks are in the order of the steps that they follow; 0 is the start"};
    }
    before = after;
  }
  return std::nullopt;
}

std::string Line(const std::string& node, const std::string& name, const Fields& fields) {
  std::string line = node.empty() ? name : node + ": " + name;
  if (!fields.empty()) line += " (" + ToString(fields) + ')';
  return line;
}

}  // namespace

std::string_view NameOf(Kind kind) { return Find(KindNames(), kind); }
std::optional<Kind> KindNamed(std::string_view name) { return Find(KindNames(), name); }
std::vector<Kind> AllKinds() { return Values(KindNames()); }

std::string_view NameOf(Outcome outcome) { return Find(OutcomeNames(), outcome); }
std::optional<Outcome> OutcomeNamed(std::string_view name) { return Find(OutcomeNames(), name); }
std::vector<Outcome> AllOutcomes() { return Values(OutcomeNames()); }

std::optional<Flaw> FindFlaw(const Trace& trace) {
  if (auto flaw = FlawOfHeader(trace.header)) return flaw;
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (auto flaw = FlawOfStep(trace.steps[i], i + 1)) return flaw;
  }
  for (std::size_t i = 0; i < trace.expected.size(); ++i) {
    if (auto flaw = FlawOfExpectation(trace, i)) return flaw;
  }
  if (auto flaw = FlawOfEnd(trace)) return flaw;
  return FlawOfRemarks(trace);
}

std::string ToString(const Fields& fields) {
  std::string text;
  for (const auto& [name, value] : fields) {
    if (!text.empty()) text += ", ";
    text += name.empty() ? value : name + ' ' + value;
  }
  return text;
}

std::string ToString(const Step& step) { return Line(step.node, step.name, step.fields); }

std::string ToString(const Expectation& expectation) {
  return Line(expectation.node, expectation.name, expectation.fields);
}

}  // namespace trace
