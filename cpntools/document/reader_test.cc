#include "cpntools/document/reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "testing/paths.h"

namespace cpntools {
namespace {

std::string File(const std::string& globbox, const std::string& pages) {
  return "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n"
         "<!DOCTYPE workspaceElements PUBLIC \"-//CPN//DTD CPNXML 1.0//EN\" \"cpn.dtd\">\n"
         "<workspaceElements><cpnet><globbox>" +
         globbox + "</globbox>\n" + pages + "</cpnet></workspaceElements>\n";
}

std::string Page(const std::string& content, const std::string& id = "page") {
  return "<page id=\"" + id + "\"><pageattr name=\"Top\"/>" + content + "</page>";
}

constexpr const char* kPlace =
    "<place id=\"p\"><text>A\nB</text><type><text>INT</text></type>"
    "<initmark><text>\n  1`1++\n2`2 </text></initmark></place>";
constexpr const char* kTransition = "<trans id=\"t\"><text>T</text></trans>";

Document Read(const std::string& text) { return ReadDocument(text, "m.cpn"); }

std::string ErrorOf(const std::string& text) {
  try {
    Read(text);
  } catch (const ReadError& e) {
    return e.what();
  }
  return "no error";
}

/// The first line of the message.
std::string FirstLineOf(const std::string& message) {
  return message.substr(0, message.find('\n'));
}

TEST(Reader, DeclarationsKeepTheirOrderAndBlocks) {
  const Document document = Read(File(
      "<ml id=\"a\">val n = 3;<layout>val n = 3;</layout></ml><block id=\"b\"><id>Colours</id>"
      "<color id=\"c\"><id>D</id><index><ml>1</ml><ml>n</ml><id>d</id></index></color></block>",
      ""));
  ASSERT_EQ(document.declarations.size(), 3u);
  EXPECT_EQ(document.declarations[0].ml.text, "val n = 3;");
  EXPECT_EQ(document.declarations[1].kind, Declaration::Kind::kBlock);
  EXPECT_EQ(document.declarations[1].name, "Colours");
  EXPECT_EQ(document.declarations[2].constructor, Declaration::Constructor::kIndex);
  EXPECT_EQ(document.declarations[2].bounds[1].text, "n");
  EXPECT_EQ(document.declarations[2].fields[0].name, "d");
}

TEST(Reader, GlobalReferencesAreValuesThatReferToTheirs) {
  const Document document =
      Read(File("<globref id=\"a\"><id>n</id><ml>1 +\n 2</ml></globref>", ""));
  ASSERT_EQ(document.declarations.size(), 1u);
  EXPECT_EQ(document.declarations[0].kind, Declaration::Kind::kMl);
  EXPECT_EQ(document.declarations[0].ml.text, "val n = ref (1 +\n 2)");
}

TEST(Reader, UnionsHaveConstructorsWithAndWithoutArguments) {
  const Document document =
      Read(File("<color id=\"c\"><id>P</id><union><unionfield><id>Data</id><type><id>NO</id></type>"
                "</unionfield><unionfield><id>End</id></unionfield></union></color>",
                ""));
  const std::vector<Declaration::Field>& fields = document.declarations[0].fields;
  ASSERT_EQ(fields.size(), 2u);
  EXPECT_EQ(fields[0].type, "NO");
  EXPECT_EQ(fields[1].name, "End");
  EXPECT_EQ(fields[1].type, "");
}

TEST(Reader, TimedColourSetsAreMarked) {
  const Document document = Read(File("<color id=\"c\"><id>T</id><timed/><int/></color>", ""));
  EXPECT_TRUE(document.declarations[0].timed);
}

TEST(Reader, InscriptionsKeepTheirPlaceInTheFile) {
  const Document document = Read(File("", Page(kPlace)));
  const Place& place = document.pages[0].places[0];
  EXPECT_EQ(place.name, "A\nB");
  EXPECT_EQ(place.initial.text, "1`1++\n2`2");
  EXPECT_EQ(place.initial.line, 6);
  EXPECT_EQ(place.initial.column, 3);
}

TEST(Reader, LatinOneIsRead) {
  const Document document = Read(File("<ml id=\"a\">val a = \"\xE9\"</ml>", ""));
  EXPECT_EQ(document.declarations[0].ml.text, "val a = \"\xC3\xA9\"");
}

TEST(Reader, SubstitutionTransitionsAssignPortsToSockets) {
  const std::string below =
      Page("<place id=\"q\"><text>Q</text><port id=\"x\" type=\"In\"/></place>", "below");
  const Document document = Read(
      File("", Page(std::string(kPlace) + "<trans id=\"t\"><text>T</text><subst subpage=\"below\" "
                                          "portsock=\"(q,p)\"/></trans>") +
                   below));
  const Transition& transition = document.pages[0].transitions[0];
  EXPECT_EQ(transition.subpage, "below");
  ASSERT_EQ(transition.assignments.size(), 1u);
  EXPECT_EQ(transition.assignments[0].port, "q");
  EXPECT_EQ(transition.assignments[0].socket, "p");
}

TEST(Reader, AssignmentOfNoPortIsAnError) {
  const std::string below = Page("<place id=\"q\"><text>Q</text></place>", "below");
  EXPECT_EQ(
      FirstLineOf(ErrorOf(File(
          "", Page(std::string(kPlace) + "<trans id=\"t\"><text>T</text><subst subpage=\"below\" "
                                         "portsock=\"(q,p)\"/></trans>") +
                  below))),
      "m.cpn:7:1: page Top, substitution transition T: q is assigned, which is no port place "
      "of page Top");
}

TEST(Reader, ArcToNothingIsAnError) {
  EXPECT_EQ(
      FirstLineOf(ErrorOf(File("", Page(std::string(kPlace) + kTransition +
                                        "<arc id=\"a\" orientation=\"PtoT\"><transend idref=\"t\"/>"
                                        "<placeend idref=\"z\"/></arc>")))),
      "m.cpn:7:1: page Top: an arc that does not join a place and a transition of its page");
}

TEST(Reader, UnknownOrientationIsAnError) {
  EXPECT_EQ(
      FirstLineOf(ErrorOf(File("", Page(std::string(kTransition) +
                                        "<arc id=\"a\" orientation=\"Up\"><transend idref=\"t\"/>"
                                        "<placeend idref=\"p\"/></arc>")))),
      "m.cpn:4:75: unknown orientation \"Up\" of an arc");
}

TEST(Reader, UnknownKindOfColourSetIsAnError) {
  EXPECT_EQ(FirstLineOf(ErrorOf(File("<color id=\"c\"><id>X</id><matrix/></color>", ""))),
            "m.cpn:3:60: unknown kind of colour set <matrix>");
}

TEST(Reader, SameIdTwiceIsAnError) {
  EXPECT_EQ(FirstLineOf(ErrorOf(File("", Page(std::string(kTransition) + kTransition)))),
            "m.cpn:4:75: second object with the id t");
}

TEST(Reader, BrokenXmlIsAnErrorWithItsPlace) {
  EXPECT_EQ(FirstLineOf(ErrorOf("<workspaceElements>\n<cpnet>")),
            "m.cpn:2:1: no end tag for <cpnet>");
}

TEST(Reader, OtherXmlIsAnError) {
  EXPECT_EQ(FirstLineOf(ErrorOf("<Test></Test>")),
            "m.cpn:1:1: a .cpn file is a <workspaceElements> element, not <Test>");
}

struct ModelFile {
  const char* name;
  std::size_t pages;
  std::size_t transitions;
  std::size_t arcs;
};

void ExpectIsReadWhole(const std::string& path, const ModelFile& expected) {
  const Document document = ReadDocumentFile(path);
  std::size_t transitions = 0;
  std::size_t arcs = 0;
  for (const cpntools::Page& page : document.pages) {
    transitions += page.transitions.size();
    arcs += page.arcs.size();
  }
  EXPECT_EQ(document.pages.size(), expected.pages);
  EXPECT_EQ(transitions, expected.transitions);
  EXPECT_EQ(arcs, expected.arcs);
}

TEST(OurModelsTest, AreReadWhole) {
  const std::string folder = test::SourcePath("/tests/cpntools/models/");
  ExpectIsReadWhole(folder + "philosophers.cpn", {"philosophers", 1, 2, 6});
  ExpectIsReadWhole(folder + "post.cpn", {"post", 2, 4, 8});
}

class CorpusTest : public ::testing::TestWithParam<ModelFile> {};

TEST_P(CorpusTest, IsReadWhole) {
  const std::string path = test::CorpusPath("/cpn/") + GetParam().name + ".cpn";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  ExpectIsReadWhole(path, GetParam());
}

// Counted with a script of a few lines over the XML.
INSTANTIATE_TEST_SUITE_P(
    Cpn, CorpusTest,
    ::testing::Values(ModelFile{"DiningPhilosophers", 1, 2, 6}, ModelFile{"DisCSP", 6, 17, 59},
                      ModelFile{"DistributedDataBase", 2, 4, 20}, ModelFile{"Instances", 5, 9, 29},
                      ModelFile{"LimitProtocol", 1, 5, 20},
                      ModelFile{"MultipleReceivers", 5, 9, 29}, ModelFile{"Queues", 1, 5, 24},
                      ModelFile{"Recursion", 1, 5, 16}, ModelFile{"SimpleProtocol", 2, 5, 21},
                      ModelFile{"UnionRecord", 1, 5, 16}, ModelFile{"singlePaxos", 27, 52, 204},
                      ModelFile{"twophasecommit", 6, 9, 36}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(ReaderTest, WithClausesAreBoundsNamesAndLengths) {
  const std::string sets =
      "<color><id>B</id><bool><with><id>no</id><id>yes</id></with></bool></color>"
      "<color><id>U</id><unit><with><id>e</id></with></unit></color>"
      "<color><id>S</id><string><with><ml>\"a\"</ml><ml>\"z\"</ml><and><ml>0</ml><ml>8</ml></and>"
      "</with></string></color>"
      "<color><id>L</id><list><with><ml>1</ml><ml>n</ml></with><id>B</id></list></color>"
      "<color><id>X</id><subset><id>S</id><with><ml>[1, 3]</ml></with></subset></color>";
  const Document document = Read(File(sets, ""));
  ASSERT_EQ(document.declarations.size(), 5u);
  const auto texts = [](const std::vector<Text>& list) {
    std::string joined;
    for (const Text& text : list) joined += text.text + ";";
    return joined;
  };
  EXPECT_EQ(document.declarations[0].names, (std::vector<std::string>{"no", "yes"}));
  EXPECT_EQ(document.declarations[1].names, std::vector<std::string>{"e"});
  EXPECT_EQ(texts(document.declarations[2].bounds), "\"a\";\"z\";");
  EXPECT_EQ(texts(document.declarations[2].lengths), "0;8;");
  EXPECT_EQ(texts(document.declarations[3].bounds), "1;n;");
  EXPECT_EQ(document.declarations[3].fields[0].type, "B");
  EXPECT_EQ(texts(document.declarations[4].bounds), "[1, 3];");
}

TEST(ReaderTest, UnknownPartOfAWithClauseIsAnError) {
  EXPECT_EQ(
      FirstLineOf(ErrorOf(File("<color><id>B</id><bool><with><what/></with></bool></color>", ""))),
      "m.cpn:3:65: unknown part <what> of a colour set");
}

TEST(ReaderTest, InstancesNameThePrimePages) {
  const std::string instances =
      "<instances><instance id=\"i\" page=\"a\"><instance id=\"j\" trans=\"t\"/></instance>"
      "<instance id=\"k\" page=\"b\"/></instances>";
  const std::string pages = Page("", "a") + Page("", "b");
  EXPECT_EQ(Read(File("", pages + instances)).prime_pages, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(FirstLineOf(ErrorOf(File("", Page("", "a") + instances))),
            "m.cpn:4:119: an instance of page b, which is not in the file");
}

}  // namespace
}  // namespace cpntools
