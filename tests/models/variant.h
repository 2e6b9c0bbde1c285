// A copy of a shipped model with one inscription changed: how the tests see that what they trust
// objects to a wrong model.
//
// A variant that no longer applies, since the model has changed, is an error and no silent success.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include "generator/testing.h"

namespace models {

class Variant {
 public:
  /// Copies the folder models/`model`; in `file`, `text`, which must be there once, is replaced.
  Variant(const std::string& model, const std::string& file, const std::string& text,
          const std::string& replacement) {
    bool applied = false;
    for (const auto& entry :
         std::filesystem::directory_iterator(CPNGEN_SOURCE_DIR "/models/" + model)) {
      const std::string name = entry.path().filename().string();
      std::string content = generator::testing::ReadFile(entry.path().string());
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
  }
  std::string path() const { return folder_ / ""; }
  /// A file beside the model's.
  std::string operator/(const std::string& name) const { return folder_ / name; }

 private:
  generator::testing::TemporaryFolder folder_;
};

}  // namespace models
