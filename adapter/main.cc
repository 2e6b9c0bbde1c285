#include <unistd.h>

#include <iostream>

#include "adapter/program.h"
#include "adapter/systems/built_in.h"
#include "adapter/systems/external/external_system.h"
#include "command_line/standard_streams.h"

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  return adapter::RunProgram({argv + 1, argv + argc}, adapter::BuiltInSystems(),
                             adapter::MakeExternalSystem, {std::cout, std::cerr, terminal});
}
