// A copy of a shipped model with one inscription changed: how the tests see that what they trust
// objects to a wrong model.
//
// A variant that no longer applies, since the model has changed, is an error and no silent success.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "testing/files.h"
#include "testing/paths.h"

namespace models {

class Variant {
 public:
  /// Copies models/`model`, a folder or a .lua file; in `file`, `text`, which must be there once,
  /// is replaced.
  Variant(const std::string& model, const std::string& file, const std::string& text,
          const std::string& replacement) {
    bool applied = false;
    for (const std::filesystem::path& source : Files(test::SourcePath("/models/") + model)) {
      const std::string name = source.filename().string();
      std::string content = test::ReadFile(source.string());
      if (name == file) {
        const std::size_t at = content.find(text);
        if (at == std::string::npos || content.find(text, at + 1) != std::string::npos) {
          throw std::runtime_error(file + " does not contain once: " + text);
        }
        content.replace(at, text.size(), replacement);
        applied = true;
      }
      folder_.Write(name, content);
    }
    if (!applied) throw std::runtime_error("there is no " + file + " in models/" + model);
    path_ = folder_ / (model.ends_with(".lua") ? model : "");
  }
  const std::string& path() const { return path_; }
  /// A file beside the model's.
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  static std::vector<std::filesystem::path> Files(const std::filesystem::path& model) {
    if (!std::filesystem::is_directory(model)) return {model};
    const std::filesystem::directory_iterator entries(model);
    return {begin(entries), end(entries)};
  }

  base::TemporaryFolder folder_;
  std::string path_;
};

}  // namespace models
