#include "tests/architecture/cmake_checks.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <sstream>
#include <string>

namespace architecture {
namespace {

constexpr std::size_t kColumns = 100;

/// Calls `check(path, number, line)` for each line of the CMake files.
template <class Check>
void ForEachCMakeLine(const SourceTree& tree, const Check& check) {
  for (const auto& [path, text] : tree) {
    if (!IsCMake(path)) continue;
    std::istringstream lines(text);
    std::string line;
    for (long number = 1; std::getline(lines, line); ++number) check(path, number, line);
  }
}

/// A line of code with parentheses that stand alone, so that reading words tells them apart.
std::string WithoutComment(const std::string& line) {
  std::string code;
  for (const char c : line.substr(0, line.find('#'))) {
    code += c == '(' || c == ')' ? std::string{' ', c, ' '} : std::string{c};
  }
  return code;
}

bool BeginsLibraries(const std::string& word) {
  static const std::set<std::string> kKeywords = {"DEPS", "PUBLIC_DEPS", "TREE_DEPS", "PUBLIC",
                                                  "PRIVATE"};
  return kKeywords.contains(word);
}

}  // namespace

Violations HiddenBehindExists(const SourceTree& tree) {
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (!IsCMake(path)) continue;
    for (const char* const condition : {"if(EXISTS", "if(TARGET", "if (EXISTS", "if (TARGET"}) {
      const std::size_t at = text.find(condition);
      if (at == std::string::npos) continue;
      const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<long>(at), '\n');
      violations.push_back(At(path, line) + ": hides what is missing behind " + condition);
    }
  }
  return violations;
}

Violations LongCMakeLines(const SourceTree& tree) {
  Violations violations;
  ForEachCMakeLine(tree, [&](const std::string& path, long number, const std::string& line) {
    if (line.size() <= kColumns) return;
    violations.push_back(At(path, number) + ": has " + std::to_string(line.size()) +
                         " columns; the limit is " + std::to_string(kColumns));
  });
  return violations;
}

Violations LibrariesNotFoundWhereLinked(const SourceTree& tree) {
  Violations violations;
  bool in_libraries = false;
  ForEachCMakeLine(tree, [&](const std::string& path, long number, const std::string& line) {
    if (!path.ends_with("CMakeLists.txt")) return;
    std::istringstream words(WithoutComment(line));
    for (std::string word; words >> word;) {
      if (word == ")") in_libraries = false;
      if (BeginsLibraries(word)) in_libraries = true;
      const std::string package = word.substr(0, word.find("::"));
      if (!in_libraries || package == word) continue;
      const std::string& text = tree.at(path);
      if (text.find("find_package(" + package + " ") != std::string::npos) continue;
      violations.push_back(At(path, number) + ": links " + word + " without find_package(" +
                           package + " REQUIRED)");
    }
  });
  return violations;
}

}  // namespace architecture
