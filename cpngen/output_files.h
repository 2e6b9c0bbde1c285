// The files that a command writes: all of them or none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "cpngen/options/options.h"

namespace cpngen {

struct OutputFile {
  std::filesystem::path path;
  std::string bytes;
};

/// An option that names a file to write; an empty path: not given.
struct NamedOutput {
  std::string option;
  std::filesystem::path path;
};

using Paths = std::vector<std::filesystem::path>;

/// Every file that the arguments and the loaded model have read.
Paths InputsOf(const ModelArguments& arguments, const cpn::lua::LuaModel& model);

/// Writes the files one after the other; when one cannot be written, removes those of this call and
/// throws base::FileError. Throws InputError before the first when one is also another one, or one
/// of the `inputs`.
void WriteFiles(const std::vector<OutputFile>& files, const Paths& inputs);

/// To be called before a long computation: throws InputError when an output cannot become a file,
/// or is the same file as another output or one of the `inputs`, whatever it is called. Devices
/// may be named several times.
void RequireOutputs(const std::vector<NamedOutput>& outputs, const Paths& inputs);

/// `path` with `part` before its extension: ("a/b.xml", "-1") gives a/b-1.xml.
std::filesystem::path InsertIntoName(const std::filesystem::path& path, const std::string& part);

/// One path a picture: `output` itself for one, else with the pictures' names in it. Those after
/// the first of one name get a number.
Paths PathsFor(const std::vector<std::string>& names, const std::filesystem::path& output);

/// The pages of a picture as files: the first is `path` itself, the next ones are "path-2", ...
/// with its extension.
void AddPages(const std::filesystem::path& path, std::vector<std::string> pages,
              std::vector<OutputFile>& files);

}  // namespace cpngen
