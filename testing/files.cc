#include "testing/files.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace test {

namespace fs = std::filesystem;

std::string ReadFile(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || fs::is_directory(path)) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(in), {}};
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

fs::path Corpus(const std::string& name) { return fs::path(CPNGEN_CORPUS) / name; }

}  // namespace test
