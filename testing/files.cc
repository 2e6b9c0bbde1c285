#include "testing/files.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "base/read_file.h"

namespace test {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  base::FileContents contents = base::ReadFile(path.string());
  if (contents.problem.empty()) return std::move(contents.bytes);
  throw std::runtime_error("cannot read " + path.string() + ": " + contents.problem);
}

std::vector<std::string> FilesBelow(const fs::path& folder, std::string_view ending) {
  std::vector<std::string> files;
  if (!fs::is_directory(folder)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) {
      files.push_back(entry.path().string());
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace test
