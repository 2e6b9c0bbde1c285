// The checks of the CMake files on made-up trees.
#include "tests/architecture/cmake_checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CMakeTest, NothingHidesBehindExists) {
  const SourceTree tree = {{"CMakeLists.txt", "project(p)\nif(EXISTS a)\nendif()\n"},
                           {"a/CMakeLists.txt", "if(NOT ARG_GRPC)\nendif()\n"}};
  EXPECT_THAT(HiddenBehindExists(tree),
              ElementsAre("CMakeLists.txt:2: hides what is missing behind if(EXISTS"));
}

TEST(CMakeTest, ALineHas100Columns) {
  const std::string full(100, 'x');
  const SourceTree tree = {{"a/CMakeLists.txt", full + "\n"},
                           {"cmake/a.cmake", "\n" + full + "x\n"},
                           {"a/a.cc", full + full + "\n"}};
  EXPECT_THAT(LongCMakeLines(tree),
              ElementsAre("cmake/a.cmake:2: has 101 columns; the limit is 100"));
}

TEST(CMakeTest, AFolderFindsWhatItLinks) {
  const SourceTree tree = {
      {"a/CMakeLists.txt", "find_package(fmt REQUIRED)\nlibrary(a\n  DEPS b fmt::fmt)\n"},
      {"b/CMakeLists.txt", "library(b\n  PUBLIC_DEPS\n    a fmt::fmt)\n"}};
  EXPECT_THAT(LibrariesNotFoundWhereLinked(tree),
              ElementsAre("b/CMakeLists.txt:3: links fmt::fmt without find_package(fmt REQUIRED)"));
}

TEST(CMakeTest, NamesOfFunctionsAreNoLibraries) {
  const SourceTree tree = {
      {"CMakeLists.txt", "embed(FUNCTION space::Name)\nlibrary(a DEPS b)  # not fmt::fmt\n"},
      {"cmake/a.cmake", "target_link_libraries(a PRIVATE Threads::Threads)\n"}};
  EXPECT_THAT(LibrariesNotFoundWhereLinked(tree), IsEmpty());
}

}  // namespace
}  // namespace architecture
