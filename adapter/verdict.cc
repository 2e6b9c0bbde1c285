#include "adapter/verdict.h"

#include <fmt/format.h>

#include <utility>

namespace adapter {
namespace {

void Append(std::string& list, const std::string& item) {
  if (!list.empty()) list += "; ";
  list += item;
}

std::string Describe(const std::vector<oracles::Mismatch>& mismatches) {
  std::string text;
  for (const oracles::Mismatch& mismatch : mismatches) {
    Append(text, fmt::format("{}: expected {}, observed {}", mismatch.what, mismatch.expected,
                             mismatch.observed));
  }
  return text;
}

}  // namespace

const char* OutcomeName(Outcome outcome) {
  switch (outcome) {
    case Outcome::kPass:
      return "pass";
    case Outcome::kFail:
      return "fail";
    case Outcome::kInconclusive:
      return "inconclusive";
  }
  return "";
}

Verdict Judge(std::vector<oracles::Mismatch> mismatches) {
  if (mismatches.empty()) return {};
  std::string detail = Describe(mismatches);
  return {Outcome::kFail, std::move(detail), std::move(mismatches)};
}

Verdict Judge(std::vector<oracles::Mismatch> mismatches,
              const std::vector<oracles::Violation>& violations, const Unfinished& unfinished,
              trace::Trace trace) {
  std::string detail;
  for (const oracles::Violation& violation : violations) {
    Append(detail, fmt::format("{}: {} (event {})", violation.rule, violation.detail,
                               violation.position + 1));
  }
  if (!unfinished.what.empty()) {
    const bool fails = unfinished.stuck || !violations.empty();
    Append(detail, unfinished.what);
    return {fails ? Outcome::kFail : Outcome::kInconclusive, detail, {}, std::move(trace)};
  }
  if (!mismatches.empty()) Append(detail, Describe(mismatches));
  const Outcome outcome = detail.empty() ? Outcome::kPass : Outcome::kFail;
  return {outcome, detail, std::move(mismatches), std::move(trace)};
}

Totals Count(const std::vector<CaseResult>& results) {
  Totals totals;
  for (const CaseResult& result : results) {
    switch (result.verdict.outcome) {
      case Outcome::kPass:
        ++totals.passed;
        break;
      case Outcome::kFail:
        ++totals.failed;
        break;
      case Outcome::kInconclusive:
        ++totals.inconclusive;
        break;
    }
  }
  return totals;
}

int ExitCode(const Totals& totals) {
  if (totals.failed > 0) return 1;
  return totals.inconclusive > 0 ? 3 : 0;
}

}  // namespace adapter
