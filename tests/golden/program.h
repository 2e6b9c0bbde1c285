// Runs the cpngen program as a user does, from the repository's root.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace golden {

namespace fs = std::filesystem;

inline std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A new folder that vanishes with the object.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "golden-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path_ = name;
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  fs::path operator/(const std::string& name) const { return path_ / name; }
  /// The names in it, sorted.
  std::vector<std::string> Names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path_)) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  fs::path path_;
};

struct Outcome {
  int code = 0;
  std::string out;
  std::string err;
};

/// `arguments` as for a shell; `environment` as NAME=VALUE words in front of the call.
inline Outcome RunCpngen(const std::string& arguments, const std::string& environment = "") {
  const TemporaryFolder folder;
  const std::string call = "cd '" CPNGEN_SOURCE_DIR "' && " + environment +
                           " '" CPNGEN_BINARY_DIR "/bin/cpngen' " + arguments + " 2>'" +
                           (folder / "err").string() + "'";
  const std::string redirected = arguments.find('>') == std::string::npos
                                     ? call + " >'" + (folder / "out").string() + "'"
                                     : call;
  const int status = std::system(redirected.c_str());
  Outcome outcome;
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (fs::exists(folder / "out")) outcome.out = ReadFile(folder / "out");
  outcome.err = ReadFile(folder / "err");
  return outcome;
}

}  // namespace golden
