#include "adapter/conform/run_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "adapter/testing/toy_system.h"
#include "base/temporary_folder.h"
#include "suite/reader.h"

namespace adapter {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

// A lock that clients take and give back, `holders` of them at a time.
constexpr const char* kLock = R"(
holders = param(1)
Client = range(1, 2)
var { c = Client }
Free = place(UNIT, { copies(holders, unit) })
Idle, Holding = place(Client, { all }), place(Client)
Take = transition { input = { Idle(c), Free(unit) }, output = { Holding(c) } }
Give = transition { input = { Holding(c) }, output = { Idle(c), Free(unit) } }
local function of(kind, name)
  return function(c) return kind(name, { client = c }) end
end
test "seen" { observe = { [Take] = of(response, "takes_it"), [Give] = of(stimulus, "give") } }
)";
constexpr const char* kAnother =
    "test \"more\" { observe = { [Take] = of(response, \"more\") } }\n";

trace::Step Takes(const std::string& client) {
  return {.node = "server", .name = "takes it", .fields = {{"client", client}}};
}

ConformOptions By(const std::string& model) {
  ConformOptions options;
  options.model = model;
  return options;
}

class RunJudgeTest : public ::testing::Test {
 protected:
  RunJudgeTest() { form_.whole_system = true; }

  /// A plan of one case, of a suite that was generated with these parameters.
  const Plan& Planned(const std::string& parameters = "") {
    const std::string generated =
        "<Generated Generator=\"g\" Model=\"m.lua\" Specification=\"s\" "
        "Method=\"state-space\">" +
        parameters + "</Generated>";
    std::string text = ToySuite("words", {"1"});
    text.insert(text.find("<TestCase"), generated);
    plan_.suites.push_back(std::make_unique<LoadedSuite>(
        LoadedSuite{suite::ParseSuite(text, "a.xml"), &system_, &form_}));
    plan_.cases = {{plan_.suites[0].get(), &plan_.suites[0]->suite.cases()[0]}};
    return plan_;
  }
  std::string Model(const std::string& more = "") {
    return folder_.Write("lock.lua", kLock + more);
  }

  Verdict Judged(const RunJudge& judge, Verdict verdict) {
    judge.Judge(plan_.cases[0], verdict);
    return verdict;
  }
  static Verdict Passed(std::vector<trace::Step> steps) {
    Verdict verdict;
    verdict.trace.steps = std::move(steps);
    return verdict;
  }

  base::TemporaryFolder folder_;
  ToySystem system_;
  CaseForm form_;
  Plan plan_;
};

TEST_F(RunJudgeTest, ARunOfTheModelPasses) {
  const RunJudge judge(Planned(), By(Model()));
  const Verdict verdict = Judged(judge, Passed({Takes("1")}));
  EXPECT_EQ(verdict.outcome, Outcome::kPass);
  EXPECT_TRUE(verdict.conforms);
  EXPECT_THAT(verdict.trace.remarks, IsEmpty());
}

TEST_F(RunJudgeTest, WhatTheModelDoesNotExplainFails) {
  const std::string model = Model();
  const RunJudge judge(Planned(), By(model));
  const Verdict verdict = Judged(judge, Passed({Takes("1"), Takes("2")}));
  EXPECT_EQ(verdict.outcome, Outcome::kFail);
  EXPECT_FALSE(verdict.conforms);
  EXPECT_EQ(verdict.detail,
            model + ": event 2: response takes_it (client 2) is explained by no marking");
  EXPECT_FALSE(verdict.trace.steps[0].unexpected);
  EXPECT_TRUE(verdict.trace.steps[1].unexpected);
  ASSERT_GT(verdict.trace.remarks.size(), 2u);
  EXPECT_EQ(verdict.trace.remarks[0].after, 2u);
  EXPECT_EQ(verdict.trace.remarks[0].where, model);
  EXPECT_THAT(verdict.trace.remarks[2].text, HasSubstr("needs 1`() on Free"));
}

TEST_F(RunJudgeTest, VerdictsDoNotDependOnEachOther) {
  const RunJudge judge(Planned(), By(Model()));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(Judged(judge, Passed({Takes("1")})).conforms);
    EXPECT_FALSE(Judged(judge, Passed({Takes("1"), Takes("1")})).conforms);
  }
}

TEST_F(RunJudgeTest, TheModelHasTheParametersOfTheSuite) {
  const RunJudge judge(Planned("<Parameter Name=\"holders\" Value=\"2\"></Parameter>"
                               "<Parameter Name=\"others\" Value=\"x\"></Parameter>"),
                       By(Model()));
  EXPECT_TRUE(Judged(judge, Passed({Takes("1"), Takes("2")})).conforms);
}

TEST_F(RunJudgeTest, ParametersOfTheCallGoBeforeThoseOfTheSuite) {
  ConformOptions one = By(Model());
  one.parameters = {{"holders", "1"}};
  const RunJudge judge(Planned("<Parameter Name=\"holders\" Value=\"2\"></Parameter>"), one);
  EXPECT_FALSE(Judged(judge, Passed({Takes("1"), Takes("2")})).conforms);
}

TEST_F(RunJudgeTest, AFailureKeepsItsReasonAndShowsWhereTheModelObjects) {
  const RunJudge judge(Planned(), By(Model()));
  Verdict failed = Passed({Takes("1"), Takes("2")});
  failed.outcome = Outcome::kFail;
  failed.detail = "expected A";
  const Verdict verdict = Judged(judge, failed);
  EXPECT_EQ(verdict.detail, "expected A");
  EXPECT_TRUE(verdict.trace.steps[1].unexpected);
}

TEST_F(RunJudgeTest, ACaseWithoutAVerdictIsNotJudged) {
  const RunJudge judge(Planned(), By(Model()));
  Verdict without = Passed({Takes("1"), Takes("2")});
  without.outcome = Outcome::kInconclusive;
  EXPECT_EQ(Judged(judge, without).trace.remarks.size(), 0u);
}

TEST_F(RunJudgeTest, OneOfSeveralSpecificationsMustBeNamed) {
  const std::string model = Model(kAnother);
  Planned();
  try {
    const RunJudge judge(plan_, By(model));
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              model +
                  ": the model has 2 test case specifications; say which one with "
                  "--conform-spec NAME: seen, more");
  }
  ConformOptions seen = By(model);
  seen.specification = "seen";
  const RunJudge judge(plan_, seen);
  EXPECT_TRUE(Judged(judge, Passed({Takes("1")})).conforms);
}

TEST_F(RunJudgeTest, AModelThatDoesNotLoadIsAnError) {
  EXPECT_THROW(RunJudge(Planned(), By(folder_.Write("bad.lua", "x = "))), InputError);
}

TEST_F(RunJudgeTest, CasesOfOnePartAloneAreNoRunsOfTheModel) {
  form_.whole_system = false;
  const std::string model = Model();
  try {
    const RunJudge judge(Planned(), By(model));
    FAIL() << "expected an InputError";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "--conform " + model + ": no case is about a whole system");
  }
}

}  // namespace
}  // namespace adapter
