// Seeded mutations of suites and other documents: whatever the bytes, the reader gives a suite that
// can be written and read again, or one ParseError; it never crashes, and the dev preset sees that
// it never reads what is not there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "adapter/systems/paxos/cases/test_util.h"
#include "adapter/systems/testing/typed_suite.h"
#include "base/random.h"
#include "testing/files.h"
#include "testing/paths.h"
#include "xml/xml.h"

namespace cases {
namespace {

using base::Random;

constexpr int kMutationsPerSuite = 400;
constexpr int kMutationsOfADocument = 20'000;

/// Markup, values and bytes that parsers stumble over.
std::string Piece(Random& random) {
  static const std::string kPieces[] = {"<",
                                        ">",
                                        "/",
                                        "\"",
                                        "&",
                                        "&amp;",
                                        "&#0;",
                                        "&#x41;",
                                        "<!--",
                                        "-->",
                                        "<![CDATA[",
                                        "]]>",
                                        "<?xml ",
                                        "?>",
                                        "<!DOCTYPE a>",
                                        "--",
                                        "-",
                                        "!",
                                        "]",
                                        "<!DOCTYPE",
                                        "<!ENTITY",
                                        "<a b='c'/>",
                                        "<?p x?>",
                                        "xml",
                                        "<ID>",
                                        "</ID>",
                                        "<Rnd/>",
                                        "TestCase",
                                        "=",
                                        "\xFF",
                                        "\xC3",
                                        "\u00e9",
                                        "-1",
                                        "99999999999999999999",
                                        "true",
                                        "",
                                        " ",
                                        "\n",
                                        "\r",
                                        "<TestValues>",
                                        "</TestValues>",
                                        "<Leader>8080</Leader>",
                                        "M1",
                                        "CaseID=\"1\""};
  const std::size_t choice = random.Below(std::size(kPieces) + 1);
  if (choice < std::size(kPieces)) return kPieces[choice];
  return std::string(1, static_cast<char>(random.Below(256)));
}

/// One to four edits: an insertion, a deletion, a replacement, or a copy of another stretch.
std::string Mutate(std::string text, Random& random) {
  for (std::size_t edits = 1 + random.Below(4); edits > 0; --edits) {
    const std::size_t at = random.Below(text.size() + 1);
    const std::size_t length = std::min<std::size_t>(random.Below(12), text.size() - at);
    switch (random.Below(4)) {
      case 0:
        text.insert(at, Piece(random));
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.replace(at, length, Piece(random));
        break;
      default:
        text.insert(at, text.substr(random.Below(text.size() + 1), random.Below(200)));
    }
  }
  return text;
}

struct Outcomes {
  int accepted = 0;
  int refused = 0;
};

void TryMutations(const std::string& text, std::uint64_t seed, Outcomes& outcomes) {
  Random random(seed);
  for (int i = 0; i < kMutationsPerSuite; ++i) {
    const std::string mutant = Mutate(text, random);
    try {
      const Suite suite = ParseSuite(mutant, "a.xml");
      ASSERT_EQ(ParseSuite(WriteSuite(suite), "b.xml"), suite) << mutant;
      ++outcomes.accepted;
    } catch (const base::ParseError& error) {
      ASSERT_TRUE(std::string(error.what()).starts_with("a.xml:")) << error.what();
      ASSERT_GE(error.line(), 1);
      ASSERT_GE(error.column(), 1);
      ++outcomes.refused;
    }
  }
}

TEST(MutationTest, AMutatedSuiteIsASuiteOrAnError) {
  Outcomes outcomes;
  std::uint64_t seed = 1;
  for (const auto& [kind, text] : testing::Examples()) TryMutations(text, seed++, outcomes);
  for (const std::string& file : test::FilesBelow(test::CorpusPath("/paxos-suites"), ".xml")) {
    TryMutations(test::ReadFile(file), seed++, outcomes);
  }
  EXPECT_GT(outcomes.accepted, 0);
  EXPECT_GT(outcomes.refused, outcomes.accepted);
  RecordProperty("accepted", outcomes.accepted);
  RecordProperty("refused", outcomes.refused);
}

TEST(MutationTest, AMutatedDocumentIsAnElementOrAnError) {
  const std::string document =
      "<?xml version=\"1.0\"?>\n<A x=\"1\" y='2'><!-- c --><B>t&lt;<![CDATA[q]]></B><C/><?p "
      "q?></A>\n";
  Random random(1);
  Outcomes outcomes;
  for (int i = 0; i < kMutationsOfADocument; ++i) {
    const std::string mutant = Mutate(document, random);
    try {
      const xml::Element element = xml::Parse(mutant, "a.xml");
      ASSERT_EQ(xml::Parse(xml::Write(element), "b.xml"), element) << mutant;
      ++outcomes.accepted;
    } catch (const base::ParseError& error) {
      ASSERT_GE(error.line(), 1) << error.what();
      ++outcomes.refused;
    }
  }
  EXPECT_GT(outcomes.accepted, 0);
  EXPECT_GT(outcomes.refused, outcomes.accepted);
}

TEST(MutationTest, ATruncatedSuiteIsAnError) {
  for (const auto& [kind, text] : testing::Examples()) {
    for (std::size_t size = 0; size + 1 < text.size(); ++size) {
      ASSERT_NE(testing::SuiteError(text.substr(0, size)), "") << kind << " " << size;
    }
  }
}

}  // namespace
}  // namespace cases
