#include "cpntools/translate.h"

#include <gtest/gtest.h>

#include "cpntools/testing.h"
#include "cpntools/translate_testing.h"

namespace cpntools {
namespace {

using testing::Colours;
using testing::Ml;
using testing::TranslateTest;
using testing::Variables;

TEST_F(TranslateTest, ArcsBecomePatterns) {
  AddPlace("r", "R", "Pair");
  AddArc(Arc::Kind::kInput, "p", "2`n");
  AddArc(Arc::Kind::kBoth, "r", "(n,k)");
  AddArc(Arc::Kind::kOutput, "q", "1`n ++ 1`(k+1)");
  EXPECT_EQ(TransitionText(),
            "  input = { P(copies(2, n)) },\n"
            "  test = { R { n, k } },\n"
            "  output = { Q(sum(n, expr \"k + 1\")) },\n");
}

TEST_F(TranslateTest, ConditionalMultiSetsBecomeWhen) {
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "q", "if n > 1 then empty else 1`n");
  EXPECT_EQ(TransitionText(),
            "  input = { P(n) },\n"
            "  output = { Q(when(\"not (n > 1)\", n)) },\n");
}

TEST_F(TranslateTest, ListIsATokenOnAPlaceOfListsAndAMultiSetOnOthers) {
  AddPlace("r", "R", "Ints");
  AddArc(Arc::Kind::kInput, "r", "n::xs");
  AddArc(Arc::Kind::kOutput, "r", "xs^^[n]");
  AddArc(Arc::Kind::kOutput, "q", "xs");
  EXPECT_EQ(TransitionText(),
            "  input = { R(cons(n, xs)) },\n"
            "  output = { R(expr \"append(xs, { n })\"), Q(each \"xs\") },\n");
}

TEST_F(TranslateTest, EqualitiesOfGuardsBindWhatArcsDoNot) {
  AddPlace("r", "R", "Ints");
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kInput, "r", "xs");
  AddArc(Arc::Kind::kOutput, "r", "ys");
  transition().guard = {"[n::xs = ys, n' = n + 1 andalso n <> 3]", 40, 1};
  EXPECT_EQ(TransitionText(),
            "  input = { P(n), R(xs) },\n"
            "  guard = { \"ys == cons(n, xs)\", \"n_prime == n + 1\", \"n ~= 3\" },\n"
            "  output = { R(ys) },\n");
}

TEST_F(TranslateTest, GuardsMayHaveCommasWithoutBrackets) {
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kInput, "p", "k");
  transition().guard = {"n = 3, n < k", 40, 1};
  EXPECT_EQ(TransitionText(),
            "  input = { P(n), P(k) },\n"
            "  guard = { \"n == 3\", \"n < k\" },\n");
}

TEST_F(TranslateTest, CodeSegmentsWithoutEffectsBecomeLet) {
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "q", "k");
  transition().code = {"input (n); output (k); action n + 1", 40, 1};
  EXPECT_EQ(TransitionText(),
            "  input = { P(n) },\n"
            "  let = { k = expr \"n + 1\" },\n"
            "  output = { Q(k) },\n");
}

TEST_F(TranslateTest, LowNumbersAreHighPriorities) {
  document_.declarations.push_back(Ml("val P_HIGH = 100;"));
  AddArc(Arc::Kind::kInput, "p", "n");
  transition().priority = {"P_HIGH-20", 40, 1};
  EXPECT_EQ(TransitionText(), "  priority = 920,\n  input = { P(n) },\n");
}

TEST_F(TranslateTest, InhibitorsAndResetsNameTheirPlaces) {
  AddArc(Arc::Kind::kInhibitor, "p", "");
  AddArc(Arc::Kind::kReset, "q", "");
  EXPECT_EQ(TransitionText(), "  inhibitor = { P },\n  reset = { Q },\n");
}

