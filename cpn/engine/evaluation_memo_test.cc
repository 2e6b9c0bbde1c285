#include "cpn/engine/evaluation_memo.h"

#include <gtest/gtest.h>

#include "cpn/testing/testing.h"

namespace cpn {
namespace {

using testing::Arguments;
using testing::ModelBuilder;

class EvaluationMemoTest : public ::testing::Test {
 protected:
  /// x + y, by a function that counts its calls.
  FunctionId Sum() {
    return b_.ComputeFunction({"x", "y"}, [this](Arguments a) {
      ++calls_;
      return b_.values.Int(b_.values.AsInt(a[0]) + b_.values.AsInt(a[1]));
    });
  }
  EvaluationMemo Memo(std::size_t bytes) {
    return EvaluationMemo(&b_, &b_.model.functions, &b_.values, &b_.multisets, bytes);
  }

  ModelBuilder b_;
  ColourSetId int_ = b_.Int();
  std::uint64_t calls_ = 0;
};

TEST_F(EvaluationMemoTest, ManyArgumentsKeepTheirResults) {
  const FunctionId sum = Sum();
  EvaluationMemo memo = Memo(std::size_t{1} << 30);
  constexpr std::int64_t kMany = 300'000;
  for (int round = 0; round < 2; ++round) {
    for (std::int64_t i = 0; i < kMany; ++i) {  // either argument tells them apart
      const Value varying = b_.values.Int(i);
      const Value fixed = b_.values.Int(-1);
      const std::vector<Value> arguments =
          i % 2 == 0 ? std::vector<Value>{varying, fixed} : std::vector<Value>{fixed, varying};
      ASSERT_EQ(memo.Compute(sum, arguments, int_), b_.values.Int(i - 1));
    }
  }
  EXPECT_EQ(memo.evaluations(), static_cast<std::uint64_t>(kMany));
  EXPECT_EQ(memo.purity_checks(), 20u);  // uses 1, 2, 4, ... 2^19 of 600,000
  EXPECT_EQ(calls_, memo.evaluations() + memo.purity_checks());
}

TEST_F(EvaluationMemoTest, FullMemoIsEmptiedAndStillRight) {
  const FunctionId sum = Sum();
  EvaluationMemo memo = Memo(2000);
  for (std::int64_t i = 0; i < 10'000; ++i) {
    const std::vector<Value> arguments = {b_.values.Int(i % 100), b_.values.Int(1)};
    ASSERT_EQ(memo.Compute(sum, arguments, int_), b_.values.Int(i % 100 + 1));
  }
  EXPECT_GT(memo.evaluations(), 100u);
}

TEST_F(EvaluationMemoTest, FunctionsAndColourSetsDoNotMix) {
  const FunctionId sum = Sum();
  const FunctionId difference = b_.ComputeFunction({"x", "y"}, [this](Arguments a) {
    return b_.values.Int(b_.values.AsInt(a[0]) - b_.values.AsInt(a[1]));
  });
  EvaluationMemo memo = Memo(std::size_t{1} << 20);
  const std::vector<Value> arguments = {b_.values.Int(5), b_.values.Int(2)};
  EXPECT_EQ(memo.Compute(sum, arguments, int_), b_.values.Int(7));
  EXPECT_EQ(memo.Compute(difference, arguments, int_), b_.values.Int(3));
  EXPECT_THROW(memo.Compute(sum, arguments, b_.Range("R", 1, 3)), ModelError);
}

TEST_F(EvaluationMemoTest, ErrorsAreNotRemembered) {
  bool broken = true;
  const FunctionId test = b_.TestFunction({}, [&broken](Arguments) {
    if (broken) throw ModelError({}, "broken");
    return true;
  });
  EvaluationMemo memo = Memo(std::size_t{1} << 20);
  EXPECT_THROW(memo.Test(test, {}), ModelError);
  broken = false;
  EXPECT_TRUE(memo.Test(test, {}));
}

TEST_F(EvaluationMemoTest, MultiSetsAreAddedUp) {
  const FunctionId bag = b_.MultiSetFunction({}, [this](Arguments) {
    return std::vector<MultiSetEntry>{
        {b_.values.Int(2), 1}, {b_.values.Int(1), 1}, {b_.values.Int(2), 3}};
  });
  EvaluationMemo memo = Memo(std::size_t{1} << 20);
  EXPECT_EQ(b_.multisets.Format(memo.ComputeMultiSet(bag, {}, int_)), "1`1 ++ 4`2");
  std::vector<MultiSetEntry> appended = {{b_.values.Int(9), 1}};
  memo.ComputeMultiSet(bag, {}, int_, appended);
  EXPECT_EQ(appended.size(), 3u);
}

TEST_F(EvaluationMemoTest, TooManyCopiesAreAnError) {
  const FunctionId bag = b_.MultiSetFunction({}, [this](Arguments) {
    return std::vector<MultiSetEntry>(2, {b_.values.Int(2), 4'000'000'000u});
  });
  EvaluationMemo memo = Memo(std::size_t{1} << 20);
  try {
    memo.ComputeMultiSet(bag, {}, int_);
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_EQ(e.message(), "the inscription yields more than 4294967295 copies of one colour");
  }
}

}  // namespace
}  // namespace cpn
