// References: those that nothing assigns are constants.
#include <gmock/gmock.h>

#include "cpntools/overrides.h"
#include "cpntools/translate_testing.h"

namespace cpntools {
namespace {

using ::testing::HasSubstr;
using testing::Ml;
using testing::TranslateTest;

class ReferencesTest : public TranslateTest {};

TEST_F(ReferencesTest, ReferenceThatNothingAssignsIsAConstant) {
  document_.declarations.push_back(Ml("val limit = ref 3; val all = ref [1, !limit]"));
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "p", "List.nth (!all, n)");
  transition().guard = {"n < !limit", 40, 1};
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_THAT(lua, HasSubstr("limit = param(3)\nall_value = { 1, limit }\n"));
  EXPECT_THAT(lua, HasSubstr("guard = \"n < limit\""));
}

TEST_F(ReferencesTest, ReferenceThatSomethingAssignsIsAProblem) {
  document_.declarations.push_back(Ml("val count = ref 0"));
  document_.declarations.push_back(Ml("fun next () =\n  (count := !count + 1; !count)"));
  AddArc(Arc::Kind::kInput, "p", "!count");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:30:10: page Top, arc between P and Do it: unknown name count, whose declaration "
            "in line 10 is not supported: count is assigned in line 11: a value of the model never "
            "changes, so that a reference is a constant, which nothing assigns");
}

TEST_F(ReferencesTest, AssignmentIsAProblem) {
  document_.declarations.push_back(Ml("fun set r = r := 1; val count = ref 0"));
  AddArc(Arc::Kind::kInput, "p", "(set count; !count)");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:30:10: page Top, arc between P and Do it: unknown name set, whose declaration "
            "in line 10 is not supported: := is not supported: nothing is assigned: a value never "
            "changes");
}

TEST_F(ReferencesTest, ReferencesAreNotCompared) {
  document_.declarations.push_back(Ml("val a = ref 0; val b = ref 0"));
  AddArc(Arc::Kind::kInput, "p", "if a = b then 1 else 2");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:30:12: page Top, arc between P and Do it: references are not compared here: "
            "each is its value");
}

TEST_F(ReferencesTest, MinusDSetsAReferenceToAListToo) {
  document_.declarations.push_back(Ml("val all = ref [1, 2]"));
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "p", "List.nth (!all, n)");
  EXPECT_TRUE(SetValue(document_, "all", "[4]"));
  EXPECT_THAT(Translate(document_, "m").lua, HasSubstr("all_value = { 4 }\n"));
}

TEST_F(ReferencesTest, MinusDOfAReferenceToALiteralIsAParameterOfTheModel) {
  document_.declarations.push_back(Ml("val limit = ref 3"));
  EXPECT_FALSE(SetValue(document_, "limit", "4"));
}

}  // namespace
}  // namespace cpntools
