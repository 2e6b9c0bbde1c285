// The files that a command writes: all of them or none.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace cpngen {

struct OutputFile {
  std::filesystem::path path;
  std::string bytes;
};

/// Writes the files one after the other; when one cannot be written, removes those of this call and
/// throws base::FileError.
void WriteFiles(const std::vector<OutputFile>& files);

/// To be called before a long computation: throws InputError when `path`, the value of `option`,
/// cannot become a file, since its folder does not exist or it is a folder itself.
void RequireWritablePlace(const std::string& option, const std::filesystem::path& path);

/// `path` with `part` before its extension: ("a/b.xml", "-1") gives a/b-1.xml.
std::filesystem::path InsertIntoName(const std::filesystem::path& path, const std::string& part);

}  // namespace cpngen
