#include <unistd.h>

#include <iostream>
#include <ostream>
#include <string>
#include <utility>

#include "cpngen/commands/commands.h"
#include "cpngen/commands/debug/line_input.h"
#include "cpngen/commands/debug/open.h"
#include "cpngen/commands/debug/shell.h"

namespace cpngen {
namespace {

/// Lines that nobody types end with the first mistake: the next would mean something else.
ExitCode RunLines(DebugShell& shell, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    if (!shell.Execute(line) || shell.exit_code() == ExitCode::kBadInput) break;
  }
  return shell.exit_code();
}

ExitCode RunInput(DebugShell& shell, std::istream& in) {
  for (std::string line; std::getline(in, line);) {
    if (!shell.Execute(line) || shell.exit_code() == ExitCode::kBadInput) break;
  }
  return shell.exit_code();
}

void RunTerminal(DebugShell& shell, std::ostream& out) {
  LineInput input([&](const std::string& line) { return shell.Completions(line); });
  for (bool goes_on = true; goes_on;) {
    out.flush();
    bool given_up = false;
    const std::optional<std::string> line = input.Read(shell.Prompt(), given_up);
    if (!line) {
      out << '\n';
      return;
    }
    if (!given_up) goes_on = shell.Execute(*line);
  }
}

}  // namespace

ExitCode Debug(const DebugOptions& options, const Streams& streams) {
  DebugShell shell(OpenSubject(options, streams.err, streams.budget), &streams.out,
                   [&] { return LineInput::Interrupted() || streams.budget->stopped(); });
  if (!options.commands.empty()) return RunLines(shell, options.commands);
  const bool is_terminal = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDOUT_FILENO) == 1;
  if (!is_terminal) return RunInput(shell, std::cin);
  shell.ShowWelcome();
  RunTerminal(shell, streams.out);
  return ExitCode::kDone;  // who types sees what goes wrong
}

}  // namespace cpngen
