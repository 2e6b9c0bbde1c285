#include "cpn/values/error.h"

#include <gtest/gtest.h>

#include "base/temporary_folder.h"

namespace cpn {
namespace {

/// A file that lives as long as the test.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) : path_(folder_.Write("model.lua", text)) {}
  const std::string& path() const { return path_; }

 private:
  base::TemporaryFolder folder_;
  std::string path_;
};

TEST(ModelErrorTest, ShowsSourceLineWithCaretUnderColumn) {
  const TemporaryFile file("W = param(3)\n  Vote = enmu { \"yes\" }\n");
  const ModelError error({file.path(), 2, 10}, "unknown name enmu; did you mean enum?");
  EXPECT_EQ(error.what(), file.path() +
                              ":2:10: unknown name enmu; did you mean enum?\n"
                              "  Vote = enmu { \"yes\" }\n"
                              "         ^");
}

TEST(ModelErrorTest, UnderlinesSourceLineWhenColumnIsUnknown) {
  const TemporaryFile file("\tx = 1\t\r\n");
  EXPECT_EQ(std::string(ModelError({file.path(), 1, 0}, "wrong").what()),
            file.path() + ":1: wrong\n x = 1\n ^~~~~");
}

TEST(ModelErrorTest, LeavesOutSourceThatCannotBeShown) {
  const TemporaryFile file("one line\n   \n" + std::string(1000, 'x') + "\n");
  EXPECT_EQ(std::string(ModelError({"/no/such.lua", 7, 3}, "wrong").what()),
            "/no/such.lua:7:3: wrong");
  for (const int line : {2, 3, 4, 1000}) {  // blank, too long, past the end
    const std::string prefix = file.path() + ":" + std::to_string(line);
    EXPECT_EQ(std::string(ModelError({file.path(), line, 0}, "wrong").what()), prefix + ": wrong");
  }
}

TEST(ModelErrorTest, WithoutLocationIsTheMessage) {
  const ModelError error({}, "wrong");
  EXPECT_STREQ(error.what(), "wrong");
  EXPECT_EQ(error.message(), "wrong");
}

TEST(ModelErrorTest, LongMessageKeepsItsBeginAndItsEnd) {
  const std::string longest(4000, 'x');
  EXPECT_EQ(ModelError({}, longest).message(), longest);
  const ModelError error({"m.lua", 3, 0}, "begin" + std::string(50'000'000, 'x') + "end");
  EXPECT_EQ(error.message(), "begin" + std::string(3495, 'x') +
                                 " ... (49996008 bytes left out) ... " + std::string(497, 'x') +
                                 "end");
  EXPECT_EQ(std::string(error.what()), "m.lua:3: " + error.message());
}

TEST(ModelErrorTest, LongMessageIsCutBetweenCharacters) {
  std::string euros;
  for (int i = 0; i < 2000; ++i) euros += "\xE2\x82\xAC";
  for (const char* before : {"", "a", "ab"}) {
    const std::string message = ModelError({}, before + euros).message();
    EXPECT_NE(message.find("\xE2\x82\xAC ... ("), std::string::npos);
    EXPECT_NE(message.find(") ... \xE2\x82\xAC"), std::string::npos);
  }
}

}  // namespace
}  // namespace cpn
