#include <fmt/format.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <system_error>
#include <vector>

#include "generator/commands.h"
#include "generator/load.h"
#include "generator/output_files.h"

namespace generator {
namespace {

namespace fs = std::filesystem;

std::vector<OutputFile> Translate(const ImportOptions& options) {
  const std::string text = TranslatePnml(options.file);
  // What is written can be loaded: a net that is not allowed as a model is refused here.
  cpn::lua::LuaModel::LoadText(text, options.file + ".lua");
  return {{fs::path(options.output) / (fs::path(options.file).stem().string() + ".lua"), text}};
}

void MakeFolder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  throw InputError(fmt::format("-o {}: cannot make this folder: {}", folder, error.message()));
}

}  // namespace

ExitCode Import(const ImportOptions& options, const Streams& streams) {
  const std::vector<OutputFile> files = Translate(options);
  MakeFolder(options.output);
  WriteFiles(files);
  for (const OutputFile& file : files) streams.out << file.path.string() << '\n';
  return ExitCode::kDone;
}

}  // namespace generator
