#include "cpngen/program.h"

#include <fmt/format.h>

#include <new>
#include <ostream>
#include <system_error>
#include <variant>

#include "base/atomic_file.h"
#include "base/message_text.h"
#include "base/parse_error.h"
#include "command_line/standard_streams.h"
#include "cpn/draw/graphviz.h"
#include "cpn/values/error.h"
#include "cpngen/command_line.h"
#include "cpngen/commands/commands.h"
#include "cpngen/completion.h"
#include "cpngen/input_error.h"
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
  ExitCode operator()(const DescribeOptions& options) const { return Do(Describe, options); }
  ExitCode operator()(const ImportOptions& options) const { return Do(Import, options); }
  ExitCode operator()(const ExportOptions& options) const { return Do(Export, options); }
  ExitCode operator()(const MccOptions& options) const { return Do(Mcc, options); }
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

ExitCode Refuse(const Streams& streams, ExitCode code, const char* message) {
  streams.err << fmt::format("cpngen: {}\n", base::MessageText(message));
  return code;
}

ExitCode Run(const Command& command, const Streams& streams) {
  try {
    return std::visit(RunCommand{streams}, command);
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
    for (const std::string& hint : error.hints()) {
      streams.err << fmt::format("cpngen: hint: {}\n", hint);
    }
    return ExitCode::kLimitReached;
  } catch (const std::system_error& error) {  // such as a thread that cannot start
    return Refuse(
        streams, ExitCode::kLimitReached,
        fmt::format("the system refuses something that is needed: {}; fewer --workers may "
                    "help",
                    error.code().message())
            .c_str());
  } catch (const std::bad_alloc&) {
    return Refuse(streams, ExitCode::kLimitReached, "out of memory; nothing was written");
  }
}

}  // namespace

int RunProgram(const std::vector<std::string>& arguments, const Streams& streams) {
  const ExitCode code = Run(ParseCommandLine(arguments), streams);
  return command_line::EndOfOutput("cpngen", static_cast<int>(code), streams.out, streams.err);
}

}  // namespace cpngen
