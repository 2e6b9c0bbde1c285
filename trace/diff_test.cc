#include "trace/diff.h"

#include <gtest/gtest.h>

namespace trace {
namespace {

Trace Walk() {
  Trace trace;
  for (const char* const name : {"a", "b", "c", "d", "e"}) {
    trace.Add({.kind = Kind::kBinding, .name = name, .key = name});
  }
  return trace;
}

TEST(DiffTest, TimesDoNotCount) {
  Trace other = Walk();
  other.steps[2].time = 5;
  other.header.seed = 3;
  EXPECT_FALSE(FirstDifference(Walk(), other));
  EXPECT_EQ(DifferenceText(Walk(), "one", other, "other"), "");
}

TEST(DiffTest, TheFirstDifferingMemberIsTold) {
  const auto what = [](void (*change)(Step&)) {
    Trace other = Walk();
    change(other.steps[3]);
    other.steps[4].name = "x";
    const auto difference = FirstDifference(Walk(), other);
    return difference ? std::to_string(difference->step) + difference->what : "";
  };
  EXPECT_EQ(what([](Step& s) { s.kind = Kind::kEvent; }), "4kind");
  EXPECT_EQ(what([](Step& s) { s.node = "n"; }), "4node");
  EXPECT_EQ(what([](Step& s) { s.name = "n"; }), "4name");
  EXPECT_EQ(what([](Step& s) { s.fields = {{"a", "b"}}; }), "4fields");
  EXPECT_EQ(what([](Step& s) { s.moves = {{"P", "", "1`1"}}; }), "4moves");
  EXPECT_EQ(what([](Step& s) { s.cause = 1; }), "4cause");
  EXPECT_EQ(what([](Step& s) { s.key = "k"; }), "4key");
  EXPECT_EQ(what([](Step& s) { s.hash = "h"; }), "4hash");
  EXPECT_EQ(what([](Step&) {}), "5name");
}

TEST(DiffTest, TextShowsTheStepsBeforeAndBothSides) {
  Trace other = Walk();
  other.steps[4] = {.kind = Kind::kBinding, .node = "n", .name = "x"};
  EXPECT_EQ(DifferenceText(Walk(), "file", other, "model", 2),
            "     3  c\n     4  d\n     5  file   e\n        model  n: x\n");
}

TEST(DiffTest, TextNamesWhatTheLineOfAStepDoesNotShow) {
  Trace one = Walk();
  one.steps[0].hash = "1";
  Trace other = Walk();
  other.steps[0].hash = "2";
  EXPECT_EQ(DifferenceText(one, "a", other, "b"), "     1  a  a, hash 1\n        b  a, hash 2\n");
}

TEST(DiffTest, AShorterRunEnds) {
  Trace other = Walk();
  other.steps.pop_back();
  EXPECT_EQ(DifferenceText(Walk(), "a", other, "b", 0), "     5  a  e\n        b  ends\n");
}

}  // namespace
}  // namespace trace
