#include "cpngen/program.h"

#include <fmt/format.h>

#include <functional>
#include <new>
#include <ostream>
#include <system_error>
#include <variant>

#include "base/atomic_file.h"
#include "base/budget_watch.h"
#include "base/message_text.h"
#include "base/parse_error.h"
#include "command_line/standard_streams.h"
#include "conformance/limits.h"
#include "cpn/draw/graphviz.h"
#include "cpn/symmetry/group.h"
#include "cpn/values/error.h"
#include "cpngen/command_line.h"
#include "cpngen/commands/commands.h"
#include "cpngen/completion.h"
#include "cpngen/input_error.h"
#include "cpngen/limits/why_stopped.h"
#include "cpngen/load.h"
#include "generator/limit_reached.h"
#include "pnml/to_lua.h"

namespace cpngen {
namespace {

struct RunCommand {
  const Streams& streams;

  ExitCode operator()(const SimulateOptions& options) const { return Do(Simulate, options); }
  ExitCode operator()(const GenerateOptions& options) const { return Do(Generate, options); }
  ExitCode operator()(const SpaceOptions& options) const { return Do(Space, options); }
  ExitCode operator()(const DrawOptions& options) const { return Do(Draw, options); }
  ExitCode operator()(const CheckOptions& options) const { return Do(Check, options); }
  ExitCode operator()(const ConformOptions& options) const { return Do(Conform, options); }
  ExitCode operator()(const CoverOptions& options) const { return Do(Cover, options); }
  ExitCode operator()(const ReportOptions& options) const { return Do(Report, options); }
  ExitCode operator()(const SearchOptions& options) const { return Do(Search, options); }
  ExitCode operator()(const DebugOptions& options) const { return Do(Debug, options); }
  ExitCode operator()(const ExploreOptions& options) const { return Do(Explore, options); }
  ExitCode operator()(const DescribeOptions& options) const { return Do(Describe, options); }
  ExitCode operator()(const ImportOptions& options) const { return Do(Import, options); }
  ExitCode operator()(const ExportOptions& options) const { return Do(Export, options); }
  ExitCode operator()(const MccOptions& options) const { return Do(Mcc, options); }
  ExitCode operator()(const MergeOptions& options) const { return Do(Merge, options); }
  ExitCode operator()(const NamesOptions& options) const { return Do(CompleteNames, options); }
  ExitCode operator()(const Exit& exit) const {
    (exit.code == ExitCode::kDone ? streams.out : streams.err) << exit.text;
    return exit.code;
  }

