#include "adapter/descriptors.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/file_descriptor.h"

namespace adapter {
namespace {

Verdict Fails(const SelectedCase&, std::uint64_t) { return {.outcome = Outcome::kFail}; }

TEST(DescriptorsTest, AnOpenFileIsNotFree) {
  const std::size_t before = FreeDescriptors();
  const base::FileDescriptor file(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(FreeDescriptors(), before - 1);
}

TEST(DescriptorsTest, WithEnoughTheCaseIsRun) {
  EXPECT_EQ(WithDescriptors(Fails, 1)({}, 1).outcome, Outcome::kFail);
}

TEST(DescriptorsTest, WithTooFewACaseIsInconclusiveAndNotRun) {
  bool ran = false;
  const CaseRunner run = [&](const SelectedCase&, std::uint64_t) {
    ran = true;
    return Verdict{};
  };
  const Verdict verdict = WithDescriptors(run, FreeDescriptors() + 1)({}, 1);
  EXPECT_FALSE(ran);
  EXPECT_EQ(verdict.outcome, Outcome::kInconclusive);
  EXPECT_THAT(verdict.detail,
              ::testing::MatchesRegex("[0-9]+ descriptors are free of [0-9]+ \\(ulimit -n\\), and "
                                      "a case can need [0-9]+; fewer --jobs, or a higher limit"));
}

TEST(DescriptorsTest, AFailureThatLeavesTooFewIsInconclusive) {
  std::vector<base::FileDescriptor> taken;
  const CaseRunner run = [&](const SelectedCase& selected, std::uint64_t seed) {
    taken.emplace_back(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    return Fails(selected, seed);
  };
  EXPECT_EQ(WithDescriptors(run, FreeDescriptors())({}, 1).outcome, Outcome::kInconclusive);
}

}  // namespace
}  // namespace adapter
