// Models for tests: written to a folder of their own, loaded, and looked at through text.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/temporary_folder.h"
#include "cpn/lua/lua_model.h"

namespace cpn::lua::testing {

/// A model in a folder of its own.
class ModelFolder {
 public:
  /// `text` is the model's init.lua.
  explicit ModelFolder(const std::string& text) { Write("init.lua", text); }

  void Write(const std::string& name, const std::string& text) { folder_.Write(name, text); }
  const std::filesystem::path& path() const { return folder_.path(); }

  std::unique_ptr<LuaModel> Load(const LoadOptions& options = {}) const;
  /// what() of the error that loading ends with, the folder's path taken away; "" without one.
  std::string LoadError(const LoadOptions& options = {}) const;
  /// what() of `error`, the folder's path taken away.
  std::string Text(const ModelError& error) const;

 private:
  base::TemporaryFolder folder_;
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
