#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <string>

#include "base/budget.h"
#include "command_line/standard_streams.h"
#include "cpngen/colour.h"
#include "cpngen/limits/large_allocations.h"
#include "cpngen/options/exit_code.h"
#include "cpngen/program.h"

namespace {

/// Whatever the other threads do. Files that are not whole have no name yet.
void EndProcess(const std::string& message) {
  [[maybe_unused]] const ssize_t ignored = ::write(STDERR_FILENO, message.data(), message.size());
  ::_exit(static_cast<int>(cpngen::ExitCode::kLimitReached));
}

}  // namespace

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  const bool progress = ::isatty(STDERR_FILENO) == 1;
  const bool colour = cpngen::WantsColour(::isatty(STDOUT_FILENO) == 1, std::getenv("NO_COLOR"),
                                          std::getenv("TERM"));
  base::Budget budget;
  const cpngen::LargeAllocations asked(&budget);
  return cpngen::RunProgram({argv + 1, argv + argc},
                            {std::cout, std::cerr, progress, colour, &budget, EndProcess});
}
