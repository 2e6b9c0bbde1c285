#include "cpngen/output_files.h"

#include <fmt/format.h>

#include <system_error>

#include "base/atomic_file.h"
#include "cpngen/input_error.h"

namespace cpngen {

namespace fs = std::filesystem;

void WriteFiles(const std::vector<OutputFile>& files) {
  std::vector<fs::path> written;
  try {
    for (const OutputFile& file : files) {
      base::WriteFileAtomically(file.path.string(), file.bytes);
      written.push_back(file.path);
    }
  } catch (const base::FileError&) {
    std::error_code ignored;
    for (const fs::path& path : written) fs::remove(path, ignored);
    throw;
  }
}

void RequireWritablePlace(const std::string& option, const fs::path& path) {
  std::error_code ignored;
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  if (!fs::is_directory(folder, ignored)) {
    throw InputError(
        fmt::format("{} {}: the folder {} does not exist", option, path.string(), folder.string()));
  }
  if (path.filename().empty() || fs::is_directory(path, ignored)) {
    throw InputError(
        fmt::format("{} {}: this is a folder, and a file is needed", option, path.string()));
  }
}

fs::path InsertIntoName(const fs::path& path, const std::string& part) {
  return path.parent_path() / (path.stem().string() + part + path.extension().string());
}

}  // namespace cpngen
