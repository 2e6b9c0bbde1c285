// Functions of a model that change what outlives their call.
#include <gtest/gtest.h>

#include <string>

#include "cpn/lua/run/test_specification.h"
#include "cpn/lua/testing.h"

namespace cpn::lua {
namespace {

using testing::LoadText;
using testing::StepErrorOf;

constexpr char kPlaces[] = "var { i = INT }\nP = place(INT, { 1, 2, 3 })\n";

/// What the first step says of a model with this text before a transition whose guard calls f(i).
std::string ErrorOf(const std::string& text) {
  return StepErrorOf(kPlaces + text +
                     "\nT = transition { input = { P(i) }, guard = function(i) "
                     "return f(i) end }\n");
}

/// Does the error say that this is not what it was?
bool Says(const std::string& error, const std::string& what) {
  return error.find(what +
                    " is no longer what it was when the model was loaded: functions of a model are "
                    "pure, they change nothing that outlives their call") != std::string::npos;
}

TEST(SharedStateTest, LocalVariableOutsideAGuard) {
  EXPECT_EQ(StepErrorOf(std::string(kPlaces) +
                        "local n = 0\nT = transition { input = { P(i) }, guard = function(i)\n"
                        "  n = n + 1\n  return true\nend }\n"),
            "init.lua:4:44: what a function keeps in a local variable is no longer what it was "
            "when the model was loaded: functions of a model are pure, they change nothing that "
            "outlives their call, with i = 1\n"
            "T = transition { input = { P(i) }, guard = function(i)\n"
            "                                           ^");
}

TEST(SharedStateTest, TableInALocalVariable) {
  const std::string error =
      ErrorOf("local seen = {}\nfunction f(i) seen[i] = true return true end");
  EXPECT_TRUE(Says(error, "the table seen")) << error;
}

TEST(SharedStateTest, GlobalTable) {
  const std::string error =
      ErrorOf("seen = { n = 1 }\nfunction f(i) seen.n = i + 1 return true end");
  EXPECT_TRUE(Says(error, "the table seen")) << error;
}

TEST(SharedStateTest, TableInsideATable) {
  const std::string error =
      ErrorOf("seen = { inner = { n = 1 } }\nfunction f(i) seen.inner.n = i + 1 return true end");
  EXPECT_TRUE(Says(error, "the table seen.inner")) << error;
}

TEST(SharedStateTest, InsertAndSort) {
  std::string error =
      ErrorOf("list_of = {}\nfunction f(i) table.insert(list_of, i) return true end");
  EXPECT_TRUE(Says(error, "the table list_of")) << error;
  error = ErrorOf("list_of = { 2, 1 }\nfunction f(i) table.sort(list_of) return true end");
  EXPECT_TRUE(Says(error, "the table list_of")) << error;
}

TEST(SharedStateTest, Iterators) {
  std::string error =
      ErrorOf("local it = (\"abc\"):gmatch(\".\")\nfunction f(i) it() return true end");
  EXPECT_TRUE(Says(error, "what it keeps in a local variable")) << error;
  error = ErrorOf("local it, t = pairs { 1, 2 }\nfunction f(i) it(t) return true end");
  EXPECT_TRUE(Says(error, "what it keeps in a local variable")) << error;
}

TEST(SharedStateTest, LateChange) {
  const std::string error = StepErrorOf(
      "var { i = INT }\nP = place(INT, range_list(1, 40))\nlocal n = 0\n"
      "T = transition { input = { P(i) }, guard = function(i)\n"
      "  if i == 20 then n = 1 end\n  return true\nend }\n");
  EXPECT_TRUE(Says(error, "what a function keeps in a local variable")) << error;
}

TEST(SharedStateTest, HooksOfTests) {
  const auto model = LoadText(std::string(kPlaces) +
                              "local n = 0\nT = transition { input = { P(i) } }\n"
                              "test \"t\" { observe = { [T] = function(i)\n  n = n + 1\n"
                              "  return stimulus(\"S\", { n = n })\nend } }\n");
  const BindingElementId element = model->engine().Enabled(model->engine().InitialMarking())[0];
  try {
    model->Specification("t").Observe(model->engine().Element(element));
    FAIL() << "no error";
  } catch (const ModelError& e) {
    EXPECT_TRUE(Says(e.what(), "what a function keeps in a local variable")) << e.what();
  }
}

TEST(SharedStateTest, WhatACallMakesIsItsOwn) {
  EXPECT_EQ(ErrorOf("local function add(list, x) list[#list + 1] = x end\n"
                    "function f(i)\n  local sum, list = 0, {}\n"
                    "  map({ 1, 2 }, function(x) sum = sum + x add(list, x) end)\n"
                    "  return sum == 3 and #list == 2\nend"),
            "");
}

TEST(SharedStateTest, LoadingMayChangeWhatItShares) {
  EXPECT_EQ(ErrorOf("local n = 0\nlocal function next_number() n = n + 1 return n end\n"
                    "A, B = next_number(), next_number()\nfunction f(i) return i + A + B > 0 end"),
            "");
}

}  // namespace
}  // namespace cpn::lua
