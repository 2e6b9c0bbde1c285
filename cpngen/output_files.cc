#include "cpngen/output_files.h"

#include <fmt/format.h>

#include <map>
#include <system_error>
#include <utility>

#include "base/atomic_file.h"
#include "base/output_place.h"
#include "cpngen/input_error.h"

namespace cpngen {

namespace fs = std::filesystem;

namespace {

/// The paths by what they lead to; devices are left out.
std::map<std::string, fs::path> ByIdentity(const Paths& paths) {
  std::map<std::string, fs::path> paths_of;
  for (const fs::path& path : paths) paths_of.emplace(base::FileIdentity(path), path);
  paths_of.erase("");
  return paths_of;
}

/// Names of files can be made from those of a call, so that they meet only here.
void RequireDistinct(const std::vector<OutputFile>& files, const Paths& inputs) {
  const std::map<std::string, fs::path> read = ByIdentity(inputs);
  std::map<std::string, fs::path> written;
  for (const OutputFile& file : files) {
    const std::string identity = base::FileIdentity(file.path);
    if (identity.empty()) continue;
    const auto input = read.find(identity);
    const auto [other, is_new] = written.emplace(identity, file.path);
    if (input == read.end() && is_new) continue;
    throw InputError(fmt::format("{}: nothing is written, since this is also the {} {}",
                                 file.path.string(), input == read.end() ? "output" : "input",
                                 (input == read.end() ? other->second : input->second).string()));
  }
}

}  // namespace

Paths InputsOf(const ModelArguments& arguments, const cpn::lua::LuaModel& model) {
  Paths inputs{arguments.path};
  inputs.insert(inputs.end(), arguments.extensions.begin(), arguments.extensions.end());
  for (const std::string& file : model.files()) inputs.emplace_back(file);
  return inputs;
}

void WriteFiles(const std::vector<OutputFile>& files, const Paths& inputs) {
  RequireDistinct(files, inputs);
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

void RequireOutputs(const std::vector<NamedOutput>& outputs, const Paths& inputs) {
  const std::map<std::string, fs::path> read = ByIdentity(inputs);
  std::map<std::string, const NamedOutput*> written;
  for (const NamedOutput& output : outputs) {
    if (output.path.empty()) continue;
    const std::string call = fmt::format("{} {}", output.option, output.path.string());
    const std::string problem = base::ProblemOfOutput(output.path);
    if (!problem.empty()) throw InputError(fmt::format("{}: {}", call, problem));
    const std::string identity = base::FileIdentity(output.path);
    if (identity.empty()) continue;
    if (const auto input = read.find(identity); input != read.end()) {
      throw InputError(
          fmt::format("{}: this is the input {}; name another file", call, input->second.string()));
    }
    const auto [other, is_new] = written.emplace(identity, &output);
    if (is_new) continue;
    throw InputError(fmt::format("{}: {} {} is the same file; name another one", call,
                                 other->second->option, other->second->path.string()));
  }
}

fs::path InsertIntoName(const fs::path& path, const std::string& part) {
  return path.parent_path() / (path.stem().string() + part + path.extension().string());
}

Paths PathsFor(const std::vector<std::string>& names, const std::filesystem::path& output) {
  if (names.size() == 1) return {output};
  Paths paths;
  std::map<std::string, int> times;
  for (const std::string& name : names) {
    const int time = ++times[name];
    paths.push_back(
        InsertIntoName(output, "." + name + (time == 1 ? "" : fmt::format("-{}", time))));
  }
  return paths;
}

void AddPages(const std::filesystem::path& path, std::vector<std::string> pages,
              std::vector<OutputFile>& files) {
  for (std::size_t i = 0; i < pages.size(); ++i) {
    files.push_back(
        {i == 0 ? path : InsertIntoName(path, fmt::format("-{}", i + 1)), std::move(pages[i])});
  }
}

}  // namespace cpngen
