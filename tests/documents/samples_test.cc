// Samples that several documents show are the same in all of them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/files.h"
#include "testing/paths.h"
#include "tests/documents/markdown.h"

namespace documents {
namespace {

TEST(SamplesTest, ResultsOfARunAreThoseOfTheTutorial) {
  const std::string tutorial = test::ReadFile(test::SourcePath("/docs/tutorial.md"));
  const std::vector<std::string> samples =
      Blocks(test::ReadFile(test::SourcePath("/docs/results.md")), "");
  ASSERT_EQ(samples.size(), 1u);
  EXPECT_NE(tutorial.find(samples[0]), std::string::npos) << samples[0];
}

}  // namespace
}  // namespace documents
