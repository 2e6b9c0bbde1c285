#include "cpngen/mpi/call.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "cpngen/command_line.h"

namespace cpngen {
namespace {

constexpr const char* kHelp =
    R"(Explores the state space of a model with several processes, on one machine or many.

Usage: mpirun -n N cpngen_mpi space MODEL [OPTIONS]
       mpirun -n N cpngen_mpi check MODEL [OPTIONS]
       mpirun -n N cpngen_mpi generate MODEL --state-space -o SUITE [OPTIONS]

The options are those of `cpngen`; --max-memory and --max-seconds are of each process, --max-states
of all together. And these:
  --checkpoint DIR           write what has been found to DIR from time to time, between two levels
  --checkpoint-minutes N     so often (10); 0: after every level
  --resume DIR               go on from the checkpoint in DIR: the same model, parameters, number
                             of processes
  --stats                    a line for each process: markings, messages and bytes sent, memory

The report and the suite are those of cpngen. For them the first process has all arcs, 8 bytes
each; `space --count` needs no such place. `check` decides INV of what single markings say (NF, NOT,
AND, OR), and NOT(POS(...)) of it. All else is done by cpngen, in one process: other properties,
pictures, goals. Simulations are shared out by their seeds: `cpngen generate --simulations`.

Examples:
  mpirun -n 4 cpngen_mpi space models/two_phase_commit -D W=9 --count
  mpirun -n 4 cpngen_mpi generate models/two_phase_commit --spec decision --state-space \
         -o suite.xml
  mpirun --hostfile hosts cpngen_mpi check models/raft_election.lua --checkpoint /shared/run
  mpirun --hostfile hosts cpngen_mpi check models/raft_election.lua --resume /shared/run

Exit codes: those of cpngen, as mpirun hands them on.
)";

Exit Refuse(const std::string& text) {
  return {ExitCode::kBadInput, fmt::format("cpngen_mpi: {}\n", text)};
}

std::optional<double> ReadMinutes(std::string_view text) {
  double minutes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), minutes);
  if (error != std::errc() || end != text.data() + text.size() || !(minutes >= 0)) {
    return std::nullopt;
  }
  return minutes;
}

/// Takes the options of ranks out of the arguments. Returns what is wrong with them, or nothing.
std::optional<std::string> TakeOwn(std::vector<std::string>& arguments, MpiCall& call) {
  std::vector<std::string> others;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    std::string name = arguments[i];
    std::optional<std::string> value;
    const std::size_t equals = name.find('=');
    if (name.starts_with("--") && equals != std::string::npos) {
      value = name.substr(equals + 1);
      name.resize(equals);
    }
    if (name == "--stats") {
      call.stats = true;
      continue;
    }
    if (name != "--checkpoint" && name != "--checkpoint-minutes" && name != "--resume") {
      others.push_back(arguments[i]);
      continue;
    }
    if (!value && i + 1 < arguments.size()) value = arguments[++i];
    if (!value || value->empty()) return name + " needs a value; --help has an example";
    if (name == "--checkpoint") call.checkpoint = *value;
    if (name == "--resume") call.resume = *value;
    if (name != "--checkpoint-minutes") continue;
    const std::optional<double> minutes = ReadMinutes(*value);
    if (!minutes) return fmt::format("--checkpoint-minutes: {} is no number of minutes", *value);
    call.checkpoint_minutes = *minutes;
  }
  arguments = others;
  return std::nullopt;
}

constexpr const char* kWorkers = "--workers: the processes of mpirun are the workers";
constexpr const char* kReduce = "--reduce is not shared out; `cpngen` reduces, in one process";

/// Why ranks do not do it, or nothing.
struct WhyNot {
  std::optional<std::string> operator()(const SpaceOptions& options) const {
    if (!options.dot.empty() || !options.svg.empty() || !options.dump.empty()) {
      return "--dot, --svg and --dump are not shared out; `cpngen space` makes pictures and dumps";
    }
    if (options.reduction.any()) return kReduce;
    if (options.exploration.workers > 1) return kWorkers;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const CheckOptions& options) const {
    if (options.reduction.any()) return kReduce;
    if (options.exploration.workers > 1) return kWorkers;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const GenerateOptions& options) const {
    if (options.simulations) {
      return "simulations are not shared out by mpirun, but by their runs: `cpngen generate "
             "--simulations N --jobs N`";
    }
    if (!options.goal.empty()) return "--goal is not shared out; `cpngen generate` covers goals";
    if (options.reduction.any()) return kReduce;
    return std::nullopt;
  }
  std::optional<std::string> operator()(const Exit&) const { return std::nullopt; }
  template <typename Other>
  std::optional<std::string> operator()(const Other&) const {
    return "space, generate --state-space and check are what processes do together; all else is "
           "done by `cpngen`";
  }
};

}  // namespace

MpiCall ReadMpiCall(const std::vector<std::string>& arguments) {
  MpiCall call;
  if (arguments.empty() || arguments.front() == "--help" || arguments.front() == "-h" ||
      arguments.front() == "help") {
    call.command = Exit{arguments.empty() ? ExitCode::kBadInput : ExitCode::kDone, kHelp};
    return call;
  }
  std::vector<std::string> others = arguments;
  if (const auto wrong = TakeOwn(others, call)) {
    call.command = Refuse(*wrong);
    return call;
  }
  call.command = ParseCommandLine(others);
  if (const auto why = std::visit(WhyNot{}, call.command)) call.command = Refuse(*why);
  return call;
}

}  // namespace cpngen