TEST_F(TranslateTest, LiteralValuesAreParameters) {
  document_.declarations.push_back(Ml("val size' = 3; fun f (x, y) = x + y * size';"));
  page().places[0].initial = {"size'`f(1,2)", 50, 1};
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("size_prime = param(3)\n"
                     "function f(x, y)\n"
                     "  return x + y * size_prime\n"
                     "end\n"),
            std::string::npos)
      << lua;
  EXPECT_NE(lua.find("P = place(INT, { copies(size_prime, f(1, 2)) })\n"), std::string::npos)
      << lua;
}

TEST_F(TranslateTest, BoundedColourSetsBecomeSubsets) {
  using Constructor = Declaration::Constructor;
  Declaration text = Colours("Word", Constructor::kString);
  text.bounds = {{"\"a\"", 1, 1}, {"\"z\"", 1, 1}};
  text.lengths = {{"0", 1, 1}, {"8", 1, 1}};
  Declaration list = Colours("Short", Constructor::kList, {{"", "INT"}});
  list.bounds = {{"1", 1, 1}, {"2", 1, 1}};
  Declaration powers = Colours("Powers", Constructor::kSubset, {{"", "INT"}});
  powers.bounds = {{"[8, 2, 4]", 1, 1}};
  document_.declarations.insert(document_.declarations.end(), {text, list, powers});
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("Word = subset(STRING, function(x) return text_within(x, \"a\", \"z\") and "
                     "#x >= 0 and #x <= 8 end)\n"
                     "Short = subset(list(INT), function(x) return #x >= 1 and #x <= 2 end)\n"
                     "Powers = subset(range(2, 8), function(x) return contains({ 8, 2, 4 }, x) "
                     "end)\n"),
            std::string::npos)
      << lua;
}

TEST_F(TranslateTest, SubsetByAListOfAnotherTypeIsAProblem) {
  Declaration powers = Colours("Powers", Declaration::Constructor::kSubset, {{"", "INT"}});
  powers.bounds = {{"[\"a\"]", 1, 1}};
  document_.declarations.push_back(powers);
  AddPlace("r", "R", "Powers");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:3: declaration of Powers: a subset of INT by a list of type string list");
}

TEST_F(TranslateTest, ConstantsMayHideExceptionsAndFunctionsOfTheLibrary) {
  document_.declarations.push_back(Colours("State", Declaration::Constructor::kEnumerated,
                                           {{"Empty", ""}, {"Size", ""}, {"rev", ""}}));
  AddPlace("r", "R", "State");
  AddArc(Arc::Kind::kOutput, "r", "1`Empty ++ 1`rev");
  EXPECT_EQ(TransitionText(), "  output = { R(sum(\"Empty\", \"rev\")) },\n");
}

TEST_F(TranslateTest, ColoursOfRealNumbersAreAProblem) {
  document_.declarations.push_back(Colours("R", Declaration::Constructor::kReal));
  AddPlace("r", "R", "R");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:20:1: page Top, place R: its colour set R: there are no colours of real "
            "numbers; integers can count hundredths");
}

TEST_F(TranslateTest, RandomColoursAreAProblem) {
  AddArc(Arc::Kind::kOutput, "p", "INT.ran()");
  EXPECT_EQ(
      FirstProblem(),
      "m.cpn:30:9: page Top, arc between P and Do it: INT.ran is not supported: a state space "
      "has all choices, not random ones; a variable that nothing binds takes all colours of a "
      "small colour set");
}

