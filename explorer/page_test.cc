#include "explorer/page.h"

#include <gtest/gtest.h>

#include <string_view>

namespace explorer {
namespace {

TEST(Page, EveryFileIsTheOneOfItsName) {
  ASSERT_EQ(PageNames().size(), PageTexts().size());
  EXPECT_TRUE(FindPageFile("")->text.starts_with("<!DOCTYPE html>"));
  EXPECT_NE(FindPageFile("style.css")->text.find(":root"), std::string_view::npos);
  EXPECT_NE(FindPageFile("net.js")->text.find("export class Net"), std::string_view::npos);
  EXPECT_NE(FindPageFile("steps.js")->text.find("export function drawSteps"),
            std::string_view::npos);
  EXPECT_FALSE(FindPageFile("../CMakeLists.txt"));
}

TEST(Page, NothingComesFromElsewhere) {
  for (const std::string_view name : PageNames()) {
    const std::string_view text = FindPageFile(name)->text;
    for (std::size_t at = 0; (at = text.find("://", at)) != std::string_view::npos; ++at) {
      // The name of the SVG language looks like an address and is none.
      EXPECT_EQ(text.substr(at, 17), "://www.w3.org/200") << name;
    }
    EXPECT_EQ(text.find("url("), std::string_view::npos) << name;
    EXPECT_EQ(text.find("innerHTML"), std::string_view::npos) << name;
  }
}

TEST(Page, HasNoScriptOrStyleThatThePolicyForbids) {
  const std::string_view page = FindPageFile("")->text;
  EXPECT_EQ(page.find("style="), std::string_view::npos);
  EXPECT_EQ(page.find("<style"), std::string_view::npos);
  EXPECT_EQ(page.find(" onclick"), std::string_view::npos);
  EXPECT_EQ(page.find("<script>"), std::string_view::npos);
}

}  // namespace
}  // namespace explorer
