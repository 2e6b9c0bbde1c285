// What searches of harnesses found, for people and for programs: text, JSON, traces, charts.
//
// Thread safety: free functions without state.
#pragma once

#include <string>
#include <vector>

#include "systematic/harness.h"
#include "systematic/program/harness_search.h"
#include "systematic/program/options.h"

namespace systematic {

/// A file that the call asks for.
struct SearchFile {
  std::string path;
  std::string text;
};

/// What can be searched for in the harnesses.
std::string SearchListText(const std::vector<const HarnessInfo*>& harnesses);
std::string SearchText(const SearchedHarness& searched, const ProgramOptions& options);
std::string SearchJson(const std::vector<SearchedHarness>& all, const ProgramOptions& options);
/// "free", "ordered" or "as they are".
std::string TimersOf(const SearchedHarness& searched);
/// "loss, crash", "none" or "as they are".
std::string FaultsOf(const SearchedHarness& searched);

/// The trace file and the charts that the call asks for.
std::vector<SearchFile> SearchFiles(const std::vector<SearchedHarness>& all,
                                    const ProgramOptions& options, const std::string& made_by);

}  // namespace systematic
