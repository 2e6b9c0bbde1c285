// What both builds of the calls' code ask the linker for: the normal one for std's locks and for
// nothing of systematic/, the controlled one for the locks of fibers and for none of the system's.
// A lock that is not named through quorum/sync.h would show here.
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <vector>

namespace {

/// The names that the objects of a static library use and do not define, demangled, sorted.
std::string NeededBy(const std::string& library) {
  const std::string command = "nm -C --undefined-only '" + library + "' | sort -u";
  FILE* output = popen(command.c_str(), "r");
  if (output == nullptr) return "";
  std::string names;
  std::vector<char> part(1 << 16);
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), output)) {
    names.append(part.data(), size);
  }
  pclose(output);
  return names;
}

bool Has(const std::string& names, const std::string& name) {
  return names.find(name) != std::string::npos;
}

const std::vector<std::string> kSystemLocks = {"pthread_mutex_", "std::condition_variable",
                                               "std::_V2::condition_variable", "std::thread",
                                               "std::jthread"};

TEST(SymbolsTest, ANormalBuildKnowsNothingOfTheScheduler) {
  const std::string names = NeededBy(CPNGEN_QUORUM_CORE);
  EXPECT_FALSE(Has(names, "systematic::"));
  EXPECT_TRUE(Has(names, "pthread_mutex_lock"));
  EXPECT_TRUE(Has(names, "std::condition_variable"));
}

TEST(SymbolsTest, AControlledBuildHasNoLockBesideTheSchedulers) {
  const std::string names = NeededBy(CPNGEN_QUORUM_CONTROLLED);
  for (const std::string& lock : kSystemLocks) EXPECT_FALSE(Has(names, lock)) << lock;
  EXPECT_TRUE(Has(names, "systematic::fibers::Mutex::lock"));
  EXPECT_TRUE(Has(names, "systematic::fibers::ConditionVariable"));
}

}  // namespace
