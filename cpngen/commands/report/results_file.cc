#include "cpngen/commands/report/results_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/characters.h"
#include "base/nearest.h"
#include "base/source.h"
#include "cpngen/commands/report/shown_path.h"
#include "trace/json_value.h"
#include "trace/trace_json.h"

namespace cpngen {
namespace {

using trace::JsonValue;

constexpr int kMaxResultsDepth = 12;  // of arrays and objects
constexpr std::uint64_t kAnyNumber = std::numeric_limits<std::uint64_t>::max();
constexpr std::array<std::string_view, 5> kFirstMembers = {"passed", "failed", "inconclusive",
                                                           "seed", "cases"};
constexpr std::array<const char*, 2> kWaysToRun = {"system", "transport"};

trace::Outcome VerdictOf(const JsonValue& value) {
  const std::string word = value.Text();
  const std::vector<std::string> words{"pass", "fail", "inconclusive"};
  if (std::find(words.begin(), words.end(), word) == words.end()) {
    value.Fail(
        fmt::format("unknown verdict {}{}", base::Quoted(word), base::DidYouMean(word, words)),
        "it is one of pass, fail, inconclusive");
  }
  return *trace::OutcomeNamed(word);
}

std::string TextOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member ? member->Text() : "";
}

std::uint64_t NumberOf(const JsonValue& object, const char* name) {
  const auto member = object.Find(name);
  return member ? member->Number(0, kAnyNumber) : 0;
}

CaseResult CaseOf(const JsonValue& object, const std::string& system) {
  CaseResult result;
  result.suite = object.Member("suite").Text();
  result.id = object.Member("id").Text();
  result.verdict = VerdictOf(object.Member("verdict"));
  result.file = TextOf(object, "file");
  result.detail = TextOf(object, "detail");
  result.seed = NumberOf(object, "seed");
  if (const auto list = object.Find("mismatches")) {
    for (const JsonValue& mismatch : list->Items()) {
      result.mismatches.push_back({mismatch.Member("what").Text(), TextOf(mismatch, "expected"),
                                   TextOf(mismatch, "observed")});
    }
  }
  trace::Trace& run = result.trace;
  if (const auto events = object.Find("events")) run.steps = trace::StepsOf(*events);
  if (const auto expected = object.Find("expected")) run.expected = ExpectationsOf(*expected);
  run.header.made_by = "adapter";
  run.header.system = system;
  run.header.seed = result.seed;
  run.header.suite = result.suite;
  run.header.test = result.id;
  run.outcome = result.verdict;
  run.detail = result.detail;
  if (const auto flaw = FindFlaw(run)) object.Fail(flaw->what, flaw->advice);
  return result;
}

}  // namespace

std::size_t ResultsFile::Count(trace::Outcome verdict) const {
  return static_cast<std::size_t>(
      std::count_if(cases.begin(), cases.end(),
                    [&](const CaseResult& result) { return result.verdict == verdict; }));
}

bool LooksLikeResults(std::string_view text) {
  constexpr std::string_view kSpace = " \t\r\n\xef\xbb\xbf";
  std::size_t at = text.find_first_not_of(kSpace);
  if (at == std::string_view::npos || text[at] != '{') return false;
  at = text.find_first_not_of(kSpace, at + 1);
  if (at == std::string_view::npos || text[at] != '"') return false;
  const std::string_view name = text.substr(at + 1, text.find('"', at + 1) - at - 1);
  return std::find(kFirstMembers.begin(), kFirstMembers.end(), name) != kFirstMembers.end();
}

ResultsFile ParseResults(std::string_view text, const std::string& path) {
  const base::Source source(text, path);
  const nlohmann::json json = trace::ParseJson(source, kMaxResultsDepth);
  const JsonValue document(source, json);
  ResultsFile results;
  results.path = path;
  std::string system = "system under test";
  for (const char* const way : kWaysToRun) {
    const std::string value = ShownPath(TextOf(document, way));
    if (value.empty()) continue;
    results.how = fmt::format("{} {}, ", way, value);
    system = value;
  }
  results.how += fmt::format("seed {}", NumberOf(document, "seed"));
  if (const auto conform = document.Find("conform")) {
    results.conform = fmt::format("{} runs are runs of {}", NumberOf(*conform, "runs"),
                                  ShownPath(conform->Member("model").Text()));
  }
  for (const JsonValue& object : document.Member("cases").Items()) {
    results.cases.push_back(CaseOf(object, system));
  }
  return results;
}

}  // namespace cpngen
