#include <unistd.h>

#include <iostream>

#include "cpngen/program.h"

int main(int argc, char** argv) {
  const bool terminal = ::isatty(STDERR_FILENO) == 1;
  return cpngen::RunProgram({argv + 1, argv + argc}, {std::cout, std::cerr, terminal});
}
