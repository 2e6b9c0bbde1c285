#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "command_line/standard_streams.h"
#include "cpngen/colour.h"
#include "cpngen/program.h"

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  const bool progress = ::isatty(STDERR_FILENO) == 1;
  const bool colour = cpngen::WantsColour(::isatty(STDOUT_FILENO) == 1, std::getenv("NO_COLOR"),
                                          std::getenv("TERM"));
  return cpngen::RunProgram({argv + 1, argv + argc}, {std::cout, std::cerr, progress, colour});
}
