#include "tests/architecture/checks.h"

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "tests/architecture/cmake_checks.h"
#include "tests/architecture/cycles.h"
#include "tests/architecture/type_names.h"

namespace architecture {
namespace {

/// Does a folder pattern ("cpn", "cpn/*", "*") cover that folder?
bool Covers(const std::string& pattern, const std::string& folder) {
  if (pattern == "*") return true;
  if (!pattern.ends_with("/*")) return pattern == folder;
  const std::string root = pattern.substr(0, pattern.size() - 2);
  return folder == root || folder.starts_with(root + "/");
}

bool AnyCovers(const std::vector<std::string>& patterns, const std::string& folder) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return Covers(pattern, folder); });
}

const FolderRule* RuleOf(const std::string& folder, const Rules& rules) {
  const FolderRule* best = nullptr;
  for (const FolderRule& rule : rules.folders) {
    if (!Covers(rule.folder, folder)) continue;
    if (best == nullptr || rule.folder.size() > best->folder.size()) best = &rule;
  }
  return best;
}

std::set<std::string> CppFolders(const SourceTree& tree) {
  std::set<std::string> folders;
  for (const auto& [path, text] : tree) {
    if (IsCpp(path)) folders.insert(FolderOf(path));
  }
  return folders;
}

bool MayInclude(const std::string& path, const FolderRule& rule, const std::string& target) {
  const std::string to = FolderOf(target);
  if (to == FolderOf(path) || AnyCovers(rule.may_include, to)) return true;
  if (!IsTestCode(path)) return false;
  return to == "base" || to == "testing" || AnyCovers(rule.tests_may_include, to);
}

/// What lines of a file say to a check, e.g. each include.
template <class Check>
Violations ForEachInclude(const SourceTree& tree, const Check& violation) {
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (!IsCpp(path)) continue;
    for (const Include& include : IncludesOf(text)) {
      if (!violation(path, include)) continue;
      violations.push_back(At(path, include.line) + ": includes " + include.target);
    }
  }
  return violations;
}

}  // namespace

Violations FoldersWithoutRule(const SourceTree& tree, const Rules& rules) {
  Violations violations;
  for (const std::string& folder : CppFolders(tree)) {
    if (RuleOf(folder, rules) == nullptr) {
      violations.push_back(folder + ": has no rule; say in rules.cc what it may include");
    }
  }
  return violations;
}

Violations IncludesAgainstTheArrows(const SourceTree& tree, const Rules& rules) {
  const std::set<std::string> folders = CppFolders(tree);
  return ForEachInclude(tree, [&](const std::string& path, const Include& include) {
    const FolderRule* const rule = RuleOf(FolderOf(path), rules);
    if (rule == nullptr || rules.exempt_files.contains(path)) return false;
    return include.is_quoted && folders.contains(FolderOf(include.target)) &&
           !MayInclude(path, *rule, include.target);
  });
}

Violations LibrariesOutsideTheirOwners(const SourceTree& tree, const Rules& rules) {
  return ForEachInclude(tree, [&](const std::string& path, const Include& include) {
    return std::any_of(rules.libraries.begin(), rules.libraries.end(),
                       [&](const LibraryRule& library) {
                         return !include.is_quoted && include.target.starts_with(library.headers) &&
                                !AnyCovers(library.owners, FolderOf(path));
                       });
  });
}

Violations CyclesBetweenFolders(const SourceTree& tree) {
  Graph graph;
  for (const auto& [path, text] : tree) {
    if (!IsHeader(path) || IsTestCode(path)) continue;
    for (const Include& include : IncludesOf(text)) {
      if (include.is_quoted) graph[FolderOf(path)].insert(FolderOf(include.target));
    }
  }
  Violations violations;
  for (const auto& cycle : Cycles(graph)) {
    violations.push_back("cycle of folders: " + Joined(cycle));
  }
  return violations;
}

Violations CyclesBetweenModules(const SourceTree& tree) {
  std::map<std::string, Graph> graphs;
  for (const auto& [path, text] : tree) {
    if (!IsCpp(path) || IsTestCode(path)) continue;
    const std::string folder = FolderOf(path);
    for (const Include& include : IncludesOf(text)) {
      if (!include.is_quoted || FolderOf(include.target) != folder) continue;
      graphs[folder][ModuleOf(path)].insert(ModuleOf(include.target));
    }
  }
  Violations violations;
  for (const auto& [folder, graph] : graphs) {
    for (const auto& cycle : Cycles(graph)) {
      violations.push_back("cycle of modules in " + folder + ": " + Joined(cycle));
    }
  }
  return violations;
}

Violations ProtocolWords(const SourceTree& tree, const Rules& rules) {
  const std::set<std::string> forbidden(rules.protocol_words.begin(), rules.protocol_words.end());
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (!IsCpp(path) || rules.exempt_files.contains(path)) continue;
    if (!AnyCovers(rules.neutral_folders, FolderOf(path))) continue;
    for (const Word& word : WordsOf(text)) {
      if (!forbidden.contains(word.text)) continue;
      violations.push_back(At(path, word.line) + ": a neutral folder says '" + word.text + "'");
    }
  }
  return violations;
}

Violations TestCodeInProduction(const SourceTree& tree) {
  return ForEachInclude(tree, [&](const std::string& path, const Include& include) {
    if (IsTestCode(path)) return false;
    return include.target.starts_with("gtest/") || include.target.starts_with("gmock/") ||
           (include.is_quoted && IsTestCode(include.target));
  });
}

Violations HeadersWithoutGuard(const SourceTree& tree) {
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (IsHeader(path) && text.find("#pragma once") == std::string::npos) {
      violations.push_back(path + ": has no #pragma once");
    }
  }
  return violations;
}

Violations LongComments(const SourceTree& tree) {
  constexpr std::size_t kColumns = 100;
  Violations violations;
  for (const auto& [path, text] : tree) {
    if (!IsCpp(path)) continue;
    std::istringstream lines(text);
    std::string line;
    for (long number = 1; std::getline(lines, line); ++number) {
      const std::size_t first = line.find_first_not_of(' ');
      if (line.size() <= kColumns || line.compare(first, 2, "//") != 0) continue;
      violations.push_back(At(path, number) + ": a comment of " + std::to_string(line.size()) +
                           " columns; the limit is " + std::to_string(kColumns));
    }
  }
  return violations;
}

Violations AllViolations(const SourceTree& tree, const Rules& rules) {
  Violations all;
  for (const Violations& some :
       {FoldersWithoutRule(tree, rules), IncludesAgainstTheArrows(tree, rules),
        LibrariesOutsideTheirOwners(tree, rules), CyclesBetweenFolders(tree),
        CyclesBetweenModules(tree), ProtocolWords(tree, rules), TestCodeInProduction(tree),
        HeadersWithoutGuard(tree), LongComments(tree), HiddenBehindExists(tree),
        LongCMakeLines(tree), LibrariesNotFoundWhereLinked(tree), TypesOfOneName(tree)}) {
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

}  // namespace architecture
