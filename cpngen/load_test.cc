// Models of other formats, and what a call says beside the model, through the commands that load.
#include "cpngen/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/temporary_folder.h"
#include "cpngen/testing.h"
#include "pnml/testing.h"
#include "testing/files.h"
#include "testing/text.h"

namespace cpngen {
namespace {

using base::TemporaryFolder;
using test::ReadFile;
using test::Replace;
using testing::Call;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::Outcome;

/// A page Top with a place `In box` of INT, and a transition that takes n from it by `guard`, and
/// gives it to the page Sub, which keeps it.
std::string Cpn(const std::string& guard = "n &gt; least", const std::string& time = "") {
  return R"xml(<?xml version="1.0"?>
<workspaceElements><cpnet><globbox>
<color id="c1"><id>INT</id><int/></color>
<color id="c2"><id>INTS</id><list><id>INT</id></list></color>
<var id="v1"><type><id>INT</id></type><id>n</id></var>
<ml id="m1">val least = 1;</ml>
<ml id="m2">val all = [1, 2];</ml>
</globbox>
<page id="top"><pageattr name="Top"/>
<place id="p1"><text>In box</text><type><text>INT</text></type><initmark><text>all</text></initmark></place>
<place id="p2"><text>Middle</text><type><text>INT</text></type></place>
<trans id="t1"><text>Take it</text><cond><text>[)xml" +
         guard + R"xml(]</text></cond><time><text>)xml" + time + R"xml(</text></time></trans>
<trans id="t2"><text>Rest</text><subst subpage="sub" portsock="(p3,p2)"/></trans>
<arc id="a1" orientation="PtoT"><transend idref="t1"/><placeend idref="p1"/><annot><text>n</text></annot></arc>
<arc id="a2" orientation="TtoP"><transend idref="t1"/><placeend idref="p2"/><annot><text>n</text></annot></arc>
</page>
<page id="sub"><pageattr name="Sub"/>
<place id="p3"><text>From</text><type><text>INT</text></type><port id="o" type="In"/></place>
<place id="p4"><text>Kept</text><type><text>INT</text></type></place>
<trans id="t3"><text>Keep</text></trans>
<arc id="a3" orientation="PtoT"><transend idref="t3"/><placeend idref="p3"/><annot><text>n</text></annot></arc>
<arc id="a4" orientation="TtoP"><transend idref="t3"/><placeend idref="p4"/><annot><text>n</text></annot></arc>
</page>
</cpnet></workspaceElements>
)xml";
}

class LoadTest : public ::testing::Test {
 protected:
  Outcome Count(const std::string& text, const std::vector<std::string>& settings = {}) {
    std::vector<std::string> arguments = {"space", folder_.Write("net.cpn", text), "--count"};
    arguments.insert(arguments.end(), settings.begin(), settings.end());
    return Call(arguments);
  }

  TemporaryFolder folder_;
};

TEST_F(LoadTest, ACpnFileIsAModel) {
  const Outcome outcome = Count(Cpn());
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("net.cpn: least = 1\n"));
  EXPECT_THAT(outcome.out, HasSubstr("Nodes:  3\n"));  // 2 may be taken and kept, 1 not
}

TEST_F(LoadTest, LiteralsOfACpnFileAreParameters) {
  EXPECT_THAT(Count(Cpn(), {"-D", "least=0"}).out, HasSubstr("Nodes:  9\n"));
}

TEST_F(LoadTest, OtherConstantsOfACpnFileTakeAnExpression) {
  EXPECT_THAT(Count(Cpn(), {"-D", "all=2 :: 3 :: 4 :: all_but []"}).err,
              HasSubstr("unknown name all_but"));
  EXPECT_THAT(Count(Cpn(), {"-D", "all=[2] ^^ [3]"}).out, HasSubstr("Nodes:  9\n"));
}

TEST_F(LoadTest, AnInitialMarkingOfACpnFileIsCpnMl) {
  for (const char* name : {"In box=2`7", "In_box=2`7", "Top'In_box=2`7"}) {
    EXPECT_THAT(Count(Cpn(), {"--initial", name}).out, HasSubstr("Nodes:  6\n")) << name;
  }
}

TEST_F(LoadTest, InitialMarkingOfAnUnknownPlaceOrOfAPort) {
  EXPECT_EQ(Count(Cpn(), {"--initial", "Inbox=7"}).err,
            "cpngen: --initial Inbox: the model has no place of that name (there are Top'In_box, "
            "Top'Middle, Sub'Kept)\n");
  EXPECT_EQ(Count(Cpn(), {"--initial", "From=7"}).err,
            "cpngen: --initial From: a port has the initial marking of its socket\n");
}

