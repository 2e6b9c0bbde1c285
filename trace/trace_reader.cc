#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/characters.h"
#include "base/nearest.h"
#include "base/read_file.h"
#include "trace/json_value.h"
#include "trace/steps_scanner.h"
#include "trace/trace_file.h"
#include "trace/trace_json.h"

namespace trace {
namespace {

constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();
constexpr int kMostParts = 1'000'000;
/// What is wrong with a larger file is not looked for with all of it in memory, ten times as large.
constexpr std::size_t kMostExplained = std::size_t{64} << 20;

std::string TextOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member ? member->Text() : "";
}

std::string RequiredText(const JsonValue& object, const char* name) {
  const JsonValue member = object.Member(name);
  std::string text = member.Text();
  if (text.empty()) member.Fail(fmt::format("\"{}\" is empty", name), "");
  return text;
}

bool FlagOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member && member->Bool();
}

/// A number that is left out when it is 0.
std::size_t NumberOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member ? member->Number(1, std::numeric_limits<std::uint32_t>::max()) : 0;
}

int PartOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member ? static_cast<int>(member->Number(1, kMostParts)) : 0;
}

std::optional<std::int64_t> TimeOf(const JsonValue& object) {
  const auto member = object.Find("time");
  if (!member) return std::nullopt;
  return static_cast<std::int64_t>(member->Number(0, kLatest));
}

/// The value that the text names; `names` are all that there are.
template <typename Value>
Value WordOf(const JsonValue& text, const std::optional<Value>& value,
             const std::vector<std::string>& names) {
  if (value) return *value;
  const std::string word = text.Text();
  text.Fail(fmt::format("unknown word {}{}", base::Quoted(word), base::DidYouMean(word, names)),
            fmt::format("it is one of {}", fmt::join(names, ", ")));
}

template <typename Value>
std::vector<std::string> NamesOf(const std::vector<Value>& values) {
  std::vector<std::string> names;
  for (const Value value : values) names.emplace_back(NameOf(value));
  return names;
}

Fields FieldsOf(const JsonValue& object, const char* name) {
  Fields fields;
  const auto member = object.Find(name);
  if (!member) return fields;
  for (const JsonValue& field : member->Items()) {
    const std::vector<JsonValue> pair = field.Items();
    if (pair.size() != 2) field.Fail("this is no field", "a field is [\"name\", \"value\"]");
    fields.emplace_back(pair[0].Text(), pair[1].Text());
  }
  return fields;
}

std::vector<TokenMove> MovesOf(const JsonValue& step) {
  std::vector<TokenMove> moves;
  const auto member = step.Find("moves");
  if (!member) return moves;
  for (const JsonValue& move : member->Items()) {
    move.AllowMembers({"place", "removed", "added"});
    moves.push_back(
        {RequiredText(move, "place"), move.Member("removed").Text(), move.Member("added").Text()});
  }
  return moves;
}

Step StepOf(const JsonValue& object, std::size_t number) {
  object.AllowMembers({"number", "time", "kind", "node", "name", "fields", "moves", "state",
                       "cause", "part", "unexpected", "key", "hash"});
  const JsonValue written = object.Member("number");
  if (written.Number(1, kAnyNumber) != number) {
    written.Fail(fmt::format("this is step {}", number), "steps are numbered from 1, without gaps");
  }
  const JsonValue kind = object.Member("kind");
  Step step;
  step.kind = WordOf(kind, KindNamed(kind.Text()), NamesOf(AllKinds()));
  step.time = TimeOf(object);
  step.node = TextOf(object, "node");
  step.name = RequiredText(object, "name");
  step.fields = FieldsOf(object, "fields");
  step.moves = MovesOf(object);
  step.state = FieldsOf(object, "state");
  step.cause = NumberOf(object, "cause");
  step.part = PartOf(object, "part");
  step.unexpected = FlagOf(object, "unexpected");
  step.key = TextOf(object, "key");
  step.hash = TextOf(object, "hash");
  return step;
}

Expectation ExpectationOf(const JsonValue& object) {
  object.AllowMembers({"state", "part", "alternative", "node", "name", "fields", "step", "time"});
  const JsonValue state = object.Member("state");
  const std::string word = state.Text();
  std::optional<bool> came;
  if (word == "came") came = true;
  if (word == "missing") came = false;
  Expectation expectation;
  expectation.came = WordOf(state, came, {"came", "missing"});
  expectation.part = PartOf(object, "part");
  expectation.alternative = PartOf(object, "alternative");
  expectation.node = TextOf(object, "node");
  expectation.name = RequiredText(object, "name");
  expectation.fields = FieldsOf(object, "fields");
  expectation.step = NumberOf(object, "step");
  expectation.time = TimeOf(object);
  return expectation;
}

Remark RemarkOf(const JsonValue& object) {
  object.AllowMembers({"after", "text", "where"});
  return {object.Member("after").Number(0, std::numeric_limits<std::uint32_t>::max()),
          object.Member("text").Text(), TextOf(object, "where")};
}

