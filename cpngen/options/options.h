// What a call of `cpngen` asks for, as values: one struct a command. command_line.h reads them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "command_line/completion.h"
#include "command_line/shard.h"
#include "cpn/lua/interpreter/limits.h"
#include "cpngen/options/exit_code.h"

namespace cpngen {

/// MODEL, and the options that say more about it.
struct ModelArguments {
  std::string path;
  std::map<std::string, std::string> parameters;        ///< -D
  std::map<std::string, std::string> initial_markings;  ///< --initial, by place
  std::vector<std::string> extensions;                  ///< --with, in the order of the call
  cpn::lua::ModelLimits limits;                         ///< --model-limit
  bool partial = false;  ///< of a .cpn file, take what can be translated
};

/// What a command may use, from its start to its end.
struct ResourceLimits {
  std::optional<double> max_seconds;
  std::optional<std::uint64_t> max_memory_bytes;  ///< nothing: what there is
  const char* seconds_option = "--max-seconds";   ///< as the command calls it
};

/// --reduce: what need not be explored.
struct ReductionChoice {
  bool stubborn = false;  ///< orders of steps that commute
  bool symmetry = false;  ///< markings that are permutations of others
  bool any() const { return stubborn || symmetry; }
};

/// How far to explore a state space, and with how many threads.
struct ExplorationLimits : ResourceLimits {
  unsigned workers = 1;
  std::optional<std::uint64_t> max_states;
};

/// How `simulate --schedules` looks for violations.
struct ScheduleOptions {
  std::optional<std::uint64_t> schedules;    ///< so many runs under a strategy; nothing: no such
  std::string strategy = "portfolio";        ///< as systematic::ParseStrategy() reads it
  std::string machines = "process";          ///< as nets::ParseMachineRule() reads it
  std::uint64_t length = 0;                  ///< k of a strategy; 0: measured
  std::optional<std::uint64_t> temperature;  ///< steps that EV may be owed; 0: any number
  unsigned workers = 1;
  std::string file;  ///< for the schedules of what is found; empty: none
};

struct SimulateOptions {
  ModelArguments model;
  std::uint64_t seed = 1;
  std::uint64_t steps = 1000;
  bool json = false;
  std::string replay;  ///< trace file or record to take the steps from; empty: none
  /// With `replay`, at most one: of a trace file, the one whose run to replay. With `runs` and
  /// `search.schedules`: what to look for, in the order of the call; empty: all that a run can
  /// violate.
  std::vector<std::string> properties;
  std::optional<std::uint64_t> runs;  ///< look for violations in so many runs, print no others
  std::optional<command_line::Shard> shard;  ///< only these of the runs; nothing: all
  ScheduleOptions search;
  std::string record;  ///< trace file to write; empty: none
  std::string msc;     ///< file for its message sequence chart; empty: none
  ResourceLimits limits;
};

struct GenerateOptions {
  ModelArguments model;
  std::string specification;                 ///< empty: the model's only one
  std::optional<std::uint64_t> simulations;  ///< number of runs; nothing: --state-space
  std::optional<command_line::Shard> shard;  ///< the part of the suite by these runs; nothing: all
  std::uint64_t seed = 1;
  std::uint64_t steps = 10'000;
  std::optional<std::uint64_t> observations;  ///< a case ends once so many were made
  unsigned jobs = 1;
  std::uint64_t max_states = 10'000'000;
  std::uint64_t max_cases = 100'000;
  ReductionChoice reduction;
  /// Few cases that cover this criterion (model_coverage/points.h); empty: all cases.
  std::string goal;
  std::string cover_missing;  ///< a suite: only cases for what it leaves of the goal; empty: none
  std::optional<std::uint64_t> goal_cases;  ///< with a goal, --max-cases: at most so many
  std::string output;
  bool merge = false;  ///< one case with alternatives of those that nobody can tell apart
  bool split = false;
  bool json = false;
  ResourceLimits limits;
};

/// What the parts of a call (--shard) made, as the call without --shard would have made it.
struct MergeOptions {
  std::vector<std::string> parts;
  std::string output;
  bool split = false;  ///< a suite as one file per test case
  ResourceLimits limits;
};

/// What suites and recorded runs cover of a model.
struct CoverOptions {
  ModelArguments model;
  std::vector<std::string> files;     ///< suites and traces
  std::string specification;          ///< empty: the suites', or the model's only one
  std::vector<std::string> criteria;  ///< in the order of the call; empty: all but pairs
  std::string variable;               ///< transitions by its values; empty: none
  std::uint64_t list = 10;            ///< so many of what is missing, by criterion
  std::uint64_t max_states = 10'000'000;
  std::uint64_t max_cases = 100'000;
  bool json = false;
  std::string html;  ///< file for the report; empty: none
  std::string svg;   ///< files for the pictures of the modules; empty: none
  ResourceLimits limits;
};

/// One page on a model, its suites, and what came of them.
struct ReportOptions {
  ModelArguments model;
  std::vector<std::string> files;       ///< suites, results of the adapter, recorded runs
  std::vector<std::string> properties;  ///< in the order of the call; empty: all of the model
  std::string specification;            ///< of all suites; empty: each one's own
  std::uint64_t list = 50;              ///< so many of each long list
  std::uint64_t max_states = 1'000'000;
  std::uint64_t max_cases = 100'000;
  unsigned workers = 1;
  std::string html;
  ResourceLimits limits;
};

struct SpaceOptions {
  ModelArguments model;
  ExplorationLimits exploration;
  ReductionChoice reduction;
  bool count = false;  ///< nodes, arcs and dead markings only
  bool json = false;
  bool stats = false;
  bool cpn_tools = false;  ///< the report in CPN Tools' form
  std::string output;      ///< file for the report; empty: standard output
  std::string dot;         ///< files for the graph; empty: none
  std::string svg;
  std::string dump;
};

struct DrawOptions {
  ModelArguments model;
  std::string output;
  bool svg = false;    ///< otherwise DOT
  bool whole = false;  ///< one picture a module, however large; otherwise pages
  std::string module;  ///< the only one to draw; empty: all
  ResourceLimits limits;
};

struct DescribeOptions {
  ModelArguments model;
  bool json = false;
  ResourceLimits limits;
};

struct CheckOptions {
  ModelArguments model;
  std::vector<std::string> properties;  ///< in the order of the call; empty: all of the model
  ExplorationLimits exploration;
  ReductionChoice reduction;
  std::string fairness = "declared";  ///< which counts: declared, none, weak or strong
  bool json = false;
  bool stats = false;
  std::string trace;          ///< file for the evidence as JSON; empty: none
  std::string msc;            ///< file for its message sequence charts, .svg or .mmd; empty: none
  std::string suite;          ///< file for the evidence as test cases; empty: none
  std::string specification;  ///< of these test cases; empty: the model's only one
};

/// Are runs of a system, or of a net, runs of the model?
struct ConformOptions {
  ModelArguments model;
  std::vector<std::string> traces;  ///< files of traces, or logs, in the order of the call
  std::string specification;        ///< empty: the model's only one
  std::string log;                  ///< mapping by which the files are logs; empty: traces
  std::string order = "file";       ///< of a log's events: file, node or clock
  bool observed = false;            ///< of runs of nets, what the specification shows counts only
  bool at_rest = false;             ///< nothing came after the last event of each trace
  std::uint64_t max_markings = 1'000'000;
  bool json = false;
  std::string trace;  ///< file for the explaining runs; empty: none
  std::string msc;    ///< file for charts, .svg, or .txt; empty: none
  ResourceLimits limits;
};

/// What the page in the browser shows, and where it is served.
struct ExploreOptions {
  ModelArguments model;  ///< its path may be that of a trace file
  std::string trace;     ///< trace file or record to open in the model; empty: none
  std::uint32_t port = 0;
  bool open = false;
  std::uint64_t max_states = 200'000;  ///< explored in the background; 0: none
  ResourceLimits limits;
};

/// Where what must come again and again is out of reach, and the step that put it there.
struct SearchOptions {
  ModelArguments model;
  std::vector<std::string> properties;  ///< in the order of the call; empty: all that fit
  std::uint64_t seed = 1;
  std::uint64_t executions = 1'000;
  std::uint64_t steps = 0;  ///< of an execution; 0: calibrated
  std::uint32_t depth = 30;
  std::uint32_t depth_step = 5;
  std::uint64_t walks = 60;              ///< from each state that may be the critical one
  std::uint64_t exact_states = 100'000;  ///< looked at before walks are trusted; 0: none
  std::uint64_t from_live = 0;           ///< runs in which all has held, to begin with; 0: none
  bool temperature = false;              ///< walks go on behind where the condition holds
  bool lassos = false;                   ///< runs that go round without the condition
  std::string fairness = "weak";         ///< of lassos: declared, none, weak, strong
  bool compare = false;                  ///< walks alone with what all markings say
  bool uniform = false;                  ///< weights do not count
  unsigned workers = 1;
  std::optional<command_line::Shard> shard;  ///< only these of the executions; nothing: all
  bool json = false;
  std::string trace;  ///< file for the executions; empty: none
  std::string msc;    ///< file for their message sequence charts; empty: none
  ResourceLimits limits;
};

/// A run to look at, step by step.
struct DebugOptions {
  ModelArguments model;               ///< its path may be that of a trace
  std::string replay;                 ///< file with the run; empty: none
  std::string property;               ///< of the run in a file with several; empty: the first
  std::vector<std::string> commands;  ///< instead of standard input
};

/// A model of another format, written as models in the model language.
struct ImportOptions {
  std::string file;      ///< its ending says which format
  std::string output;    ///< folder for the models
  bool partial = false;  ///< of a .cpn file, take what can be translated
  ResourceLimits limits;
};

struct ExportOptions {
  ModelArguments model;
  std::string output;  ///< a .pnml file, or - for standard output
  ResourceLimits limits;
};

struct MccOptions {
  std::string folder;       ///< with model.pnml and the formula files
  std::string examination;  ///< as the contest calls it
  ExplorationLimits exploration;
};

/// A shell's question for the names of a model that can stand at the cursor.
struct NamesOptions {
  command_line::Completion completion;
};

/// The call ends here: help, or one error.
struct Exit {
  ExitCode code = ExitCode::kDone;
  std::string text;
};

using Command = std::variant<SimulateOptions, GenerateOptions, CheckOptions, ConformOptions,
                             SpaceOptions, DrawOptions, DescribeOptions, ImportOptions,
                             ExportOptions, MccOptions, CoverOptions, ReportOptions, SearchOptions,
                             DebugOptions, ExploreOptions, MergeOptions, NamesOptions, Exit>;

}  // namespace cpngen
