// The checks on made-up trees: each violation is seen, and nothing else.
#include "tests/architecture/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// low <- high <- systems/one and systems/two; `extra` lines beside them.
Rules SmallRules() {
  Rules rules;
  rules.folders = {{"low", {}, {"side"}},
                   {"high", {"low"}},
                   {"side", {}},
                   {"systems/one", {"low", "high"}},
                   {"systems/two", {"low", "high"}},
                   {"tests/*", {"*"}}};
  rules.libraries = {{"lua.h", {"high"}}, {"boost/", {"systems/*"}}};
  rules.neutral_folders = {"low", "high"};
  rules.protocol_words = {"paxos", "acceptor"};
  return rules;
}

TEST(FolderRuleTest, AFolderWithoutRuleIsAViolation) {
  const SourceTree tree = {
      {"low/a.h", ""}, {"attic/b.cc", ""}, {"low/deep/c.cc", ""}, {"docs/d.txt", ""}};
  EXPECT_THAT(FoldersWithoutRule(tree, SmallRules()),
              ElementsAre("attic: has no rule; say in rules.cc what it may include",
                          "low/deep: has no rule; say in rules.cc what it may include"));
}

TEST(FolderRuleTest, AStarIsAboutSubfolders) {
  EXPECT_THAT(FoldersWithoutRule({{"tests/deep/er/a.cc", ""}}, SmallRules()), IsEmpty());
}

TEST(ArrowTest, AnIncludeAgainstTheArrowsIsAViolation) {
  const SourceTree tree = {{"low/a.h", "// low\n#include \"high/b.h\"\n"},
                           {"high/b.h", "#include \"low/a.h\"\n#include \"high/c.h\"\n"}};
  EXPECT_THAT(IncludesAgainstTheArrows(tree, SmallRules()),
              ElementsAre("low/a.h:2: includes high/b.h"));
}

TEST(ArrowTest, OneSystemDoesNotKnowAnother) {
  const SourceTree tree = {{"systems/one/a.cc", "#include \"systems/two/b.h\"\n"},
                           {"systems/two/b.h", ""}};
  EXPECT_THAT(IncludesAgainstTheArrows(tree, SmallRules()),
              ElementsAre("systems/one/a.cc:1: includes systems/two/b.h"));
}

TEST(ArrowTest, TestsMayIncludeMore) {
  const SourceTree tree = {{"low/a_test.cc", "#include \"side/s.h\"\n#include \"testing/t.h\"\n"},
                           {"low/b.cc", "#include \"side/s.h\"\n"},
                           {"tests/all/c.cc", "#include \"high/h.h\"\n"},
                           {"high/h.h", ""},
                           {"side/s.h", ""},
                           {"testing/t.h", ""}};
  EXPECT_THAT(IncludesAgainstTheArrows(tree, SmallRules()),
              ElementsAre("low/b.cc:1: includes side/s.h"));
}

TEST(ArrowTest, AnExemptFileIsLeftAlone) {
  Rules rules = SmallRules();
  rules.exempt_files = {{"low/a.h", "because"}};
  const SourceTree tree = {{"low/a.h", "#include \"high/b.h\"\n"}, {"high/b.h", ""}};
  EXPECT_THAT(IncludesAgainstTheArrows(tree, rules), IsEmpty());
}

TEST(LibraryTest, OnlyOwnersIncludeALibrary) {
  const SourceTree tree = {{"low/a.cc", "#include <lua.hpp>\n#include <lunch.h>\n"},
                           {"high/b.cc", "#include <lua.hpp>\n#include <boost/graph.hpp>\n"},
                           {"systems/one/c.cc", "#include <boost/graph.hpp>\n"}};
  EXPECT_THAT(LibrariesOutsideTheirOwners(tree, SmallRules()),
              ElementsAre("high/b.cc:2: includes boost/graph.hpp", "low/a.cc:1: includes lua.hpp"));
}