TEST_F(TranslateTest, HandlersAndSequencesAreReadable) {
  document_.declarations.push_back(
      Ml("exception Odd of int; fun half n = if n mod 2 = 0 then n div 2 else raise Odd n; "
         "fun safe n = (half 1; half n) handle Odd 1 => 0 | Empty => 2;"));
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "q", "safe n");
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("function half(n)\n"
                     "  if n % 2 == 0 then\n"
                     "    return n // 2\n"
                     "  else\n"
                     "    raise({ tag = \"Odd\", value = n })\n"
                     "  end\n"
                     "end\n"
                     "function safe(n)\n"
                     "  return handle(function() do local _ = half(1) end return half(n) end, "
                     "function(a1)\n"
                     "    if a1.tag == \"Odd\" and a1.value == 1 then\n"
                     "      return 0\n"
                     "    elseif a1.tag == \"Empty\" then\n"
                     "      return 2\n"
                     "    else\n"
                     "      raise(a1)\n"
                     "    end\n"
                     "  end)\n"
                     "end\n"),
            std::string::npos)
      << lua;
}

TEST_F(TranslateTest, SubpagesBecomeModulesWithPorts) {
  Page below;
  below.id = "below";
  below.name = "Do";
  Place port;
  port.id = "x";
  port.name = "X";
  port.type = {"INT", 60, 1};
  port.port = "In";
  below.places = {port};
  transition().subpage = "below";
  transition().assignments = {{"x", "p"}};
  document_.pages.push_back(below);
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("Do = module(function(_ENV)\n  X = In(INT)\nend)\n"), std::string::npos)
      << lua;
  EXPECT_NE(lua.find("Do_it = substitution(Do, { X = P })\n"), std::string::npos) << lua;
}

TEST_F(TranslateTest, PlacesOfAFusionSetAreOne) {
  page().places[0].fusion = page().places[1].fusion = "Both";
  AddArc(Arc::Kind::kInput, "p", "n");
  AddArc(Arc::Kind::kOutput, "q", "n");
  EXPECT_EQ(TransitionText(), "  input = { Both(n) },\n  output = { Both(n) },\n");
}

TEST_F(TranslateTest, UnassignedPortIsAProblem) {
  Page below;
  below.id = "below";
  below.name = "Do";
  Place port;
  port.id = "x";
  port.name = "X";
  port.type = {"INT", 60, 1};
  port.port = "In";
  below.places = {port};
  transition().subpage = "below";
  transition().line = 15;
  document_.pages.push_back(below);
  EXPECT_EQ(FirstProblem(),
            "m.cpn:15:1: page Top, substitution transition Do it: the port X of page Do is not "
            "assigned to a socket");
}

TEST_F(TranslateTest, SecondValueOfANameIsAProblemWhereTheNameIsUsed) {
  document_.declarations.push_back(Ml("val a = 1; val b = a; val a = 2"));
  AddArc(Arc::Kind::kOutput, "q", "1");
  EXPECT_EQ(FirstProblem(), "none");
  AddArc(Arc::Kind::kOutput, "q", "b");
  EXPECT_EQ(FirstProblem(), "m.cpn:10:31: declaration of a: a second value of the name a");
}

TEST_F(TranslateTest, ConstructorOfTheLibraryThatIsDeclaredAgainIsAProblem) {
  document_.declarations.push_back(Ml("fun f (SOME x) = x | f NONE = 0; val SOME = 1"));
  AddArc(Arc::Kind::kOutput, "q", "f NONE");
  EXPECT_EQ(FirstProblem(), "m.cpn:10:12: declaration of f: SOME gets another meaning later");
}

TEST_F(TranslateTest, PriorityBeyondAllNumbersIsAProblem) {
  transition().priority = {"~9223372036854775808", 40, 1};
  EXPECT_EQ(FirstProblem(), "m.cpn:40:1: page Top, transition Do it: a priority beyond 2000000000");
  transition().priority = {"9223372036854775807 + 1", 40, 1};
  EXPECT_EQ(FirstProblem(),
            "m.cpn:40:1: page Top, transition Do it: the priority 9223372036854775807 + 1 is no "
            "constant of the model");
}

