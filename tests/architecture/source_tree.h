// The repository's sources as the architecture test sees them: paths and texts, no file system, so
// that the checks can be tested on made-up trees.
//
// Thread safety: free functions without state.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace architecture {

/// Texts by path, "cpn/net/net.h", from the repository's root.
using SourceTree = std::map<std::string, std::string>;

/// The C++ sources and CMake files below `root`, without build folders and hidden ones.
SourceTree ReadTree(const std::filesystem::path& root);

bool IsHeader(const std::string& path);
bool IsCpp(const std::string& path);
bool IsCMake(const std::string& path);
/// Tests, helpers of tests (testing.h, a folder testing/) and what is in tests/ and bench/.
bool IsTestCode(const std::string& path);

/// "cpn/net" of "cpn/net/net.h".
std::string FolderOf(const std::string& path);
/// "cpn/net/net" of both net.h and net.cc: they are one module.
std::string ModuleOf(const std::string& path);

struct Include {
  int line;
  std::string target;
  bool is_quoted;
};
std::vector<Include> IncludesOf(const std::string& text);

/// The words of a text in lower case, identifiers split: "PaxosCase paxos_server" is paxos, case,
/// paxos, server. With the line that each stands in.
struct Word {
  int line;
  std::string text;
};
std::vector<Word> WordsOf(const std::string& text);

}  // namespace architecture
