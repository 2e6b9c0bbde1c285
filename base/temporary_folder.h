// A folder that lives as long as its object: for what a run leaves behind while it goes on, and for
// tests.
//
// Not thread-safe, but for the const members.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace base {

class TemporaryFolder {
 public:
  /// Makes a new, empty folder in the system's temporary one. Throws std::runtime_error.
  TemporaryFolder();
  /// Removes the folder and everything in it.
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

  /// The path of that name in the folder.
  std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  /// Writes a file, and the folders that its name leads through; returns its path.
  std::string Write(const std::string& name, const std::string& text) const;

  /// The names of the files and folders in it, sorted; not what is in subfolders.
  std::vector<std::string> Names() const;

 private:
  std::filesystem::path path_;
};

}  // namespace base