TEST(CycleTest, HeadersOfFoldersThatIncludeEachOtherAreAViolation) {
  const SourceTree tree = {{"a/1.h", "#include \"b/1.h\"\n"},
                           {"b/1.h", "#include \"c/1.h\"\n"},
                           {"c/1.h", "#include \"a/2.h\"\n"},
                           {"d/1.h", "#include \"a/1.h\"\n"}};
  EXPECT_THAT(CyclesBetweenFolders(tree), ElementsAre("cycle of folders: a, b, c"));
}

TEST(CycleTest, SourcesDoNotMakeACycleOfFolders) {
  const SourceTree tree = {{"a/1.cc", "#include \"b/1.h\"\n"}, {"b/1.h", "#include \"a/2.h\"\n"}};
  EXPECT_THAT(CyclesBetweenFolders(tree), IsEmpty());
}

TEST(CycleTest, ModulesThatIncludeEachOtherAreAViolation) {
  const SourceTree tree = {{"a/x.h", ""},
                           {"a/x.cc", "#include \"a/x.h\"\n#include \"a/y.h\"\n"},
                           {"a/y.h", "#include \"a/x.h\"\n"},
                           {"a/z.h", "#include \"a/x.h\"\n"},
                           {"a/x_test.cc", "#include \"a/z.h\"\n"}};
  EXPECT_THAT(CyclesBetweenModules(tree), ElementsAre("cycle of modules in a: a/x, a/y"));
}

TEST(ProtocolWordTest, AWordInANeutralFolderIsAViolation) {
  const SourceTree tree = {{"low/a.h", "// nothing here\n// as Paxos has it\n"},
                           {"high/b.cc", "class AcceptorView;\nint paxos_port;\n"},
                           {"systems/one/c.h", "// Paxos\n"}};
  EXPECT_THAT(ProtocolWords(tree, SmallRules()),
              ElementsAre("high/b.cc:1: a neutral folder says 'acceptor'",
                          "high/b.cc:2: a neutral folder says 'paxos'",
                          "low/a.h:2: a neutral folder says 'paxos'"));
}

TEST(ProtocolWordTest, PartsOfOtherWordsAreNone) {
  EXPECT_THAT(ProtocolWords({{"low/a.h", "// paxosy, acceptors\n"}}, SmallRules()), IsEmpty());
}

TEST(TestCodeTest, ProductionIncludesNone) {
  const SourceTree tree = {{"a/b.cc", "#include <gtest/gtest.h>\n#include \"a/testing.h\"\n"},
                           {"a/c.h", "#include \"testing/files.h\"\n"},
                           {"a/testing.h", "#include <gtest/gtest.h>\n"},
                           {"a/b_test.cc", "#include \"a/testing.h\"\n"}};
  EXPECT_THAT(TestCodeInProduction(tree),
              ElementsAre("a/b.cc:1: includes gtest/gtest.h", "a/b.cc:2: includes a/testing.h",
                          "a/c.h:1: includes testing/files.h"));
}

TEST(GuardTest, AHeaderNeedsOne) {
  EXPECT_THAT(HeadersWithoutGuard({{"a/b.h", "#pragma once\n"}, {"a/c.h", "int c;\n"}}),
              ElementsAre("a/c.h: has no #pragma once"));
}

TEST(CommentTest, ALineHas100Columns) {
  const std::string code(101, 'x');
  const SourceTree tree = {{"a/a.cc", "  //" + std::string(96, 'x') + "\n" + code + "\n"},
                           {"a/b.h", "\n  ///" + std::string(96, 'x') + "\n"}};
  EXPECT_THAT(LongComments(tree),
              ElementsAre("a/b.h:2: a comment of 101 columns; the limit is 100"));
}

TEST(WordTest, IdentifiersAreSplit) {
  std::vector<std::string> words;
  for (const Word& word : WordsOf("PaxosCase paxos_server kPaxos2b XMLPaxos")) {
    words.push_back(word.text);
  }
  EXPECT_THAT(words,
              ElementsAre("paxos", "case", "paxos", "server", "k", "paxos", "b", "xmlpaxos"));
}

}  // namespace
}  // namespace architecture
