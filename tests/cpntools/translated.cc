#include "tests/cpntools/translated.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace cpntools::testing {
namespace {

namespace fs = std::filesystem;

/// A folder that is gone when the object is.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string path = (fs::temp_directory_path() / "cpntools_XXXXXX").string();
    path_ =
        mkdtemp(path.data()) == nullptr ? fs::temp_directory_path() / "cpntools" : fs::path(path);
    fs::create_directories(path_);
  }
  ~TemporaryFolder() { fs::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

}  // namespace

std::string Problems(const Translation& translation) {
  std::string text;
  for (const Problem& problem : translation.problems) text += ProblemText(problem) + "\n";
  return text;
}

std::unique_ptr<cpn::lua::LuaModel> Load(const Translation& translation, const std::string& name,
                                         const std::map<std::string, std::string>& parameters) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / (name + ".lua");
  std::ofstream(file) << translation.lua;
  cpn::lua::LoadOptions options;
  options.parameters = parameters;
  return cpn::lua::LuaModel::Load(file, options);
}

}  // namespace cpntools::testing
