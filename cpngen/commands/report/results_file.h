// What `adapter run --json` printed, read: verdicts of test cases with what happened in them.
//
// Members that this reader does not know are left alone, since a later adapter may print more.
// Plain values; free functions without state.
// Source: docs/results.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "trace/trace.h"

namespace cpngen {

/// Larger files are refused: of so many cases nobody wants to see what happened in the passing ones
/// (--verbose).
inline constexpr std::size_t kMaxResultsBytes = 256u << 20;

struct ResultMismatch {
  std::string what;
  std::string expected;
  std::string observed;
};

/// An execution of a test case.
struct CaseResult {
  std::string suite;
  std::string id;
  std::string file;
  trace::Outcome verdict = trace::Outcome::kNone;  ///< kPass, kFail or kInconclusive
  std::string detail;
  std::uint64_t seed = 0;
  std::vector<ResultMismatch> mismatches;
  trace::Trace trace;  ///< of passing cases without steps, unless the adapter was told --verbose
};

struct ResultsFile {
  std::string path;
  std::string how;      ///< "system lock.system.lua, seed 1"
  std::string conform;  ///< "7 runs are runs of model.lua"; empty: no model judged them
  std::vector<CaseResult> cases;

  std::size_t Count(trace::Outcome verdict) const;
};

/// Whether the text is such an object, by its first member. A first look at a file of unknown kind.
bool LooksLikeResults(std::string_view text);

/// Throws base::ParseError.
ResultsFile ParseResults(std::string_view text, const std::string& path);

}  // namespace cpngen