TEST_F(LoadTest, InitialMarkingThatIsNone) {
  const Outcome outcome = Count(Cpn(), {"--initial", "In box=true"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("page Top, place In box: "));
}

TEST_F(LoadTest, AnErrorOfAGuardNamesItInTheCpnFile) {
  const Outcome outcome = Count(Cpn("n div 0 = least"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.err, (folder_ / "net.cpn") +
                             ":12:48: attempt to divide by zero, with n = 1\n"
                             "<trans id=\"t1\"><text>Take it</text><cond><text>[n div 0 = least]"
                             "</text></cond><time><text></text></time></trans>\n" +
                             std::string(47, ' ') + "^\n");
}

TEST_F(LoadTest, AnErrorInAModuleNamesItsArcInTheCpnFile) {
  const std::string text = Replace(Cpn(), "<placeend idref=\"p4\"/><annot><text>n<",
                                   "<placeend idref=\"p4\"/><annot><text>hd (List.drop ([n], 1))<");
  EXPECT_THAT(Count(text).err, HasSubstr("net.cpn:22:90: {tag = \"Empty\"} is raised, and handled "
                                         "nowhere, with n = 2; transition Rest.Keep, place "
                                         "Rest.Kept\n<arc id=\"a4\""));
}

TEST_F(LoadTest, AnErrorWhileLoadingNamesTheInitialMarkingInTheCpnFile) {
  const std::string text = Replace(Cpn(), "<id>INT</id><int/>",
                                   "<id>INT</id><int><with><ml>2</ml><ml>9</ml></with></int>");
  EXPECT_THAT(Count(text).err, HasSubstr("net.cpn:10:80: initial marking: 1 is not a colour of "
                                         "INT_colours: INT_colours has 2..9\n<place id=\"p1\""));
}

TEST_F(LoadTest, StrayTextInAPnmlFileIsAWarning) {
  const std::string net =
      Replace(pnml::testing::PlainNet(), "<transition id=\"t\"/>",
              "<transition id=\"t\">$<name><text>go</text></name></transition>");
  const Outcome outcome = Call({"space", folder_.Write("net.pnml", net), "--count"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "cpngen: warning: " + (folder_ / "net.pnml") +
                             ":4:20: text beside elements in <transition> is left out\n"
                             "<transition id=\"t\">$<name><text>go</text></name></transition>\n"
                             "                   ^\n");
}

/// How the timed region of Take it is listed.
std::string TimedRegion(const std::string& file) {
  return file +
         ":12:88: page Top, transition Take it: timed regions are not supported\n"
         "<trans id=\"t1\"><text>Take it</text><cond><text>[n &gt; "
         "least]</text></cond><time><text>"
         "@+3</text></time></trans>\n" +
         std::string(87, ' ') + "^\n";
}

TEST_F(LoadTest, WhatCannotBeTranslatedIsListedAndRefused) {
  const Outcome outcome = Count(Cpn("n &gt; least", "@+3"));
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "cpngen: " + (folder_ / "net.cpn") +
                             ": 1 part of the model cannot be translated; --partial leaves it "
                             "out:\n" +
                             TimedRegion(folder_ / "net.cpn"));
}

TEST_F(LoadTest, APartialModelSaysSoAndRuns) {
  const Outcome outcome = Count(Cpn("n &gt; least", "@+3"), {"--partial"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out, HasSubstr("Nodes:  3\n"));
  EXPECT_EQ(outcome.err, "cpngen: " + (folder_ / "net.cpn") +
                             ": a partial model, without 1 part:\n" +
                             TimedRegion(folder_ / "net.cpn"));
}

/// What is wrong with a file, how many parts are left out, and the nodes of what remains.
struct Broken {
  std::string from;
  std::string to;
  std::string parts;
  std::string nodes;
};

TEST_F(LoadTest, WhateverIsLeftOutThePartialModelRuns) {
  const Broken broken[] = {
      {"n &gt; least", "oops n", "1 part", "1"},
      {"<text>all</text>", "<text>oops</text>", "1 part", "1"},
      {"portsock=\"(p3,p2)\"", "portsock=\"\"", "1 part", "2"},
      {"<text>Middle</text><type><text>INT</text></type>", "<text>Middle</text>", "3 parts", "1"},
      {"<text>From</text><type><text>INT</text></type>",
       "<text>From</text><type><text>NONE</text></type>", "2 parts", "2"},
      {"<text>From</text><type><text>INT</text></type>",
       "<text>From</text><type><text>INTS</text></type>", "2 parts", "2"},
      {"<id>INT</id><int/>", "<id>INT</id><timed/><int/>", "1 part", "3"},
  };
  for (const Broken& one : broken) {
    const Outcome outcome = Count(test::Replace(Cpn(), one.from, one.to), {"--partial"});
    EXPECT_EQ(outcome.code, 0) << one.to << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("a partial model, without " + one.parts + ":")) << one.to;
    EXPECT_THAT(outcome.out, HasSubstr("Nodes:  " + one.nodes + "\n")) << one.to;
  }
}

TEST_F(LoadTest, AFileThatIsNoCpnFile) {
  const Outcome outcome = Count("<net/>");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_THAT(outcome.err, HasSubstr("net.cpn:1:1: "));
}

TEST_F(LoadTest, FilesThatComeWithTheCallRunAfterTheModel) {
  const std::string with = folder_.Write(
      "more.lua", "property \"kept\" (POS(NF(function(M) return #M.Rest.Kept == 1 end)))");
  const Outcome outcome = Call({"check", folder_.Write("net.cpn", Cpn()), "--with", with});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("kept"));
  EXPECT_THAT(Call({"check", folder_ / "net.cpn", "--with", folder_ / "none.lua"}).err,
              HasSubstr("there is no file " + (folder_ / "none.lua")));
}

TEST_F(LoadTest, InitialMarkingsOfALuaModelAreLua) {
  const std::string model = folder_.Write(
      "m.lua", "var { i = INT }\nP = place(INT, { 1 })\nT = transition { input = { P(i) } }\n");
  EXPECT_THAT(Call({"space", model, "--count"}).out, HasSubstr("Nodes:  2\n"));
  EXPECT_THAT(Call({"space", model, "--count", "--initial", "P={ 1, 2 }"}).out,
              HasSubstr("Nodes:  4\n"));
}

TEST_F(LoadTest, CpnToolsReportUsesTheNamesOfTheFile) {
  const std::string out = Call({"space", folder_.Write("net.cpn", Cpn()), "--cpn-tools"}).out;
  EXPECT_THAT(out, HasSubstr("     Sub'Kept 1              1          0\n"
                             "     Top'In_box 1            2          1\n"
                             "     Top'Middle 1            1          0\n"));
  EXPECT_THAT(out, HasSubstr("     Top'In_box 1        1`1++\n1`2\n"));
}

TEST_F(LoadTest, CpnToolsReportNumbersTheInstancesOfAModule) {
  const std::string model = folder_.Write("m.lua", R"lua(
var { i = INT }
Step = module(function(_ENV)
  From, Kept = In(INT), place(INT)
  Keep = transition { input = { From(i) }, output = { Kept(i) } }
end)
A, B = place(INT, { 1 }), place(INT)
First = substitution(Step, { From = A })
Second = substitution(Step, { From = B })
)lua");
  const std::string out = Call({"space", model, "--cpn-tools"}).out;
  EXPECT_THAT(out, HasSubstr("     Step'Kept 1             1          0\n"
                             "     Step'Kept 2             0          0\n"
                             "     m'A 1                   1          0\n"
                             "     m'B 1                   0          0\n"));
  EXPECT_THAT(out, HasSubstr("  Dead Transition Instances\n     Step'Keep 2\n"));
}

TEST_F(LoadTest, ImportWritesAFileForEachModule) {
  const Outcome outcome = Call({"import", folder_.Write("net.cpn", Cpn()), "-o", folder_ / "out"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out,
            (folder_ / "out/net/init.lua") + "\n" + (folder_ / "out/net/Sub.lua") + "\n");
  EXPECT_EQ(ReadFile(folder_ / "out/net/init.lua"),
            "-- net: translated from a model of CPN Tools by cpngen import.\n"
            "\n"
            "INTS = list(INT)\n"
            "var { n = INT }\n"
            "least = param(1)\n"
            "all_value = { 1, 2 }\n"
            "\n"
            "require \"Sub\"\n"
            "\n"
            "-- Page Top\n"
            "In_box = place(INT, all_value)\n"
            "Middle = place(INT)\n"
            "Take_it = transition {\n"
            "  input = { In_box(n) },\n"
            "  guard = \"n > least\",\n"
            "  output = { Middle(n) },\n"
            "}\n"
            "Rest = substitution(Sub, { From = Middle })\n");
  EXPECT_EQ(ReadFile(folder_ / "out/net/Sub.lua"),
            "-- Page Sub\n"
            "Sub = module(function(_ENV)\n"
            "  From = In(INT)\n"
            "  Kept = place(INT)\n"
            "  Keep = transition {\n"
            "    input = { From(n) },\n"
            "    output = { Kept(n) },\n"
            "  }\n"
            "end)\n");
  EXPECT_THAT(Call({"space", folder_ / "out/net", "--count"}).out, HasSubstr("Nodes:  3\n"));
}

TEST_F(LoadTest, ImportWritesNothingOfAModelThatIsNotWhole) {
  const std::string file = folder_.Write("net.cpn", Cpn("n &gt; least", "@+3"));
  EXPECT_EQ(Call({"import", file, "-o", folder_ / "out"}).code, 2);
  EXPECT_THAT(folder_.Names(), ElementsAre("net.cpn"));
  EXPECT_EQ(Call({"import", file, "-o", folder_ / "out", "--partial"}).code, 0);
  EXPECT_THAT(folder_.Names(), ElementsAre("net.cpn", "out"));
}

}  // namespace
}  // namespace cpngen
