#include "base/digest.h"

#include <gtest/gtest.h>

#include <vector>

namespace base {
namespace {

std::string Of(const std::vector<std::string>& texts) {
  Digest digest;
  for (const std::string& text : texts) digest.Add(text);
  return digest.Text();
}

TEST(DigestTest, IsTheSameForTheSameTexts) {
  EXPECT_EQ(Of({"ab", "c"}), Of({"ab", "c"}));
  EXPECT_EQ(Of({}), "cbf29ce484222325");
  EXPECT_EQ(Of({"model"}).size(), 16u);
}

TEST(DigestTest, TellsTextsApartAndWhereTheyEnd) {
  EXPECT_NE(Of({"ab", "c"}), Of({"a", "bc"}));
  EXPECT_NE(Of({"ab"}), Of({"ab", ""}));
  EXPECT_NE(Of({"ab"}), Of({"ba"}));
}

}  // namespace
}  // namespace base
