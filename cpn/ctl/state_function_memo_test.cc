#include "cpn/ctl/state_function_memo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/ctl/testing.h"

namespace cpn::ctl {
namespace {

using ::testing::ElementsAre;
using testing::LambdaFunctions;
using testing::Reader;

constexpr PlaceId kPlaces = 3;

class StateFunctionMemoTest : public ::testing::Test {
 protected:
  StateFunctionMemoTest() {
    const ColourSetId number = builder_.Int();
    for (PlaceId p = 0; p < kPlaces; ++p) builder_.Top().Place(std::string(1, 'P' + p), number);
    net_ = Flatten(builder_.model, builder_.colour_sets, builder_);
  }

  StateFunctionMemo Memo(std::size_t bytes = 1 << 20) {
    return {&functions_, &net_, &builder_.multisets, bytes};
  }

  MultiSet Token(std::int64_t i) { return builder_.multisets.Intern(builder_.Ints({i})); }
  static auto At(const std::vector<MultiSet>& marking) {
    return [marking](PlaceId place) { return marking[place]; };
  }

  cpn::testing::ModelBuilder builder_;
  Net net_;
  LambdaFunctions functions_;
};

TEST_F(StateFunctionMemoTest, CallsOncePerMarkingOfThePlacesRead) {
  const MultiSet one = Token(1);
  functions_.Nf([one](const Reader& at) { return at(1) == one; });
  StateFunctionMemo memo = Memo();
  for (int other = 0; other < 10; ++other) {
    for (int i = 0; i < 5; ++i) {
      EXPECT_EQ(memo.Holds(0, At({Token(other), Token(i), Token(other)})), i == 1);
    }
  }
  EXPECT_EQ(memo.calls(), 5u);
  EXPECT_EQ(memo.lookups(), 50u);
  EXPECT_EQ(memo.purity_checks(), 6u);  // questions 1, 2, 4, 8, 16, 32
  EXPECT_EQ(functions_.calls(), 11u);
  EXPECT_THAT(memo.PlacesRead(0), ElementsAre(1u));
}

TEST_F(StateFunctionMemoTest, WhatIsReadMayDependOnWhatWasRead) {
  const MultiSet zero = Token(0);
  functions_.Nf([zero](const Reader& at) { return at(0) == zero ? at(1) == zero : at(2) == zero; });
  StateFunctionMemo memo = Memo();
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 4; ++b) {
      for (int c = 0; c < 4; ++c) {
        EXPECT_EQ(memo.Holds(0, At({Token(a), Token(b), Token(c)})), (a == 0 ? b : c) == 0);
      }
    }
  }
  EXPECT_EQ(memo.calls(), 8u);  // and not 32
  EXPECT_THAT(memo.PlacesRead(0), ElementsAre(0u, 1u, 2u));
}

TEST_F(StateFunctionMemoTest, FunctionsThatReadNothingAreCalledOnce) {
  functions_.Nf([](const Reader&) { return true; });
  functions_.Nf([](const Reader&) { return false; });
  StateFunctionMemo memo = Memo();
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(memo.Holds(0, At({Token(i), Token(i), Token(i)})));
    EXPECT_FALSE(memo.Holds(1, At({Token(i), Token(i), Token(i)})));
  }
  EXPECT_EQ(memo.calls(), 2u);
  EXPECT_THAT(memo.PlacesRead(0), ElementsAre());
}

TEST_F(StateFunctionMemoTest, AFullMemoForgetsAndStaysRight) {
  const MultiSet one = Token(1);
  functions_.Nf([one](const Reader& at) { return at(0) == one && at(1) == one; });
  functions_.Nf([one](const Reader& at) { return at(1) == one || at(2) == one; });
  StateFunctionMemo memo = Memo(1024);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 1000; ++i) {
      const int j = i % 7;
      EXPECT_EQ(memo.Holds(0, At({Token(j), Token(i), Token(i)})), i == 1);
      EXPECT_EQ(memo.Holds(1, At({Token(i), Token(i), Token(j)})), i == 1 || j == 1);
    }
  }
  EXPECT_GT(memo.calls(), 2000u);
}

std::string ErrorOf(StateFunctionMemo& memo, MultiSet marking) {
  try {
    for (int i = 0; i < 10; ++i) memo.Holds(0, [marking](PlaceId) { return marking; });
    return "";
  } catch (const ModelError& error) {
    return error.what();
  }
}

TEST_F(StateFunctionMemoTest, AnotherResultIsAnError) {
  int calls = 0;
  functions_.Nf([&calls](const Reader& at) { return at(0) == MultiSet{} && ++calls < 3; });
  StateFunctionMemo memo = Memo();
  EXPECT_EQ(ErrorOf(memo, MultiSet{}),
            "functions:1: impure state function: asked again, it does not answer the same, with "
            "M.P = empty; what it yields must depend on nothing but the marking");
}

TEST_F(StateFunctionMemoTest, OtherPlacesReadAreAnError) {
  PlaceId place = 0;
  functions_.Nf([&place](const Reader& at) { return at(place++ % kPlaces) == MultiSet{}; });
  StateFunctionMemo memo = Memo();
  EXPECT_EQ(ErrorOf(memo, MultiSet{}),
            "functions:1: impure state function: asked again, it does not answer the same, with "
            "M.Q = empty; what it yields must depend on nothing but the marking");
}

}  // namespace
}  // namespace cpn::ctl
