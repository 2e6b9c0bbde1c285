// The roles and the replica run under a deterministic scheduler one day: their code must not use
// clocks, waiting, threads, locks, chance, or the order of unordered containers or pointers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "testing/paths.h"

namespace paxos {
namespace {

// The folders of protocol code, whatever is in them.
constexpr const char* kProtocolFolders[] = {"roles", "replica", "storage"};

// Locks are its job.
bool IsExecutor(const std::filesystem::path& path) { return path.stem() == "serial_executor"; }

bool IsProtocolCode(const std::filesystem::path& path) {
  if (path.extension() != ".h" && path.extension() != ".cc") return false;
  return !path.string().ends_with("_test.cc") && !IsExecutor(path);
}

// Does a set or map of this line order by pointers? Its key ends at the first comma or bracket.
bool HasPointerKey(const std::string& line) {
  for (const char* container : {"set<", "map<"}) {
    const auto begin = line.find(container);
    if (begin == std::string::npos) continue;
    const std::string key = line.substr(begin, line.find_first_of(",>", begin) - begin);
    if (key.find('*') != std::string::npos) return true;
  }
  return false;
}

bool IsForbidden(const std::string& line) {
  const std::vector<std::string> words = {
      "unordered_",    "steady_clock", "system_clock::", "high_resolution_clock",
      "random_device", "mt19937",      " rand(",         "sleep",
      "std::thread",   "std::mutex",   "condition_",     "lock_guard",
      "unique_lock",   "wait",         "std::future",    "std::atomic",
      "grpc"};
  for (const std::string& word : words) {
    if (line.find(word) != std::string::npos) return true;
  }
  return HasPointerKey(line);
}

std::string WithoutComment(const std::string& line) { return line.substr(0, line.find("//")); }

void ExpectDeterministic(const std::filesystem::path& path) {
  std::ifstream in(path);
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    EXPECT_FALSE(IsForbidden(WithoutComment(line))) << path << ":" << number << ": " << line;
  }
}

TEST(ProtocolCodeTest, IsDeterministic) {
  int files = 0;
  for (const char* folder : kProtocolFolders) {
    const auto path = std::filesystem::path(test::SourcePath()) / "sut" / "paxos" / folder;
    for (const auto& entry : std::filesystem::directory_iterator(path)) {
      if (!IsProtocolCode(entry.path())) continue;
      ++files;
      ExpectDeterministic(entry.path());
    }
  }
  EXPECT_GE(files, 20);
}

TEST(ProtocolCodeTest, CheckFindsWhatIsForbidden) {
  for (const char* line :
       {"std::unordered_map<int, int> m;", "auto t = std::chrono::steady_clock::now();",
        "std::random_device d;", "future.wait();", "std::set<Node*> nodes;", "int x = rand();"}) {
    EXPECT_TRUE(IsForbidden(line)) << line;
  }
  EXPECT_FALSE(IsForbidden(WithoutComment("std::set<int> ids;  // never wait")));
}

}  // namespace
}  // namespace paxos
