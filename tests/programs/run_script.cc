#include "tests/programs/run_script.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>

#include "testing/paths.h"

namespace test {

Ended RunScript(const std::string& script, const std::string& folder) {
  const std::string file = "cd " + folder + " && PATH=" + test::BuildPath("/bin") +
                           "/:$PATH && { " + script + "\n} 2>&1";
  std::string quoted;
  for (const char c : file) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  Ended ended;
  FILE* const pipe = popen(("bash -c '" + quoted + "'").c_str(), "r");
  std::array<char, 4096> buffer;
  for (std::size_t n; (n = fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    ended.output.append(buffer.data(), n);
  }
  const int status = pclose(pipe);
  ended.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return ended;
}

}  // namespace test
