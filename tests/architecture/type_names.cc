#include "tests/architecture/type_names.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace architecture {
namespace {

/// Follows the namespaces of a header, line by line. Braces in comments and strings are counted:
/// those of our headers are balanced.
class Namespaces {
 public:
  void Pass(const std::string& line) {
    static const std::regex kBegin(R"(^namespace ([\w:]*) ?\{)");
    std::smatch match;
    if (std::regex_search(line, match, kBegin)) open_.push_back({match[1].str() + "::", depth_});
    depth_ += std::count(line.begin(), line.end(), '{');
    depth_ -= std::count(line.begin(), line.end(), '}');
    while (!open_.empty() && depth_ <= open_.back().depth) open_.pop_back();
  }
  bool IsOutsideOfTypes() const { return depth_ == static_cast<long>(open_.size()); }
  std::string Name() const {
    std::string name;
    for (const Open& one : open_) name += one.name;
    return name;
  }

 private:
  struct Open {
    std::string name;
    long depth;  // before it
  };
  std::vector<Open> open_;
  long depth_ = 0;
};

/// The types that a header defines, with their namespaces, and the lines where.
std::vector<std::pair<std::string, long>> TypesOf(const std::string& header) {
  static const std::regex kType(
      R"(^(?:enum |enum class |struct |class |union )(\w+)(?: final)?(?: :[^:].*| \{.*| *)$)");
  std::vector<std::pair<std::string, long>> types;
  Namespaces namespaces;
  std::istringstream lines(header);
  std::string line;
  for (long number = 1; std::getline(lines, line); ++number) {
    std::smatch match;
    if (namespaces.IsOutsideOfTypes() && std::regex_match(line, match, kType)) {
      types.emplace_back(namespaces.Name() + match[1].str(), number);
    }
    namespaces.Pass(line);
  }
  return types;
}

}  // namespace

Violations TypesOfOneName(const SourceTree& tree) {
  std::map<std::string, std::string> first;  // headers, by type
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (!IsHeader(path)) continue;
    for (const auto& [type, line] : TypesOf(text)) {
      const auto [at, is_new] = first.emplace(type, path);
      if (is_new || at->second == path) continue;
      violations.push_back(At(path, line) + ": " + type + " is a type of " + at->second + ", too");
    }
  }
  return violations;
}

}  // namespace architecture
