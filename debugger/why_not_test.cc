#include "debugger/why_not.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cpn/lua/testing.h"

namespace debugger {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr const char* kClients = R"(
Client = range(1, 3)
var { c = Client }
Free = place(UNIT, { all })
Holding = place(Client)
Ask = transition { input = { Free(unit) }, guard = "c ~= 3", output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Free(unit) } }
Alarm = transition { test = { Free(unit) }, priority = -1 }
)";

class WhyNotTest : public ::testing::Test {
 protected:
  std::vector<std::string> Why(const std::string& transition, const std::string& binding = "") {
    std::vector<std::string> lines;
    for (const NearMiss& miss : ExplainWhyNot(session_, transition, binding).nearest) {
      for (const std::string& reason : miss.reasons) lines.push_back(miss.element + " " + reason);
    }
    return lines;
  }

  std::unique_ptr<cpn::lua::LuaModel> model_ = cpn::lua::testing::LoadText(kClients);
  NetSession session_{model_.get()};
};

TEST_F(WhyNotTest, NamesTheTokenThatIsMissingAndTheStepThatTookIt) {
  session_.Fire(session_.FindChoice("Ask", "{c = 2}"));
  EXPECT_THAT(Why("Ask", "{c = 1}"),
              ElementsAre("Ask (c = 1) needs 1`() on Free, which is empty; step 1 took it"));
  EXPECT_THAT(Why("Release", "{c = 1}"),
              ElementsAre("Release (c = 1) needs 1`1 on Holding; there is 1`2 since step 1"));
}

TEST_F(WhyNotTest, NamesTheGuardAndThePriority) {
  EXPECT_THAT(
      Why("Ask", "c = 3"),
      ElementsAre(AllOf(StartsWith("Ask (c = 3) needs its guard c ~= 3 to hold, which is false"),
                        EndsWith("for c = 3"))));
  EXPECT_THAT(Why("Alarm"),
              ElementsAre("Alarm () has to wait for Ask (c = 1), which has a higher priority"));
}

TEST_F(WhyNotTest, SaysWhatCanOccur) {
  const WhyNot answer = ExplainWhyNot(session_, "Ask", "");
  EXPECT_THAT(answer.enabled, ElementsAre("Ask (c = 1)", "Ask (c = 2)"));
  EXPECT_THAT(answer.nearest, IsEmpty());
}

TEST_F(WhyNotTest, RefusesWhatIsNoValue) {
  try {
    ExplainWhyNot(session_, "Ask", "c = 4");
    FAIL();
  } catch (const SessionError& error) {
    EXPECT_STREQ(error.what(), "c = 4: 4 is no colour of Client");
  }
}

}  // namespace
}  // namespace debugger
