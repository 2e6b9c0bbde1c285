#include "adapter/coverage/excluded_lines.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace adapter {
namespace {

using Regions = std::vector<std::pair<int, int>>;

constexpr const char* kSource =
    "int One() { return 1; }\n"
    "#ifdef TESTS  // GCOVR_EXCL_START\n"
    "int Two() { return 2; }\n"
    "#endif  // GCOVR_EXCL_STOP\n"
    "int Three() { return 3; }\n"
    "int Four() { return 4; }  // GCOVR_EXCL_START GCOVR_EXCL_STOP\n";

TEST(ExcludedLines, AreThoseBetweenMarkersAndTheMarkersOwn) {
  EXPECT_EQ(ExcludedRegions(kSource, "a.cc"), (Regions{{2, 4}, {6, 6}}));
  EXPECT_EQ(ExcludedRegions("", "a.cc"), Regions());
  EXPECT_EQ(ExcludedRegions("// GCOVR_EXCL_START\n// GCOVR_EXCL_STOP", "a.cc"), (Regions{{1, 2}}));
}

TEST(ExcludedLines, DoNotCount) {
  FileCoverage files;
  for (int line = 1; line <= 6; ++line) files["a.cc"][line] = {.count = line, .branches = {}};
  files["b.cc"] = files["a.cc"];
  files["not_there.cc"] = files["a.cc"];
  LeaveOutExcluded(files, [](const std::string& path) -> std::optional<std::string> {
    if (path == "not_there.cc") return std::nullopt;
    return path == "a.cc" ? kSource : "int Other() { return 1; }\n";
  });
  EXPECT_EQ(files["a.cc"], (SourceCoverage{{1, {1, {}}}, {5, {5, {}}}}));
  EXPECT_EQ(files["b.cc"].size(), 6u);
  EXPECT_EQ(files["not_there.cc"].size(), 6u);
}

TEST(ExcludedLines, AMarkerWithoutPartnerIsAnError) {
  const auto error_of = [](const char* source) -> std::string {
    try {
      ExcludedRegions(source, "a.cc");
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of("\n// GCOVR_EXCL_START\n"), "a.cc:2: GCOVR_EXCL_START has no GCOVR_EXCL_STOP");
  EXPECT_EQ(error_of("// GCOVR_EXCL_START\n// GCOVR_EXCL_START\n// GCOVR_EXCL_STOP\n"),
            "a.cc:1: GCOVR_EXCL_START has no GCOVR_EXCL_STOP");
  EXPECT_EQ(error_of("// GCOVR_EXCL_STOP\n"), "a.cc:1: GCOVR_EXCL_STOP has no GCOVR_EXCL_START");
}

}  // namespace
}  // namespace adapter
