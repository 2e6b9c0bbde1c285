// --search: the search for states without recovery in the harnesses of a program.
//
// Thread safety: RunSearch() blocks; it starts and joins its workers itself.
#pragma once

#include <string>
#include <vector>

#include "base/interrupt.h"
#include "base/progress.h"
#include "systematic/harness.h"
#include "systematic/program/options.h"
#include "systematic/program/search_report.h"

namespace systematic {

/// What a call with --search comes to.
struct SearchAnswer {
  std::string problem;  ///< of the call, in one line; empty: none
  std::string output;
  std::string note;  ///< for people, in one line; empty: none
  std::vector<SearchFile> files;
  int code = 0;  ///< as of the program
};

SearchAnswer RunSearch(const std::vector<const HarnessInfo*>& harnesses,
                       const ProgramOptions& options, const std::string& program,
                       const base::Interrupt& interrupt, base::Progress& progress);

}  // namespace systematic
