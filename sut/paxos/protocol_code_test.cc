// The roles and the replica run under a deterministic scheduler one day: their code must not use
// clocks, waiting, threads, locks, chance, or the order of unordered containers or pointers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace paxos {
namespace {

// Everything in sut/paxos but what is on the list is protocol code, so that a new file is checked
// until someone says why not.
const std::vector<std::string> kNotProtocolCode = {
    // Time, threads and locks are their job.
    "client_calls.h", "client_calls.cc", "manual_clock.h", "manual_clock.cc", "system_clock.h",
    "system_clock.cc", "serial_executor.h", "serial_executor.cc",
    // gRPC glue, client and programs.
    "client.h", "client.cc", "client_main.cc", "grpc_transport.h", "grpc_transport.cc",
    "replica_handlers.h", "replica_handlers.cc", "replica_server.h", "replica_server.cc",
    "replica_service.h", "replica_service.cc", "tls_credentials.h", "tls_credentials.cc",
    "tls_flags.h", "tls_flags.cc", "log.h", "log.cc", "server_main.cc", "server_program.h",
    "server_program.cc",
    // Test support.
    "recorder.h", "test_folder.h", "test_process.h", "test_raw_call.h"};

bool IsProtocolCode(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (path.extension() != ".h" && path.extension() != ".cc") return false;
  if (name.find("_test.cc") != std::string::npos) return false;
  return std::find(kNotProtocolCode.begin(), kNotProtocolCode.end(), name) ==
         kNotProtocolCode.end();
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

TEST(ProtocolCodeTest, IsDeterministic) {
  int files = 0;
  const std::filesystem::path folder = std::filesystem::path(CPNGEN_SOURCE_DIR) / "sut" / "paxos";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (!IsProtocolCode(entry.path())) continue;
    ++files;
    std::ifstream in(entry.path());
    int number = 0;
    for (std::string line; std::getline(in, line);) {
      ++number;
      EXPECT_FALSE(IsForbidden(WithoutComment(line)))
          << entry.path() << ":" << number << ": " << line;
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
