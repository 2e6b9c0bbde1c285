// The repository against its own rules (rules.cc, docs/architecture.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "testing/paths.h"
#include "tests/architecture/checks.h"

namespace architecture {
namespace {

const SourceTree& Repository() {
  static const SourceTree kTree = ReadTree(test::SourcePath());
  return kTree;
}

const Violations& Found() {
  static const Violations kFound = AllViolations(Repository(), RepositoryRules());
  return kFound;
}

/// One a line, as a compiler does.
std::string Lines(const Violations& violations) {
  std::string lines;
  for (const std::string& violation : violations) lines += violation + "\n";
  return lines;
}

TEST(RepositoryTest, TheWholeTreeIsRead) {
  for (const char* file :
       {"cpn/net/net.h", "cpngen/main.cc", "cpntools/document/reader.h", "pnml/reader.h",
        "adapter/main.cc", "sut/paxos/roles/proposer.cc", "CMakeLists.txt"}) {
    EXPECT_TRUE(Repository().contains(file)) << file;
  }
}

TEST(RepositoryTest, NothingViolatesTheRulesButWhatIsKnown) {
  Violations fresh;
  for (const std::string& violation : Found()) {
    const bool is_known =
        std::any_of(KnownViolations().begin(), KnownViolations().end(),
                    [&](const std::string& known) { return violation.starts_with(known); });
    if (!is_known) fresh.push_back(violation);
  }
  EXPECT_EQ(Lines(fresh), "");
}

TEST(RepositoryTest, KnownViolationsAreStillThere) {
  Violations gone;
  for (const std::string& known : KnownViolations()) {
    const bool is_there =
        std::any_of(Found().begin(), Found().end(),
                    [&](const std::string& violation) { return violation.starts_with(known); });
    if (!is_there) gone.push_back(known);
  }
  EXPECT_EQ(Lines(gone), "") << "take these out of known_violations.cc";
}

}  // namespace
}  // namespace architecture