TEST_F(TranslateTest, ColourSetsOfTooManyPartsAreAProblem) {
  using Constructor = Declaration::Constructor;
  std::string part = "INT";
  for (int i = 1; i <= 60; ++i) {
    const std::string set = "D" + std::to_string(i);
    document_.declarations.push_back(Colours(set, Constructor::kProduct, {{"", part}, {"", part}}));
    part = set;
  }
  AddPlace("r", "R", "D13");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:20:1: page Top, place R: its colour set D13: a colour set has at most 10000 "
            "parts, those of its parts included");
}

TEST_F(TranslateTest, ColourSetsNestedTooDeeplyAreAProblem) {
  std::string part = "INT";
  for (int i = 1; i <= 50; ++i) {
    const std::string set = "L" + std::to_string(i);
    document_.declarations.push_back(Colours(set, Declaration::Constructor::kList, {{"", part}}));
    part = set;
  }
  AddPlace("r", "R", "L50");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:20:1: page Top, place R: its colour set L50: colour sets nest at most 50 deep");
}

TEST_F(TranslateTest, PagesNestedTooDeeplyAreAProblem) {
  transition().subpage = "p1";
  for (int i = 1; i <= 150; ++i) {
    Page below;
    below.id = "p" + std::to_string(i);
    below.name = "Page " + std::to_string(i);
    below.line = 100 + i;
    below.transitions.emplace_back();
    below.transitions[0].id = "t" + std::to_string(i);
    below.transitions[0].name = "Go";
    if (i < 150) below.transitions[0].subpage = "p" + std::to_string(i + 1);
    document_.pages.push_back(below);
  }
  const Translation translation = Translate(document_, "m");
  ASSERT_EQ(translation.problems.size(), 1u);
  EXPECT_EQ(ProblemText(translation.problems[0]),
            "m.cpn:200:1: page Page 100, page: pages nest at most 100 deep");
}

TEST_F(TranslateTest, NameOfTheLibraryIsDeclaredBeforeItsUseOrNotAtAll) {
  document_.declarations.push_back(
      Ml("fun f l = hd l handle Empty => 0; exception Empty; fun g x = raise Empty"));
  AddArc(Arc::Kind::kOutput, "q", "g 1");
  EXPECT_EQ(
      FirstProblem(),
      "m.cpn:30:9: page Top, arc between Q and Do it: unknown name g, whose declaration in line "
      "10 is not supported: unknown name Empty");
  page().arcs.back().inscription.text = "f [1]";
  EXPECT_EQ(FirstProblem(), "m.cpn:10:27: declaration of f: Empty gets another meaning later");
  document_.declarations.back() = Ml("exception Empty; fun g x = hd x handle Empty => 0");
  page().arcs.back().inscription.text = "g [1]";
  EXPECT_EQ(FirstProblem(), "none");
}

TEST_F(TranslateTest, TooLargeAColourSetForItsFunctionIsAProblem) {
  using Constructor = Declaration::Constructor;
  Declaration names = Colours("Names", Constructor::kEnumerated);
  for (int i = 0; i < 1000; ++i) names.fields.push_back({"name_" + std::to_string(i), ""});
  Declaration many = Colours("Many", Constructor::kProduct);
  many.fields.assign(1000, {"", "Names"});
  document_.declarations.insert(document_.declarations.end(), {names, many});
  document_.declarations.push_back(Ml("fun f (x, y) = if Many.lt (x, y) then 1 else 2"));
  AddPlace("r", "R", "Many");
  document_.declarations.push_back(Variables("Many", {"a"}));
  AddArc(Arc::Kind::kInput, "r", "a");
  AddArc(Arc::Kind::kOutput, "q", "f (a, a)");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:10:5: declaration of f: a colour set that is too large for its function");
}

/// A page with the port place X of INT.
Page PageWithPort(const std::string& id, const std::string& name) {
  Page page;
  page.id = id;
  page.name = name;
  page.line = 8;
  Place port;
  port.id = id + "x";
  port.name = "X";
  port.type = {"INT", 60, 1};
  port.port = "In";
  page.places = {port};
  return page;
}

