// What the architecture test enforces, as data: who may include whom, who owns which library, and
// which words are no business of the neutral folders. docs/architecture.md says why.
//
// A new folder gets a line in rules.cc; without one the test fails.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace architecture {

/// Folders are named in full; "cpn/*" is cpn and all its subfolders.
struct FolderRule {
  std::string folder;
  /// Besides itself.
  std::vector<std::string> may_include;
  /// What its tests may include besides: base/ and testing/ are open to every test anyway, and so
  /// are the test helpers of what the folder may include.
  std::vector<std::string> tests_may_include = {};
};

/// A library by the beginning of its headers' names, and the folders that may include it.
struct LibraryRule {
  std::string headers;
  std::vector<std::string> owners;
};

struct Rules {
  /// The most specific line counts: "adapter" is the core alone, "tests/*" every folder of tests/.
  std::vector<FolderRule> folders;
  /// What a single file may include, or say, although its folder may not, with the reason.
  std::map<std::string, std::string> exempt_files;
  std::vector<LibraryRule> libraries;
  /// Folders that serve any system under test, and the words of one protocol that they do not use.
  std::vector<std::string> neutral_folders;
  std::vector<std::string> protocol_words;
};

/// The repository's own.
const Rules& RepositoryRules();

/// Violations of the rules that somebody is removing: the beginnings of what a check reports.
/// An entry that is no longer needed fails the test, so that the list shrinks to nothing.
const std::vector<std::string>& KnownViolations();

}  // namespace architecture
