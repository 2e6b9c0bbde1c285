// Which transitions commute with all others, and what the judge makes of it.
#include "conformance/commuting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/temporary_folder.h"
#include "conformance/testing.h"
#include "conformance/tracker.h"
#include "cpn/lua/lua_model.h"

namespace conformance {
namespace {

using conformance::testing::Response;
using conformance::testing::Stimulus;
using conformance::testing::Texts;
using cpn::lua::LuaModel;
using cpn::lua::ObservationKind;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kBegin = R"(
Kind = enum { "red", "blue" }
N = range(1, 2)
Pair = product(Kind, N)
var { n = N, m = N, k = Kind }
A, B, C, D = place(N, all), place(N), place(N), place(UNIT, { unit })
Pairs = place(Pair)
)";

class CommutingTest : public ::testing::Test {
 protected:
  /// Names of the transitions of kBegin with these, that commute.
  std::vector<std::string> Commuting(const std::string& transitions) {
    model_ = LuaModel::Load(folder_.Write("m.lua", kBegin + transitions));
    const std::vector<bool> commuting = CommutingTransitions(model_->engine());
    std::vector<std::string> names;
    for (std::size_t t = 0; t < commuting.size(); ++t) {
      if (commuting[t]) names.push_back(model_->net().transitions()[t].name);
    }
    return names;
  }

  base::TemporaryFolder folder_;
  std::unique_ptr<LuaModel> model_;
};

TEST_F(CommutingTest, TransitionsInARowDo) {
  EXPECT_THAT(Commuting("T = transition { input = { A(n) }, output = { B(n) } }\n"
                        "U = transition { input = { B(n) }, output = { C(n), D(unit) } }"),
              ElementsAre("T", "U"));
}

TEST_F(CommutingTest, TokensThatAnotherOneTakesOrTestsOrResetsDoNot) {
  const std::string t = "T = transition { input = { A(n) }, output = { B(n) } }\n";
  EXPECT_THAT(Commuting(t + "U = transition { input = { A(n) } }"), IsEmpty());
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit) }, test = { A(n) } }"), IsEmpty());
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit) }, reset = { A } }"), IsEmpty());
}

TEST_F(CommutingTest, OutputsThatDisableOrAreLostDoNot) {
  const std::string t = "T = transition { input = { A(n) }, output = { B(n) } }\n";
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit) }, inhibitor = { B(1) } }"),
              IsEmpty());
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit) }, reset = { B } }"), IsEmpty());
  // Without the tokens that T takes, an inhibitor arc disables less.
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit) }, inhibitor = { A(1) } }"),
              ElementsAre("T"));
}

TEST_F(CommutingTest, TestedTokensMustNotBeTaken) {
  const std::string t = "T = transition { input = { A(n) }, test = { D(unit) } }\n";
  EXPECT_THAT(Commuting(t), ElementsAre("T"));
  EXPECT_THAT(Commuting(t + "U = transition { test = { D(unit) }, input = { B(n) } }"),
              ElementsAre("T", "U"));
  EXPECT_THAT(Commuting(t + "U = transition { input = { D(unit), B(n) } }"), IsEmpty());
}

TEST_F(CommutingTest, TokenMustTellTheBinding) {
  EXPECT_THAT(Commuting("T = transition { input = { A(n) }, output = { B(m) } }"), IsEmpty());
  EXPECT_THAT(Commuting("T = transition { input = { A(n), B(m) } }"), IsEmpty());
  EXPECT_THAT(Commuting("T = transition { input = { A(n), B(n) } }"), ElementsAre("T"));
  EXPECT_THAT(Commuting("T = transition { input = { A(_) } }"), IsEmpty());
  EXPECT_THAT(Commuting("T = transition { input = { Pairs { k, n }, Pairs { k, m } } }"),
              IsEmpty());
}

TEST_F(CommutingTest, SourcesDoNot) {
  EXPECT_THAT(Commuting("T = transition { test = { D(unit) }, output = { A(1) } }"), IsEmpty());
}

TEST_F(CommutingTest, TokensOfOnePlaceMayBeOfDifferentTransitions) {
  const std::string red = "T = transition { input = { Pairs { \"red\", n } } }\n";
  EXPECT_THAT(Commuting(red + "U = transition { input = { Pairs { \"blue\", n } } }"),
              ElementsAre("T", "U"));
  EXPECT_THAT(Commuting(red + "U = transition { input = { Pairs { k, n } } }"), IsEmpty());
  EXPECT_THAT(Commuting(red + "U = transition { input = { Pairs { \"red\", n } } }"), IsEmpty());
}