TEST_F(TranslateTest, InitialMarkingOfAPortIsThatOfItsSocket) {
  Page below = PageWithPort("below", "Do");
  below.places[0].initial = {"1`3", 61, 1};
  transition().subpage = "below";
  transition().assignments = {{"belowx", "p"}};
  page().places[0].initial = {"1`4", 62, 1};
  document_.pages.push_back(below);
  const Translation translation = Translate(document_, "m");
  EXPECT_NE(translation.lua.find("P = place(INT, { 4 })\n"), std::string::npos) << translation.lua;
  EXPECT_EQ(translation.notes,
            std::vector<std::string>{"the initial marking 1`3 of port X of page Do counts for "
                                     "nothing, as in CPN Tools: it has that of its socket P"});
}

TEST_F(TranslateTest, PortAndSocketOfDifferentColourSetsAreAProblem) {
  transition().subpage = "below";
  transition().assignments = {{"belowx", "p"}};
  transition().line = 15;
  page().places[0].type.text = "Ints";
  document_.pages.push_back(PageWithPort("below", "Do"));
  EXPECT_EQ(FirstProblem(),
            "m.cpn:15:1: page Top, substitution transition Do it: port X of page Do holds tokens "
            "of INT, but its socket P holds tokens of Ints");
}

TEST_F(TranslateTest, PlacesOfAFusionSetHaveOneInitialMarking) {
  page().places[0].fusion = page().places[1].fusion = "Both";
  page().places[0].initial = {"1`1 ++\n2`2", 21, 4};
  page().places[1].initial = {"1`1++2`2", 22, 4};
  EXPECT_EQ(FirstProblem(), "none");
  page().places[1].initial.text = "1`1";
  EXPECT_EQ(FirstProblem(),
            "m.cpn:22:4: page Top, place Q: its initial marking is not that of the place P of the "
            "same fusion set Both: 1`1 ++ 2`2");
}

TEST_F(TranslateTest, PageThatIsPrimeAndSubpageIsThereTwice) {
  transition().subpage = "below";
  transition().assignments = {{"belowx", "p"}};
  document_.pages.push_back(PageWithPort("below", "Do"));
  document_.prime_pages = {"page", "below"};
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("Do = module(function(_ENV)\n  X = In(INT)\nend)\n"), std::string::npos)
      << lua;
  EXPECT_NE(lua.find("Do_it = substitution(Do, { X = P })\n\n-- Page Do\nX = place(INT)\n"),
            std::string::npos)
      << lua;
}

TEST_F(TranslateTest, SeveralInstancesOfAPrimePageHaveDifferentNames) {
  document_.prime_pages = {"page", "page"};
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("P = place(INT)\n"), std::string::npos) << lua;
  EXPECT_NE(lua.find("P_place = place(INT)\n"), std::string::npos) << lua;
}

TEST_F(TranslateTest, InstancesOfSeveralPrimePagesHaveDifferentNames) {
  transition().subpage = "below";
  transition().assignments = {{"belowx", "p"}};
  Page other = PageWithPort("other", "Other");
  other.transitions = {transition()};
  other.transitions[0].id = "u";
  other.transitions[0].assignments = {{"belowx", "otherx"}};
  document_.pages.push_back(PageWithPort("below", "Do"));
  document_.pages.push_back(other);
  const std::string lua = Translate(document_, "m").lua;
  EXPECT_NE(lua.find("Do_it = substitution(Do, { X = P })\n"), std::string::npos) << lua;
  EXPECT_NE(lua.find("Do_it_instance = substitution(Do, { X = X })\n"), std::string::npos) << lua;
}

TEST_F(TranslateTest, PageWithoutAnInstanceIsLeftOut) {
  document_.pages.push_back(PageWithPort("below", "Spare"));
  document_.prime_pages = {"page"};
  const Translation translation = Translate(document_, "m");
  EXPECT_EQ(translation.lua.find("Spare"), std::string::npos) << translation.lua;
  EXPECT_EQ(translation.notes,
            std::vector<std::string>{"left out: page Spare, of which there is no instance"});
}

