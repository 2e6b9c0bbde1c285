#include "adapter/gcov.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace adapter {
namespace {

using Json = nlohmann::json;
using Counts = std::vector<std::int64_t>;

Json Edge(int count, bool fallthrough, bool throws) {
  return {{"count", count}, {"fallthrough", fallthrough}, {"throw", throws}};
}
Json Next(int count) { return Edge(count, true, false); }
Json Jump(int count) { return Edge(count, false, false); }
Json Throw(int count) { return Edge(count, false, true); }

struct Function {
  const char* name;
  int line;
  int column;
};

Json LineOf(int number, int count, const char* function, const std::vector<Json>& branches) {
  return {{"line_number", number},
          {"count", count},
          {"function_name", function},
          {"branches", branches}};
}

// What gcov prints for an object with one source.
std::string Object(const std::string& path, const std::vector<Function>& functions,
                   const std::vector<Json>& lines) {
  Json file = {{"file", path}, {"functions", Json::array()}, {"lines", lines}};
  for (const Function& function : functions) {
    file["functions"].push_back({{"name", function.name},
                                 {"start_line", function.line},
                                 {"start_column", function.column}});
  }
  return Json{{"files", {file}}}.dump() + "\n";
}

// The branches that are left of a line of one function.
Counts Left(const std::vector<Json>& branches) {
  const std::string output = Object("/root/a.cc", {{"f", 1, 6}}, {LineOf(2, 9, "f", branches)});
  return ParseGcov(output, "/root").at("a.cc").at(2).branches;
}

TEST(Gcov, BothEdgesOfACallThatMayThrowAreLeftOut) {
  EXPECT_EQ(Left({Next(5), Throw(0)}), Counts{});
  EXPECT_EQ(Left({Next(0), Throw(0), Next(0), Throw(0)}), Counts{});
}

TEST(Gcov, DecisionsStayWhereverTheyAre) {
  EXPECT_EQ(Left({Next(1), Jump(2)}), (Counts{1, 2}));
  EXPECT_EQ(Left({Jump(1), Next(2)}), (Counts{1, 2}));
  EXPECT_EQ(Left({Next(1), Jump(2), Next(3), Throw(4)}), (Counts{1, 2}));
  EXPECT_EQ(Left({Next(3), Throw(4), Next(1), Jump(2)}), (Counts{1, 2}));
  EXPECT_EQ(Left({Jump(1), Next(2), Next(3), Throw(4), Jump(5), Next(6)}), (Counts{1, 2, 5, 6}));
}

TEST(Gcov, InstancesOfATemplateInSeveralObjectsAreOne) {
  const std::string first = Object(
      "/root/a.h", {{"f<int>", 1, 6}, {"f<char>", 1, 6}},
      {LineOf(2, 3, "f<int>", {Next(3), Jump(0)}), LineOf(2, 0, "f<char>", {Next(0), Jump(0)})});
  const std::string second =
      Object("/root/a.h", {{"f<char>", 1, 6}}, {LineOf(2, 4, "f<char>", {Next(3), Jump(1)})});
  EXPECT_EQ(ParseGcov(first + second, "/root"), (FileCoverage{{"a.h", {{2, {7, {6, 1}}}}}}));
}

TEST(Gcov, FunctionsOfALineKeepTheirBranches) {
  const std::string output =
      Object("/root/a.cc", {{"f", 1, 6}, {"lambda", 2, 8}},
             {LineOf(2, 1, "f", {Next(1), Jump(0)}), LineOf(2, 5, "lambda", {Next(2), Jump(3)})});
  EXPECT_EQ(ParseGcov(output, "/root").at("a.cc").at(2), (LineCoverage{6, {1, 0, 2, 3}}));
}

TEST(Gcov, OtherPeoplesSourcesAreLeftOut) {
  EXPECT_EQ(ParseGcov(Object("/usr/include/a.h", {}, {}) + Object("/rooted/a.h", {}, {}), "/root"),
            FileCoverage{});
}

TEST(Gcov, SomethingElseIsRefused) {
  for (const char* output : {"{}", "a.gcda:stamp mismatch with notes file\n"}) {
    try {
      ParseGcov(output, "/root");
      FAIL();
    } catch (const std::runtime_error& error) {
      EXPECT_EQ(error.what(), fmt::format("this is not gcov's JSON (format 1): {}",
                                          std::string(output).substr(0, 37)));
    }
  }
}

TEST(Gcov, TraceForGcovrHasCounts) {
  EXPECT_EQ(
      GcovrTrace({{"a.cc", {{2, {6, {1, 0}}}}}}),
      R"({"files":[{"file":"a.cc","functions":[],"lines":[{"branches":[{"count":1,"fallthrough":false,"throw":false},{"count":0,"fallthrough":false,"throw":false}],"count":6,"gcovr/excluded":false,"gcovr/noncode":false,"line_number":2}]}],"gcovr/format_version":"0.3"})");
}

}  // namespace
}  // namespace adapter
