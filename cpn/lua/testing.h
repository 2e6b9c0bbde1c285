// Models for tests: written to a folder of their own, loaded, and looked at through text.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/lua_model.h"

namespace cpn::lua::testing {

/// A folder in the test's temporary directory, removed with the object.
class ModelFolder {
 public:
  /// `text` is the model's init.lua.
  explicit ModelFolder(const std::string& text);
  ~ModelFolder();
  ModelFolder(const ModelFolder&) = delete;
  ModelFolder& operator=(const ModelFolder&) = delete;

  void Write(const std::string& name, const std::string& text);
  const std::filesystem::path& path() const { return path_; }

  std::unique_ptr<LuaModel> Load(const LoadOptions& options = {}) const;
  /// what() of the error that loading ends with, the folder's path taken away; "" without one.
  std::string LoadError(const LoadOptions& options = {}) const;
  /// what() of `error`, the folder's path taken away.
  std::string Text(const ModelError& error) const;

 private:
  std::filesystem::path path_;
};

/// Loads a model of one file. The folder is gone afterwards.
std::unique_ptr<LuaModel> LoadText(const std::string& text, const LoadOptions& options = {});
/// The error that loading it ends with; the file is called init.lua.
std::string LoadErrorOf(const std::string& text, const LoadOptions& options = {});
/// The error that the first step ends with: finding the enabled binding elements, or their
/// occurrence.
std::string StepErrorOf(const std::string& text, const LoadOptions& options = {});

/// The binding elements enabled in the initial marking, as Engine::FormatElement writes them.
std::vector<std::string> EnabledOf(LuaModel& model);
/// The markings after each binding element enabled in the initial marking.
std::vector<std::string> Successors(LuaModel& model);
std::vector<std::string> SuccessorsOf(const std::string& text);
/// The initial marking, one line per place that is not empty.
std::string InitialMarkingOf(const std::string& text);

}  // namespace cpn::lua::testing
