#include "suite/test_util.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

#include "suite/reader.h"
#include "suite/xml.h"

namespace suite::testing {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> ReadExamples() {
  static const std::regex kBlock("```xml (\\w+)\n([^`]*)```");
  const std::string document = ReadText(fs::path(CPNGEN_SOURCE_DIR) / "docs/suite_format.md");
  std::map<std::string, std::string> examples;
  const std::sregex_iterator end;
  for (std::sregex_iterator it(document.begin(), document.end(), kBlock); it != end; ++it) {
    if (!examples.emplace((*it)[1], (*it)[2]).second) {
      throw std::logic_error("docs/suite_format.md has two examples '" + it->str(1) + "'");
    }
  }
  return examples;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "suite_test.XXXXXX").string();
  if (!::mkdtemp(name.data())) throw std::runtime_error("cannot make a folder " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string TemporaryFolder::Put(const std::string& name, const std::string& contents) const {
  const fs::path file = path_ / name;
  std::ofstream(file, std::ios::binary) << contents;
  return file.string();
}

std::string ReadText(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> CorpusFiles(const std::string& corpus, const std::string& folder) {
  std::vector<std::string> files;
  const fs::path root = fs::path(corpus) / folder;
  if (!fs::is_directory(root)) return files;
  for (const auto& entry : fs::recursive_directory_iterator(root)) {
    if (entry.path().extension() == ".xml") files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Replace(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t found = text.find(from);
  if (found == std::string::npos || text.find(from, found + 1) != std::string::npos) {
    throw std::logic_error("not there exactly once: " + from);
  }
  return std::string(text).replace(found, from.size(), to);
}

std::string SuiteError(const std::string& text) {
  try {
    ParseSuite(text, "a.xml");
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

std::string XmlError(const std::string& text) {
  try {
    Parse(text, "a.xml");
  } catch (const ParseError& error) {
    return error.what();
  }
  return "";
}

const std::map<std::string, std::string>& Examples() {
  static const std::map<std::string, std::string> kExamples = ReadExamples();
  return kExamples;
}

}  // namespace suite::testing
