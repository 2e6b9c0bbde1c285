#include "adapter/systems/paxos/cases/test_util.h"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "adapter/systems/paxos/cases/reader.h"
#include "xml/xml.h"

namespace cases::testing {
namespace {

namespace fs = std::filesystem;

std::map<std::string, std::string> ReadExamples() {
  const std::string kStart = "\n```xml ";
  const std::string kEnd = "\n```\n";
  const std::string document = ReadText(fs::path(CPNGEN_SOURCE_DIR) / "docs/suite_format.md");
  std::map<std::string, std::string> examples;
  for (std::size_t at = document.find(kStart); at != std::string::npos;
       at = document.find(kStart, at)) {
    const std::size_t name = at + kStart.size();
    const std::size_t text = document.find('\n', name) + 1;
    const std::size_t end = document.find(kEnd, text);
    if (end == std::string::npos) throw std::logic_error("an example without an end");
    const auto [example, is_new] = examples.emplace(document.substr(name, text - 1 - name),
                                                    document.substr(text, end + 1 - text));
    if (!is_new) throw std::logic_error("two examples '" + example->first + "'");
    at = end;
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
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

std::string ErrorAfter(const std::string& text, const std::string& from, const std::string& to) {
  return SuiteError(Replace(text, from, to));
}

std::string XmlError(const std::string& text) {
  try {
    xml::Parse(text, "a.xml");
  } catch (const base::ParseError& error) {
    return error.what();
  }
  return "";
}

const std::map<std::string, std::string>& Examples() {
  static const std::map<std::string, std::string> kExamples = ReadExamples();
  return kExamples;
}

}  // namespace cases::testing
