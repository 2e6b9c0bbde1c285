// Runs the cpngen program as a user does, from the repository's root.
#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "base/temporary_folder.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace golden {

namespace fs = std::filesystem;

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

/// `arguments` as for a shell; `environment` as NAME=VALUE words in front of the call.
inline Outcome RunCpngen(const std::string& arguments, const std::string& environment = "") {
  const base::TemporaryFolder folder;
  const std::string call = "cd '" + test::SourcePath() + "' && " + environment + " '" +
                           test::BuildPath("/bin/cpngen") + "' " + arguments + " 2>'" +
                           folder / "err" + "'";
  const std::string redirected =
      arguments.find('>') == std::string::npos ? call + " >'" + folder / "out" + "'" : call;
  const int status = std::system(redirected.c_str());
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (fs::exists(folder / "out")) outcome.out = test::ReadFile(folder / "out");
  outcome.err = test::ReadFile(folder / "err");
  return outcome;
}

}  // namespace golden
