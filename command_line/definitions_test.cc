#include "command_line/definitions.h"

#include <gtest/gtest.h>

namespace command_line {
namespace {

using Values = std::map<std::string, std::string>;

TEST(DefinitionsTest, TheFirstEqualsSignSeparates) {
  Values values;
  EXPECT_EQ(ReadDefinitions("-D", "NAME=VALUE", {"N=3", "url=a=b", "empty="}, values),
            std::nullopt);
  EXPECT_EQ(values, (Values{{"N", "3"}, {"url", "a=b"}, {"empty", ""}}));
}

TEST(DefinitionsTest, OneWithoutAName) {
  Values values;
  EXPECT_EQ(ReadDefinitions("-D", "NAME=VALUE", {"=3"}, values), "-D =3: write NAME=VALUE");
  EXPECT_EQ(ReadDefinitions("--initial", "PLACE=INSCRIPTION", {"Requests"}, values),
            "--initial Requests: write PLACE=INSCRIPTION");
}

TEST(DefinitionsTest, OneNameTwice) {
  Values values;
  EXPECT_EQ(ReadDefinitions("-D", "NAME=VALUE", {"N=3", "N=4"}, values), "-D N=4: N is set twice");
}

}  // namespace
}  // namespace command_line
