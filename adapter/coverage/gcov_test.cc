#include "adapter/coverage/gcov.h"

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

// From a line and column to the end of another line.
struct Function {
  int line;
  int column;
  int end;
};

Json LineOf(int number, int count, const std::vector<Json>& branches) {
  return {{"line_number", number}, {"count", count}, {"branches", branches}};
}

// What gcov prints for an object with one source.
std::string Object(const std::string& path, const std::vector<Function>& functions,
                   const std::vector<Json>& lines) {
  Json file = {{"file", path}, {"functions", Json::array()}, {"lines", lines}};
  for (const Function& function : functions) {
    file["functions"].push_back({{"start_line", function.line},
                                 {"start_column", function.column},
                                 {"end_line", function.end},
                                 {"end_column", 1}});
  }
  return Json{{"files", {file}}}.dump() + "\n";
}

// The branches that are left of a line of one function.
Counts Left(const std::vector<Json>& branches) {
  const std::string output = Object("/root/a.cc", {{1, 6, 3}}, {LineOf(2, 9, branches)});
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
  const std::string first =
      Object("/root/a.h", {{1, 6, 3}, {1, 6, 3}},
             {LineOf(2, 3, {Next(3), Jump(0), Next(4), Throw(0), Next(0), Jump(0)})});
  const std::string second = Object("/root/a.h", {{1, 6, 3}}, {LineOf(2, 4, {Next(3), Jump(1)})});
  EXPECT_EQ(ParseGcov(first + second, "/root"), (FileCoverage{{"a.h", {{2, {7, {6, 1}}}}}}));
}

TEST(Gcov, LinesThatAreListedForEachInstanceKeepTheirBranches) {
  Json first = LineOf(2, 1, {Next(1), Jump(0)});
  Json second = LineOf(2, 3, {Next(1), Jump(2)});
  first["function_name"] = "f<int>";
  second["function_name"] = "f<char>";
  const std::string output = Object("/root/a.h", {{1, 6, 3}, {1, 6, 3}}, {first, second});
  EXPECT_EQ(ParseGcov(output, "/root"), (FileCoverage{{"a.h", {{2, {4, {2, 2}}}}}}));
}

TEST(Gcov, FunctionsInOneAnotherKeepTheirBranches) {
  const std::vector<Function> functions = {{1, 6, 9}, {2, 3, 4}, {2, 3, 4}, {6, 3, 6}};
  const std::vector<Json> four = {Next(1), Jump(0), Next(0), Jump(3)};
  const SourceCoverage lines =
      ParseGcov(Object("/root/a.cc", functions,
                       {LineOf(1, 1, four), LineOf(3, 1, four), LineOf(5, 1, four)}),
                "/root")
          .at("a.cc");
  EXPECT_EQ(lines.at(1).branches, (Counts{1, 0, 0, 3}));
  EXPECT_EQ(lines.at(3).branches, (Counts{1, 3}));
  EXPECT_EQ(lines.at(5).branches, (Counts{1, 0, 0, 3}));
}

TEST(Gcov, InstancesWithDifferentBranchesCountBoth) {
  const std::string output =
      Object("/root/a.h", {{1, 6, 3}, {1, 6, 3}}, {LineOf(2, 2, {Next(1), Jump(0), Next(1)})}) +
      Object("/root/a.h", {{1, 6, 3}}, {LineOf(2, 1, {Next(0), Jump(1)})});
  EXPECT_EQ(ParseGcov(output, "/root").at("a.h").at(2).branches, (Counts{0, 1, 1, 0, 1}));
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