TEST_F(TranslateTest, PageInsideItselfIsAProblem) {
  Page below;
  below.id = "below";
  below.name = "Do";
  below.line = 8;
  below.transitions.emplace_back();
  below.transitions[0].id = "u";
  below.transitions[0].name = "U";
  below.transitions[0].subpage = "below";
  document_.pages.push_back(below);
  EXPECT_EQ(FirstProblem(),
            "m.cpn:8:1: page Do, page: its substitution transitions lead back to it");
}

TEST_F(TranslateTest, TimeIsAProblem) {
  transition().time = {"@+5", 40, 2};
  EXPECT_EQ(FirstProblem(),
            "m.cpn:40:2: page Top, transition Do it: timed regions are not supported");
}

TEST_F(TranslateTest, InscriptionOfTheWrongTypeIsAProblemWhereItStands) {
  AddArc(Arc::Kind::kOutput, "q", "(n,\n  k)");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:30:9: page Top, arc between Q and Do it: this is of type int * int, but the "
            "place holds tokens of INT");
}

TEST_F(TranslateTest, SyntaxErrorIsAProblemWhereItStands) {
  AddArc(Arc::Kind::kOutput, "q", "if n\nthen 1");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:31:7: page Top, arc between Q and Do it: expected else, not the end");
}

TEST_F(TranslateTest, BrokenDeclarationIsAProblemOnlyWhenTheNetNeedsIt) {
  document_.declarations.push_back(Ml("fun f x = TextIO.print x"));
  AddArc(Arc::Kind::kInput, "p", "n");
  EXPECT_EQ(FirstProblem(), "none");
  AddArc(Arc::Kind::kOutput, "q", "f n");
  EXPECT_EQ(FirstProblem(),
            "m.cpn:30:9: page Top, arc between Q and Do it: unknown name f, whose declaration in "
            "line 10 is not supported: unknown name TextIO.print");
}

TEST_F(TranslateTest, NotesSayWhatIsLeftOut) {
  document_.declarations.push_back(Ml("fun f x = x + 1"));
  document_.monitors = {"Log"};
  const Translation translation = Translate(document_, "m");
  ASSERT_EQ(translation.notes.size(), 2u);
  EXPECT_EQ(translation.notes[0], "left out, since the net does not need it: f");
  EXPECT_EQ(translation.notes[1], "left out: monitor Log");
}

TEST_F(TranslateTest, CommentsStay) {
  document_.declarations.push_back(Ml("(* one more *) fun f x = x (* ++ *) + 1"));
  document_.declarations.push_back(Ml("(* only\n   this *)"));
  document_.pages[0].comments = {{"The protocol.\n\n It loses.", 1, 1}};
  page().places[0].initial = {"1`7 (* the first *)", 1, 1};
  transition().guard = {"[(* never *) n > 7]", 1, 1};
  AddArc(Arc::Kind::kInput, "p", "n (* any *)");
  AddArc(Arc::Kind::kOutput, "q", "f n");
  EXPECT_EQ(Translate(document_, "m").lua,
            R"lua(-- m: translated from a model of CPN Tools by cpngen import.

Pair = product(INT, INT)
Ints = list(INT)
var { n = INT, n_prime = INT, k = INT }
var { xs = Ints, ys = Ints }
-- one more
-- ++
function f(x)
  return x + 1
end
-- only
-- this

-- Page Top
-- The protocol.
-- It loses.
-- the first
P = place(INT, { 7 })
Q = place(INT)
-- never
-- any
Do_it = transition {
  input = { P(n) },
  guard = "n > 7",
  output = { Q(expr "f(n)") },
}
)lua");
}

}  // namespace
}  // namespace cpntools
