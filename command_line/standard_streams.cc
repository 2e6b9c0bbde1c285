#include "command_line/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <ostream>

namespace command_line {

void PrepareStandardStreams() {
  // open() gives the lowest number that is free: the closed one, as those below it are open.
  constexpr int kModes[] = {O_RDONLY, O_RDONLY, O_WRONLY};
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; ++number) {
    if (::fcntl(number, F_GETFD) < 0) ::open("/dev/null", kModes[number]);
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

int EndOfOutput(const std::string& program, int code, std::ostream& out, std::ostream& err) {
  out.flush();
  if (out) return code;
  err << program << ": cannot write to standard output\n";
  return kOutputLost;
}

}  // namespace command_line
