// What a call of `adapter` asks for, as values; command_line.h reads them.
//
// Plain values; distinct objects may be used from different threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/linearizability/linearizable.h"
#include "command_line/completion.h"
#include "command_line/shard.h"

namespace adapter {

/// How replicas and clients reach each other.
enum class Transport { kTcp, kUnix, kInProcess };

/// "tcp", "unix", "inproc".
const char* TransportName(Transport transport);

/// Which cases: `paths` are suite files, or folders of them; `filter` is an ECMAScript regular
/// expression that is searched in the case's name, SUITE#ID.
struct Selection {
  std::vector<std::string> paths;
  std::string filter;
};

/// A system under test that is none of those in the box.
struct SystemOptions {
  std::string file;                               ///< its system file; empty: those in the box
  std::map<std::string, std::string> parameters;  ///< for the file's param() declarations
};

/// A model that judges the runs of cases, whatever the cases expect.
struct ConformOptions {
  std::string model;                              ///< path; empty: none
  std::string specification;                      ///< empty: the only one
  std::map<std::string, std::string> parameters;  ///< beside those of the suites
};

struct RunOptions {
  Selection selection;
  SystemOptions system;
  ConformOptions conform;
  Transport transport = Transport::kTcp;
  bool processes = false;  ///< each replica in a process of its own
  bool ordered = false;    ///< replicas talk over streams
  int jobs = 1;
  std::chrono::milliseconds timeout{10'000};  ///< of one case
  std::string junit;                          ///< file; empty: none
  bool json = false;
  bool verbose = false;  ///< show passing cases as well, and all of each
  std::string trace;     ///< folder for trace files and charts; empty: none
  std::string coverage;  ///< folder; empty: none
  int repeat = 1;
  bool fail_fast = false;
  std::uint64_t seed = 1;
  std::optional<command_line::Shard> shard;  ///< only these of the runs; nothing: all
};

struct ListOptions {
  Selection selection;
  SystemOptions system;
  bool json = false;
};

struct FaultsOptions {
  SystemOptions system;
  bool json = false;
};

/// `adapter kinds`: all kinds, or one of them, in words or as an XML schema.
struct KindsOptions {
  SystemOptions system;
  std::string kind;  ///< empty: all
  bool schema = false;
  bool json = false;
};

/// A shell's question for the names of kinds that can stand at the cursor.
struct KindNamesOptions {
  command_line::Completion completion;
};

/// `adapter driver-test`: does a driver keep to the protocol?
struct DriverTestOptions {
  SystemOptions system;
  bool json = false;
};

/// `adapter linearizable`: the question about a history in a file.
struct LinearizableOptions {
  linearizability::Question question;
};

/// `adapter explore`: online testing of a system beside its model.
struct ExploreOptions {
  std::string model;                                    ///< a file or a folder
  std::map<std::string, std::string> model_parameters;  ///< for the model's param() declarations
  std::string specification;                            ///< empty: the model's only one
  SystemOptions system;
  std::uint64_t seed = 1;
  std::chrono::milliseconds time{60'000};
  std::optional<std::uint64_t> runs;
  std::size_t stimuli = 50;                      ///< of one run, at most
  std::optional<double> wait;                    ///< otherwise that of the model
  bool towards_uncovered = false;                ///< stimuli that were sent rarely go first
  bool all = false;                              ///< goes on after a failure
  std::chrono::milliseconds shortening{60'000};  ///< of one failure; 0: it stays as it is
  std::uint64_t max_markings = 1'000'000;        ///< that are held at once
  std::string folder = ".";                      ///< for what is saved of failures
  std::string junit;                             ///< file; empty: none
  bool json = false;
};

/// The call ends here: help (code 0), or one error (code 2).
struct Exit {
  int code = 0;
  std::string text;
};

using Command = std::variant<RunOptions, ListOptions, KindsOptions, FaultsOptions, KindNamesOptions,
                             DriverTestOptions, LinearizableOptions, ExploreOptions, Exit>;

/// What reports say of how cases were run: "transport" and "unix", or "system" and its file.
std::pair<std::string, std::string> HowRun(const RunOptions& options);

/// Reads "250ms", "10s" or "2m"; nothing if it is none of these, not positive, or above a day.
std::optional<std::chrono::milliseconds> ParseDuration(const std::string& text);

/// The inverse, in the largest unit that is exact.
std::string DurationText(std::chrono::milliseconds duration);

}  // namespace adapter
