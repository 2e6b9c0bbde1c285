// The roles and the replica run under a deterministic scheduler one day: their code must not use
// clocks, waiting, threads, locks, chance, or the order of unordered containers or pointers.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace paxos {
namespace {

// Everything in sut/paxos but what is on the list is protocol code, so that a new file is checked
// until someone says why not.
const std::vector<std::string> kNotProtocolCode = {
    // Time, threads and locks are their job.
    "manual_clock.h", "manual_clock.cc", "system_clock.h", "system_clock.cc", "serial_executor.h",
    "serial_executor.cc",
    // gRPC glue, client and programs.
    "client.h", "client.cc", "client_main.cc", "grpc_transport.h", "grpc_transport.cc",
    "replica_server.h", "replica_server.cc", "replica_service.h", "replica_service.cc",
    "server_main.cc",
    // Test support.
    "recorder.h"};

bool IsProtocolCode(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (path.extension() != ".h" && path.extension() != ".cc") return false;
  if (name.find("_test.cc") != std::string::npos) return false;
  return std::find(kNotProtocolCode.begin(), kNotProtocolCode.end(), name) ==
         kNotProtocolCode.end();
}

const std::regex& Forbidden() {
  static const std::regex forbidden(
      "unordered_|steady_clock|system_clock::|high_resolution_clock|random_device|mt19937|[^a-z]"
      "rand\\("
      "|sleep|std::thread|std::mutex|condition_variable|lock_guard|unique_lock|\\bwait|std::future"
      "|std::atomic|(set|map)<(const )?[A-Za-z]+ ?\\*|grpc");
  return forbidden;
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
      EXPECT_FALSE(std::regex_search(WithoutComment(line), Forbidden()))
          << entry.path() << ":" << number << ": " << line;
    }
  }
  EXPECT_GE(files, 20);
}

TEST(ProtocolCodeTest, CheckFindsWhatIsForbidden) {
  for (const char* line :
       {"std::unordered_map<int, int> m;", "auto t = std::chrono::steady_clock::now();",
        "std::random_device d;", "future.wait();", "std::set<Node*> nodes;", "int x = rand();"}) {
    EXPECT_TRUE(std::regex_search(line, Forbidden())) << line;
  }
  EXPECT_FALSE(std::regex_search(WithoutComment("int x;  // never wait"), Forbidden()));
}

}  // namespace
}  // namespace paxos
