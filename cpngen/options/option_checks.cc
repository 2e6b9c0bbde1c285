#include "cpngen/options/option_checks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "nets/machines.h"
#include "systematic/strategies/parse.h"

namespace cpngen {
namespace {

/// An option that names an output file, and the endings that it may have; none: any.
struct Output {
  const char* option;
  const std::string* file;  ///< empty: not given
  std::vector<std::string> endings = {};
};

std::optional<std::string> EndingProblem(const Output& output) {
  const auto fits = [&](const std::string& ending) { return output.file->ends_with(ending); };
  if (output.endings.empty() || std::any_of(output.endings.begin(), output.endings.end(), fits)) {
    return std::nullopt;
  }
  return fmt::format("{} {}: the name must end in {}", output.option, *output.file,
                     fmt::join(output.endings, " or "));
}

/// Each output must be a file, another one than the others, with an ending that fits. `printed` is
/// what has standard output for itself.
std::optional<std::string> OutputProblem(const std::vector<Output>& outputs, const char* printed) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const auto& [option, file, endings] = outputs[i];
    if (file->empty()) continue;
    if (*file == "-") {
      return fmt::format("{} -: standard output has {}; name a file", option, printed);
    }
    if (auto problem = EndingProblem(outputs[i])) return problem;
    for (std::size_t j = 0; j < i; ++j) {
      if (*file != *outputs[j].file) continue;
      return fmt::format("{} {}: {} names this file too", option, *file, outputs[j].option);
    }
  }
  return std::nullopt;
}

std::optional<std::string> WhatIsWrong(const ScheduleOptions& search) {
  try {
    systematic::ParseStrategy(search.strategy);
  } catch (const systematic::StrategyError& error) {
    return fmt::format("--strategy: {}", error.what());
  }
  if (nets::ParseMachineRule(search.machines)) return std::nullopt;
  return fmt::format(
      "--machines {}: give process, transition, binding, or var: and the names of variables, as in "
      "var:s,c",
      search.machines);
}

}  // namespace

std::optional<std::string> WhatIsWrong(const SimulateOptions& options) {
  const bool looks = options.runs || options.search.schedules;
  if (!looks && options.replay.empty() && !options.properties.empty()) {
    return "--property needs --runs N, --schedules N, or the trace file of --replay";
  }
  if (!looks && options.properties.size() > 1) return "--replay takes one --property";
  if (auto problem = WhatIsWrong(options.search)) return problem;
  if (options.runs && options.seed > UINT64_MAX - (*options.runs - 1)) {
    return fmt::format("--runs {}: there are not so many seeds from {} on", *options.runs,
                       options.seed);
  }
  return OutputProblem({{"--record", &options.record},
                        {"--msc", &options.msc, {".svg", ".mmd"}},
                        {"--schedule-file", &options.search.file}},
                       "the run");
}

std::optional<std::string> WhatIsWrong(const GenerateOptions& options) {
  if (!options.goal.empty() && options.simulations) {
    return "--goal looks for cases in the state space: not with --simulations";
  }
  if (options.shard && !options.simulations) {
    return "--shard shares out the runs of --simulations: what cases a state space has is known "
           "only to who explores all of it";
  }
  if (options.shard && options.split) {
    return "--shard writes a part, which is one file: give --split to cpngen merge";
  }
  if (!options.goal.empty() && options.merge) {
    return "--goal leaves cases out, and --merge is for all cases of a model";
  }
  if (options.reduction.any()) {
    if (options.simulations) return "--reduce is for --state-space: simulations explore nothing";
    if (!options.goal.empty()) return "--reduce leaves out what --goal counts: not together";
    if (options.observations) {
      return "--reduce: which answers are still to come is not kept: not with --observations";
    }
  }
  if (options.output != "-") return std::nullopt;
  if (options.split) return "-o -: --split needs a file name";
  if (options.json) return "-o -: the suite and the JSON summary cannot both go there";
  return std::nullopt;
}

std::optional<std::string> WhatIsWrong(const CheckOptions& options) {
  if (options.suite.empty() && !options.specification.empty()) {
    return "--spec says how --to-suite writes test cases: give --to-suite FILE";
  }
  return OutputProblem({{"--trace", &options.trace},
                        {"--msc", &options.msc, {".svg", ".mmd"}},
                        {"--to-suite", &options.suite}},
                       "the verdicts");
}

std::optional<std::string> WhatIsWrong(const ConformOptions& options) {
  return OutputProblem({{"--trace", &options.trace}, {"--msc", &options.msc, {".svg", ".txt"}}},
                       "the verdicts");
}

std::optional<std::string> WhatIsWrong(const SearchOptions& options) {
  return OutputProblem({{"--trace", &options.trace}, {"--msc", &options.msc, {".svg", ".mmd"}}},
                       "what was found");
}

std::optional<std::string> WhatIsWrong(const MergeOptions& options) {
  if (options.output == "-" && options.split) return "-o -: --split needs a file name";
  return std::nullopt;
}

std::optional<std::string> WhatIsWrong(const CoverOptions& options) {
  return OutputProblem({{"-o", &options.html, {".html"}}, {"--svg", &options.svg, {".svg"}}},
                       "the figures");
}

std::optional<std::string> WhatIsWrong(const ReportOptions& options) {
  return OutputProblem({{"-o", &options.html, {".html"}}}, "the name of the page");
}

std::optional<std::string> WhatIsWrong(const SpaceOptions& options) {
  if (options.reduction.any() && options.cpn_tools) {
    return "--reduce: CPN Tools' report is about whole state spaces: not with --cpn-tools";
  }
  return OutputProblem({{"-o", &options.output},
                        {"--dot", &options.dot, {".dot", ".gv"}},
                        {"--svg", &options.svg, {".svg"}},
                        {"--dump", &options.dump}},
                       "the report");
}

std::optional<std::string> WhatIsWrong(const DrawOptions& options) {
  return OutputProblem({{"-o", &options.output, {".svg", ".dot"}}}, "the names of the pictures");
}

std::optional<std::string> WhatIsWrong(const ImportOptions& options) {
  if (options.output == "-") return "-o -: models go to a folder, not to standard output";
  if (options.file.ends_with(".pnml") || options.file.ends_with(".cpn")) return std::nullopt;
  return fmt::format("{}: the name must end in .cpn or .pnml", options.file);
}

std::optional<std::string> WhatIsWrong(const ExportOptions& options) {
  return options.output == "-" ? std::nullopt : EndingProblem({"-o", &options.output, {".pnml"}});
}

}  // namespace cpngen