TEST_F(CommutingTest, LowerPrioritiesDoNot) {
  EXPECT_THAT(Commuting("T = transition { input = { A(n) } }\n"
                        "U = transition { priority = P_HIGH, input = { B(n) } }"),
              ElementsAre("U"));
}

TEST_F(CommutingTest, OneOfACircleDoesNot) {
  EXPECT_THAT(Commuting("T = transition { input = { A(n) }, output = { B(n) } }\n"
                        "U = transition { input = { B(n) }, output = { A(n) } }\n"
                        "V = transition { input = { C(n) }, output = { C(n) } }"),
              ElementsAre("U"));
}

constexpr const char* kStages = R"(
Job = range(1, 10)
var { j = Job }
Asked, New, Made, Kept = place(Job, all), place(Job), place(Job), place(Job)
Ask = transition { input = { Asked(j) }, output = { New(j) } }
Make = transition { input = { New(j) }, output = { Made(j) } }
Keep = transition { input = { Made(j) }, output = { Kept(j) } }
Show = transition { input = { Kept(j) } }
test "system" {
  observe = {
    [Ask] = function(j) return stimulus("Ask", { job = j }) end,
    [Show] = function(j) return response("Show", { job = j }) end,
  },
}
)";

class ReducedTrackerTest : public ::testing::Test {
 protected:
  Tracker TrackerWith(const Limits& limits) {
    return {*model_, model_->Specification("system"), limits};
  }
  static Event Ask(int job) { return Stimulus("Ask", {{"job", std::to_string(job)}}); }
  static Event Show(int job) { return Response("Show", {{"job", std::to_string(job)}}); }

  base::TemporaryFolder folder_;
  std::unique_ptr<LuaModel> model_ = LuaModel::Load(folder_.Write("m.lua", kStages));
};

TEST_F(ReducedTrackerTest, OneOrderOfStepsThatCommuteIsFollowed) {
  Limits whole_limits;
  whole_limits.reduce = false;
  Tracker whole = TrackerWith(whole_limits);
  Tracker reduced = TrackerWith({});
  for (int job = 1; job <= 6; ++job) {
    ASSERT_TRUE(whole.Take(Ask(job)));
    ASSERT_TRUE(reduced.Take(Ask(job)));
  }
  EXPECT_EQ(whole.size(), 729u);
  EXPECT_EQ(reduced.size(), 1u);
  EXPECT_EQ(Texts(reduced.Possible(ObservationKind::kResponse)),
            Texts(whole.Possible(ObservationKind::kResponse)));
}

TEST_F(ReducedTrackerTest, ExplanationsAreThoseOfAllOrders) {
  Limits whole_limits;
  whole_limits.reduce = false;
  Tracker whole = TrackerWith(whole_limits);
  Tracker reduced = TrackerWith({});
  for (Tracker* const tracker : {&whole, &reduced}) {
    for (int job = 1; job <= 3; ++job) ASSERT_TRUE(tracker->Take(Ask(job)));
    ASSERT_TRUE(tracker->Take(Show(2)));
    // Three are asked for, one of them is made, kept and shown: nothing else need occur.
    EXPECT_EQ(tracker->Explanation().size(), 6u);
  }
  const Misfit why = reduced.WhyNot(Show(2));
  EXPECT_EQ(ToString(why), ToString(whole.WhyNot(Show(2))));
  EXPECT_EQ(why.run.size(), whole.WhyNot(Show(2)).run.size());
  EXPECT_EQ(why.markings, whole.WhyNot(Show(2)).markings);
}

TEST_F(ReducedTrackerTest, WhatHasTooManyOrdersIsExplainedByOneOfThem) {
  Limits limits;
  limits.exact_markings = 100;
  Tracker tracker = TrackerWith(limits);
  for (int job = 1; job <= 10; ++job) ASSERT_TRUE(tracker.Take(Ask(job)));
  ASSERT_TRUE(tracker.Take(Show(2)));
  cpn::Marking marking = model_->engine().InitialMarking();
  for (const ExplainedStep& step : tracker.Explanation()) {
    if (!step.element) continue;
    ASSERT_TRUE(model_->engine().IsEnabled(marking, *step.element));
    model_->engine().Occur(marking, *step.element);
  }
  const Misfit misfit = tracker.WhyNot(Show(2));
  ASSERT_EQ(misfit.nearest.size(), 1u);
  EXPECT_EQ(misfit.nearest[0].element, "Show (j = 2)");
}

}  // namespace
}  // namespace conformance
