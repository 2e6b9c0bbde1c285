// The program systematic_mail, run as its users do, in a folder of its own.
//
// Thread safety: none.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace systematic {

struct Ended {
  int code = 0;
  std::string output;  // standard output and error
};

class ProgramTest : public testing::Test {
 protected:
  /// Of the build that the test is of.
  static std::string Program() { return test::BuildPath("/bin/systematic_mail"); }

  /// `words` may have redirections.
  Ended Run(const std::string& words) const {
    Ended ended;
    const std::string command =
        "cd '" + folder_.path().string() + "' && exec 2>&1 && " + Program() + " " + words;
    FILE* const pipe = ::popen(command.c_str(), "r");
    std::array<char, 4096> buffer{};
    while (const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
      ended.output.append(buffer.data(), got);
    }
    ended.code = WEXITSTATUS(::pclose(pipe));
    return ended;
  }
  std::string File(const std::string& name) const { return test::ReadFile(folder_.path() / name); }
  bool Has(const std::string& name) const { return std::filesystem::exists(folder_.path() / name); }

  base::TemporaryFolder folder_;
};

}  // namespace systematic
