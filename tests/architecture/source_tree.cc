#include "tests/architecture/source_tree.h"

#include <cctype>
#include <sstream>

#include "testing/files.h"

namespace architecture {
namespace {

namespace fs = std::filesystem;

bool IsSkipped(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return name == "build" || name.starts_with('.');
}

bool IsUpper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool IsLetter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
char Lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

SourceTree ReadTree(const fs::path& root) {
  SourceTree tree;
  auto entries = fs::recursive_directory_iterator(root);
  for (auto entry = fs::begin(entries); entry != fs::end(entries); ++entry) {
    if (entry->is_directory() && IsSkipped(entry->path())) entry.disable_recursion_pending();
    if (!entry->is_regular_file()) continue;
    const std::string path = fs::relative(entry->path(), root).string();
    if (IsCpp(path) || IsCMake(path)) tree[path] = test::ReadFile(entry->path());
  }
  return tree;
}

bool IsHeader(const std::string& path) { return path.ends_with(".h"); }

bool IsCpp(const std::string& path) { return IsHeader(path) || path.ends_with(".cc"); }

bool IsCMake(const std::string& path) {
  return path.ends_with("CMakeLists.txt") || path.ends_with(".cmake");
}

bool IsTestCode(const std::string& path) {
  const std::string module = ModuleOf(path);
  const std::string in_folders = "/" + FolderOf(path) + "/";
  return module.ends_with("_test") || module.ends_with("testing") ||
         module.ends_with("/test_util") || in_folders.find("/testing/") != std::string::npos ||
         in_folders.starts_with("/tests/") || in_folders.starts_with("/bench/");
}

std::string FolderOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::string ModuleOf(const std::string& path) { return path.substr(0, path.rfind('.')); }

std::vector<Include> IncludesOf(const std::string& text) {
  std::vector<Include> includes;
  std::istringstream in(text);
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (!line.starts_with("#include ")) continue;
    const std::size_t open = line.find_first_of("<\"");
    if (open == std::string::npos) continue;
    const std::size_t close = line.find_first_of(">\"", open + 1);
    if (close == std::string::npos) continue;
    includes.push_back({number, line.substr(open + 1, close - open - 1), line[open] == '"'});
  }
  return includes;
}

std::vector<Word> WordsOf(const std::string& text) {
  std::vector<Word> words;
  std::string word;
  int line = 1;
  const auto end_word = [&] {
    if (!word.empty()) words.push_back({line, word});
    word.clear();
  };
  char before = '\0';
  for (const char c : text) {
    if (!IsLetter(c) || (IsUpper(c) && !IsUpper(before))) end_word();
    if (IsLetter(c)) word += Lower(c);
    if (c == '\n') ++line;
    before = c;
  }
  end_word();
  return words;
}

}  // namespace architecture
