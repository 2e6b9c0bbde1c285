#include "base/output_place.h"

#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

namespace base {
namespace {

namespace fs = std::filesystem;

fs::path FolderOf(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// Where a symbolic link to nothing leads: the file that writing to it makes.
fs::path LinkTarget(fs::path path) {
  constexpr int kMostLinks = 40;  // as in Linux
  std::error_code error;
  for (int links = 0; links < kMostLinks && fs::is_symlink(path, error); ++links) {
    const fs::path next = fs::read_symlink(path, error);
    if (error) break;
    path = FolderOf(path) / next;  // an absolute `next` replaces the left side
  }
  return path;
}

}  // namespace

std::string ProblemOfOutput(const fs::path& path) {
  std::error_code ignored;
  const fs::path folder = FolderOf(path);
  if (!fs::is_directory(folder, ignored)) {
    return "the folder " + folder.string() + " does not exist";
  }
  if (path.filename().empty() || fs::is_directory(path, ignored)) {
    return "this is a folder, and a file is needed";
  }
  const bool kept = fs::exists(path, ignored) && !fs::is_regular_file(path, ignored);  // a device
  const fs::path target = FolderOf(LinkTarget(path));
  if (!kept && ::access(target.c_str(), W_OK) != 0) {
    return "the folder " + target.string() + " cannot be written to";
  }
  return "";
}

std::string FileIdentity(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) {
    if (!S_ISREG(status.st_mode)) return "";
    return std::to_string(status.st_dev) + ":" + std::to_string(status.st_ino);
  }
  std::error_code error;
  const fs::path target = LinkTarget(path);
  const fs::path folder = fs::canonical(FolderOf(target), error);
  return ((error ? FolderOf(target) : folder) / target.filename()).string();
}

}  // namespace base
