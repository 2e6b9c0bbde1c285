#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "cpngen/commands/commands.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/output_files.h"

namespace cpngen {
namespace {

namespace fs = std::filesystem;
using cpntools::TranslatedPart;
using cpntools::Translation;

/// What is written can be loaded: what is not allowed as a model is refused here.
void RequireLoadable(const std::string& text, const ImportOptions& options) {
  cpn::lua::LuaModel::LoadText(text, options.file + ".lua");
}

/// A module's file; init.lua is the model's own.
std::string FileOf(const std::string& module) { return module == "init" ? "init_module" : module; }

/// One file, or a folder with one for each module.
std::vector<OutputFile> FilesOf(const Translation& translation, const fs::path& model) {
  const auto is_module = [](const TranslatedPart& part) { return !part.module.empty(); };
  const auto& parts = translation.parts;
  if (std::none_of(parts.begin(), parts.end(), is_module)) {
    return {{model.string() + ".lua", translation.lua}};
  }
  std::vector<OutputFile> files{{model / "init.lua", ""}};
  bool after_module = false;
  for (const TranslatedPart& part : parts) {
    if (part.lua.empty()) continue;
    if (!is_module(part)) {
      files.front().bytes += part.lua;
    } else {
      const std::string file = FileOf(part.module);
      files.front().bytes += fmt::format("{}require \"{}\"\n", after_module ? "" : "\n", file);
      files.push_back({model / (file + ".lua"), part.lua.substr(part.lua.find_first_not_of('\n'))});
    }
    after_module = is_module(part);
  }
  return files;
}

std::vector<OutputFile> ImportCpn(const ImportOptions& options, const Streams& streams) {
  ModelArguments arguments;
  arguments.path = options.file;
  arguments.partial = options.partial;
  const Translation translation = TranslateCpn(arguments, &streams.err);
  RequireLoadable(translation.lua, options);
  for (const std::string& note : translation.notes) {
    streams.err << fmt::format("cpngen: {}: {}\n", options.file, note);
  }
  return FilesOf(translation, fs::path(options.output) / fs::path(options.file).stem());
}

std::vector<OutputFile> ImportPnml(const ImportOptions& options, const Streams& streams) {
  const std::string text = TranslatePnml(options.file, &streams.err);
  RequireLoadable(text, options);
  return {{fs::path(options.output) / (fs::path(options.file).stem().string() + ".lua"), text}};
}

void MakeFolder(const std::string& option, const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  throw InputError(fmt::format("-o {}: cannot make {}: {}", option,
                               folder == option ? "this folder" : "the folder " + folder.string(),
                               error.message()));
}

}  // namespace

ExitCode Import(const ImportOptions& options, const Streams& streams) {
  const std::vector<OutputFile> files =
      options.file.ends_with(".cpn") ? ImportCpn(options, streams) : ImportPnml(options, streams);
  for (const OutputFile& file : files) MakeFolder(options.output, file.path.parent_path());
  WriteFiles(files, {options.file});
  for (const OutputFile& file : files) streams.out << file.path.string() << '\n';
  return ExitCode::kDone;
}

}  // namespace cpngen