 private:
  /// An error of a translated model names the place in the file that the user wrote.
  template <typename Options>
  ExitCode Do(ExitCode (*command)(const Options&, const Streams&), const Options& options) const {
    if constexpr (requires { options.model.path; }) {
      try {
        return command(options, streams);
      } catch (const cpn::ModelError& error) {
        throw AtOrigin(error, options.model);
      }
    } else {
      return command(options, streams);
    }
  }
};

/// What the command may use.
struct LimitsOf {
  template <typename Options>
  ResourceLimits operator()(const Options& options) const {
    if constexpr (requires { options.exploration; }) {
      return options.exploration;
    } else if constexpr (requires { options.limits; }) {
      return options.limits;
    } else {
      return {};
    }
  }
};

/// What the command works on.
struct ModelOf {
  template <typename Options>
  std::string operator()(const Options& options) const {
    if constexpr (requires { options.model.path; }) {
      return options.model.path;
    } else if constexpr (requires { options.file; }) {
      return options.file;
    } else if constexpr (requires { options.folder; }) {
      return options.folder;
    } else {
      return "";
    }
  }
};

ExitCode Refuse(const Streams& streams, ExitCode code, const char* message) {
  streams.err << fmt::format("cpngen: {}\n", base::MessageText(message));
  return code;
}

void PrintHints(const Streams& streams, const std::vector<std::string>& hints) {
  for (const std::string& hint : hints) streams.err << fmt::format("cpngen: hint: {}\n", hint);
}

ExitCode Stopped(const Streams& streams, const base::StopError& stop,
                 const ResourceLimits& limits) {
  const bool memory = stop.reason() == base::StopReason::kMaxMemory;
  if (memory && !streams.budget->refused() &&
      streams.budget->reason() != base::StopReason::kMaxMemory) {
    return Refuse(streams, ExitCode::kLimitReached, "out of memory; nothing was written");
  }
  streams.err << StopMessage(stop.reason(), limits, *streams.budget);
  PrintHints(streams, stop.hints());
  return ExitCode::kLimitReached;
}

using Work = std::function<ExitCode(const Streams&)>;

ExitCode Watched(const std::string& model, const ResourceLimits& limits, const Streams& streams,
                 const Work& work) {
  base::WatchOptions watch{limits.max_seconds, limits.max_memory_bytes, {}};
  if (streams.end_process) {
    watch.end_process = [&] {
      streams.end_process(StopMessage(streams.budget->reason(), limits, *streams.budget));
    };
  }
  if (!model.empty()) streams.budget->Enter("loading " + model);
  const base::BudgetWatch watching(streams.budget, watch);
  return work(streams);
}

ExitCode Run(const std::string& model, const ResourceLimits& limits, const Streams& streams,
             const Work& work) {
  try {
    return Watched(model, limits, streams, work);
  } catch (const base::StopError& error) {
    return Stopped(streams, error, limits);
  } catch (const cpn::ModelError& error) {
    if (error.where().file.empty()) return Refuse(streams, ExitCode::kBadInput, error.what());
    streams.err << base::MessageText(error.what()) << '\n';
    return ExitCode::kBadInput;
  } catch (const InputError& error) {
    return Refuse(streams, ExitCode::kBadInput, error.what());
  } catch (const base::ParseError& error) {
    streams.err << base::MessageText(error.what()) << '\n';
    return ExitCode::kBadInput;
  } catch (const pnml::TranslationError& error) {
    return Refuse(streams, ExitCode::kBadInput, error.what());
  } catch (const base::FileError& error) {
    return Refuse(streams, ExitCode::kBadInput, error.what());
  } catch (const cpn::draw::GraphvizError& error) {
    return Refuse(streams, ExitCode::kBadInput, error.what());
  } catch (const generator::LimitReached& error) {
    Refuse(streams, ExitCode::kLimitReached, error.what());
    PrintHints(streams, error.hints());
    return ExitCode::kLimitReached;
  } catch (const cpn::symmetry::EffortExceeded& error) {
    return Refuse(streams, ExitCode::kLimitReached, error.what());
  } catch (const conformance::LimitReached& error) {
    return Refuse(streams, ExitCode::kLimitReached, error.what());
  } catch (const std::system_error& error) {  // such as a thread that cannot start
    return Refuse(
        streams, ExitCode::kLimitReached,
        fmt::format("the system refuses something that is needed: {}; fewer --workers may "
                    "help",
                    error.code().message())
            .c_str());
  } catch (const std::bad_alloc&) {
    return Stopped(streams, base::StopError(base::StopReason::kMaxMemory), limits);
  }
}

}  // namespace

int RunProgram(const std::vector<std::string>& arguments, const Streams& streams) {
  const Command command = ParseCommandLine(arguments);
  if (std::holds_alternative<Exit>(command)) {
    const ExitCode code = std::visit(RunCommand{streams}, command);
    return command_line::EndOfOutput("cpngen", static_cast<int>(code), streams.out, streams.err);
  }
  return RunAsCommand(std::visit(ModelOf{}, command), std::visit(LimitsOf{}, command), streams,
                      [&](const Streams& all) { return std::visit(RunCommand{all}, command); });
}

int RunAsCommand(const std::string& model, const ResourceLimits& limits, const Streams& streams,
                 const Work& work) {
  base::Budget budget;
  Streams all = streams;
  if (all.budget == nullptr) all.budget = &budget;
  const ExitCode code = Run(model, limits, all, work);
  return command_line::EndOfOutput("cpngen", static_cast<int>(code), streams.out, streams.err);
}

}  // namespace cpngen
