// Reports in JSON of the parts of a call, made one: `adapter run --json`, `cpngen simulate --runs
// --json`, `cpngen search --json`, and --json of programs for systematic testing.
//
// Counts are added; of what was found of a property, or in a harness, that of the lowest run
// counts, as in a call that is not shared out. What must be the same in all parts is compared.
// Thread safety: blocks; one call at a time.
// Source: docs/scaling.md, "Many runs"; docs/results.md.
#pragma once

#include <string>
#include <vector>

#include "cpngen/options/exit_code.h"
#include "cpngen/options/options.h"
#include "cpngen/output_files.h"
#include "cpngen/streams.h"

namespace cpngen {

/// A file that was read.
struct PartFile {
  std::string path;
  std::string bytes;
};

/// The report of a whole call, and what is said of it.
struct PublishedReport {
  std::string text;
  std::string summary;  ///< for people, in short
  std::vector<std::string> notes;
  ExitCode code = ExitCode::kDone;
};

/// Writes it where the options say, and the summary and the notes to streams.err. Returns its code.
ExitCode Publish(const PublishedReport& report, const Paths& parts, const MergeOptions& options,
                 const Streams& streams);

/// Writes the report of the whole call, and says in a line on streams.err what it comes to. Returns
/// what the whole call would have. Throws base::ParseError, and InputError when the files are
/// reports of nothing that can be put together, or do not belong together.
ExitCode MergeReports(const std::vector<PartFile>& parts, const MergeOptions& options,
                      const Streams& streams);

}  // namespace cpngen