Header HeaderOf(const JsonValue& object) {
  Header header;
  header.made_by = RequiredText(object, "made_by");
  header.model = TextOf(object, "model");
  header.system = TextOf(object, "system");
  if (const auto parameters = object.Find("parameters")) {
    for (const std::string& name : parameters->MemberNames()) {
      header.parameters[name] = parameters->Member(name).Text();
    }
  }
  if (const auto seed = object.Find("seed")) header.seed = seed->Number(0, kAnyNumber);
  header.strategy = TextOf(object, "strategy");
  header.property = TextOf(object, "property");
  header.suite = TextOf(object, "suite");
  header.test = TextOf(object, "case");
  if (const auto nodes = object.Find("nodes")) {
    for (const JsonValue& node : nodes->Items()) header.nodes.push_back(node.Text());
  }
  return header;
}

/// `scanned` are the steps, if they were read before.
Trace TraceOf(const JsonValue& object, std::vector<Step>* scanned) {
  object.AllowMembers({"made_by", "model", "system", "parameters", "seed", "strategy", "property",
                       "suite", "case", "nodes", "outcome", "detail", "steps", "loop", "dead_end",
                       "critical", "remarks", "expected"});
  Trace trace;
  trace.header = HeaderOf(object);
  if (const auto outcome = object.Find("outcome")) {
    trace.outcome = WordOf(*outcome, OutcomeNamed(outcome->Text()), NamesOf(AllOutcomes()));
  }
  trace.detail = TextOf(object, "detail");
  const std::vector<JsonValue> steps = object.Member("steps").Items();
  if (scanned != nullptr) trace.steps = std::move(*scanned);
  for (const JsonValue& step : steps) {
    trace.steps.push_back(StepOf(step, trace.steps.size() + 1));
  }
  if (const std::size_t loop = NumberOf(object, "loop"); loop != 0) trace.loop = loop;
  trace.dead_end = FlagOf(object, "dead_end");
  trace.critical = NumberOf(object, "critical");
  if (const auto remarks = object.Find("remarks")) {
    for (const JsonValue& each : remarks->Items()) trace.remarks.push_back(RemarkOf(each));
  }
  if (const auto expected = object.Find("expected")) trace.expected = ExpectationsOf(*expected);
  if (const auto flaw = FindFlaw(trace)) object.Fail(flaw->what, flaw->advice, flaw->where);
  return trace;
}

/// A file of traces says so first; whatever else it has may be of another version.
void RequireFormat(const JsonValue& document) {
  const auto format = document.Find("format");
  if (!format || format->Text() != kFormat) {
    document.Fail("this is no file of traces",
                  fmt::format("such a file begins with \"format\": \"{}\"", kFormat));
  }
  const JsonValue version = document.Member("version");
  const std::uint64_t number = version.Number(1, kAnyNumber);
  if (number != kVersion) {
    version.Fail(fmt::format("format version {} is not known here", number),
                 fmt::format("this program reads version {}; read the file with the version of the "
                             "program that wrote it, or a later one",
                             kVersion));
  }
}

/// The whole document, or what is left of it without `steps`, by trace.
std::vector<Trace> TracesOf(const base::Source& source, std::vector<std::vector<Step>>* steps) {
  const nlohmann::json json = ParseJson(source, kMaxDepth);
  const JsonValue document(source, json);
  RequireFormat(document);
  document.AllowMembers({"format", "version", "traces"});
  std::vector<Trace> traces;
  for (const JsonValue& trace : document.Member("traces").Items()) {
    const bool has_list = steps != nullptr && traces.size() < steps->size();
    traces.push_back(TraceOf(trace, has_list ? &(*steps)[traces.size()] : nullptr));
  }
  return traces;
}

}  // namespace

std::vector<Step> StepsOf(const JsonValue& list) {
  std::vector<Step> steps;
  for (const JsonValue& step : list.Items()) steps.push_back(StepOf(step, steps.size() + 1));
  return steps;
}

std::vector<Expectation> ExpectationsOf(const JsonValue& list) {
  std::vector<Expectation> expected;
  for (const JsonValue& each : list.Items()) expected.push_back(ExpectationOf(each));
  return expected;
}

std::vector<Trace> Parse(std::string_view text, const std::string& filename) {
  const base::Source source(text, filename);
  if (text.size() > kMaxFileBytes) {
    throw base::ParseError(fmt::format("{}: more than {} MiB", filename, kMaxFileBytes >> 20),
                           filename, {}, "too large");
  }
  const bool is_explained = text.size() <= kMostExplained;
  auto scanned = ScanSteps(source.text());
  if (auto* const found = std::get_if<ScannedSteps>(&scanned)) {
    try {
      return TracesOf(base::Source(found->rest, filename), &found->steps);
    } catch (const base::ParseError&) {
      if (!is_explained) throw;  // the line is right, and what is wrong
    }
  } else if (!is_explained) {
    throw source.Error(source.At(std::get<NotScanned>(scanned).offset),
                       "this is not what a trace has here",
                       fmt::format("docs/trace_format.md says what it has; of a file of at most {} "
                                   "MiB more can be said",
                                   kMostExplained >> 20));
  }
  return TracesOf(source, nullptr);
}

std::vector<Trace> ReadTraces(const std::string& path) {
  const base::FileContents contents = base::ReadFile(path, kMaxFileBytes);
  if (!contents.problem.empty()) {
    const std::string message = "cannot read: " + contents.problem;
    throw base::ParseError(path + ": " + message, path, {}, message);
  }
  return Parse(contents.bytes, path);
}

bool LooksLikeTraces(std::string_view text) {
  const std::string_view rest = base::Trim(base::Source(text, "").text());
  return rest.starts_with('{');
}

}  // namespace trace
