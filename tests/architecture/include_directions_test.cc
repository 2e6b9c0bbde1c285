// Data goes one way through the repository (design, section 2), and so do includes. This test reads
// every #include of the sources and compares it with the table of who may include whom.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
using ::testing::IsEmpty;

/// Folders with rules of their own; the longest match owns a file.
const std::vector<std::string> kFolders = {"cpn",       "cpn/lua", "suite",     "cpntools",
                                           "pnml",      "mcc",     "generator", "quorum",
                                           "sut/paxos", "oracles", "adapter"};

const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"cpn", {"cpn"}},
    {"cpn/lua", {"cpn", "cpn/lua"}},
    {"suite", {"suite"}},
    {"cpntools", {"cpn/lua", "suite", "cpntools"}},
    {"pnml", {"cpn", "cpn/lua", "suite", "pnml"}},
    {"mcc", {"cpn", "cpn/lua", "pnml", "suite", "mcc"}},
    {"generator", {"cpn", "cpn/lua", "suite", "cpntools", "pnml", "mcc", "generator"}},
    {"quorum", {"quorum"}},
    {"sut/paxos", {"quorum", "sut/paxos"}},
    {"oracles", {"suite", "oracles"}},
    {"adapter", {"suite", "oracles", "quorum", "sut/paxos", "adapter"}},
};

/// Libraries, and the folders that may know them.
const std::vector<std::pair<std::regex, std::set<std::string>>> kLibraryOwners = {
    {std::regex("lua\\.hpp|lua\\.h|lauxlib\\.h|lualib\\.h"), {"cpn/lua"}},
    {std::regex("pugixml\\.hpp"), {"suite"}},
    {std::regex("grpc.*|google/protobuf/.*"), {"quorum", "sut/paxos", "adapter"}},
    {std::regex("boost/.*"), {"cpn", "generator"}},
};

struct Include {
  std::string file;
  int line;
  std::string target;
  bool quoted;
};

std::string FolderOf(const std::string& path) {
  std::string best;
  for (const std::string& folder : kFolders) {
    if (path.rfind(folder + "/", 0) == 0 && folder.size() > best.size()) best = folder;
  }
  return best;
}

bool IsTest(const std::string& path) {
  return path.size() > 8 && path.find("_test.cc") != std::string::npos;
}

std::vector<Include> ReadIncludes(const std::string& path) {
  static const std::regex pattern("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"].*");
  std::vector<Include> includes;
  std::ifstream in(fs::path(CPNGEN_SOURCE_DIR) / path);
  std::string text;
  for (int line = 1; std::getline(in, text); ++line) {
    std::smatch match;
    if (std::regex_match(text, match, pattern)) {
      includes.push_back({path, line, match[2], match[1] == "\""});
    }
  }
  return includes;
}

std::vector<Include> AllIncludes() {
  std::vector<Include> all;
  for (const char* top : {"cpn", "suite", "generator", "quorum", "sut", "oracles", "adapter"}) {
    const fs::path root = fs::path(CPNGEN_SOURCE_DIR) / top;
    for (const auto& entry : fs::recursive_directory_iterator(root)) {
      const std::string path = fs::relative(entry.path(), CPNGEN_SOURCE_DIR).string();
      if (!path.ends_with(".h") && !path.ends_with(".cc")) continue;
      for (Include& include : ReadIncludes(path)) all.push_back(std::move(include));
    }
  }
  return all;
}

std::string Where(const Include& include) {
  return include.file + ":" + std::to_string(include.line) + " includes " + include.target;
}

TEST(IncludeDirectionsTest, EveryFolderIncludesOnlyWhatTheDesignAllows) {
  std::vector<std::string> violations;
  std::size_t checked = 0;
  for (const Include& include : AllIncludes()) {
    const std::string to = FolderOf(include.target);
    if (!include.quoted || to.empty()) continue;
    ++checked;
    if (!kMayInclude.at(FolderOf(include.file)).contains(to)) violations.push_back(Where(include));
  }
  EXPECT_THAT(violations, IsEmpty());
  EXPECT_GT(checked, 100u) << "the test no longer sees the sources";
}

TEST(IncludeDirectionsTest, LibrariesStayInTheFoldersThatOwnThem) {
  std::vector<std::string> violations;
  for (const Include& include : AllIncludes()) {
    for (const auto& [library, owners] : kLibraryOwners) {
      if (std::regex_match(include.target, library) && !owners.contains(FolderOf(include.file))) {
        violations.push_back(Where(include));
      }
    }
  }
  EXPECT_THAT(violations, IsEmpty());
}

TEST(IncludeDirectionsTest, ProductionCodeIncludesNoTestCode) {
  std::vector<std::string> violations;
  for (const Include& include : AllIncludes()) {
    const bool test_header = include.target.rfind("tests/", 0) == 0 ||
                             include.target.find("testing.h") != std::string::npos ||
                             include.target.find("gtest/") != std::string::npos;
    if (test_header && !IsTest(include.file) && include.file.find("testing") == std::string::npos) {
      violations.push_back(Where(include));
    }
  }
  EXPECT_THAT(violations, IsEmpty());
}

TEST(IncludeDirectionsTest, EveryHeaderIsGuarded) {
  std::vector<std::string> violations;
  for (const auto& entry : fs::recursive_directory_iterator(CPNGEN_SOURCE_DIR)) {
    const std::string path = fs::relative(entry.path(), CPNGEN_SOURCE_DIR).string();
    if (!path.ends_with(".h") || path.rfind("build", 0) == 0 || FolderOf(path).empty()) continue;
    std::ifstream in(entry.path());
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    if (text.find("#pragma once") == std::string::npos) violations.push_back(path);
  }
  EXPECT_THAT(violations, IsEmpty());
}

}  // namespace
