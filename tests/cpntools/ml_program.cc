#include "tests/cpntools/ml_program.h"

#include "cpntools/testing.h"

namespace cpntools::testing {
namespace {

std::vector<Declaration> BoundedColourSets() {
  using Constructor = Declaration::Constructor;
  const auto text = [](const char* ml) { return Text{ml, 1, 1}; };
  std::vector<Declaration> sets = {
      ColourSet("Answer", Constructor::kBool),
      ColourSet("Tick", Constructor::kUnit),
      ColourSet("Word", Constructor::kString),
      ColourSet("Short", Constructor::kList, {{"", "Small"}}),
      ColourSet("Odd", Constructor::kSubset, {{"", "Small"}}),
      ColourSet("Powers", Constructor::kSubset, {{"", "INT"}}),
      ColourSet("PH", Constructor::kIndex, {{"ph", ""}}),
      ColourSet("Shape", Constructor::kUnion, {{"Point", ""}, {"Dot", "Small"}}),
      ColourSet("Entry", Constructor::kRecord, {{"vote", "Vote"}, {"by", "Odd"}}),
      ColourSet("Same", Constructor::kAlias, {{"", "Odd"}})};
  sets[0].names = {"no", "yes"};
  sets[1].names = {"tick"};
  sets[2].bounds = {text("\"a\""), text("\"b\"")};
  sets[2].lengths = {text("1"), text("2")};
  sets[3].bounds = {text("0"), text("1")};
  sets[4].predicate = text("fn i => i mod 2 = 1");
  sets[5].bounds = {text("[2, 4, 8]")};
  sets[6].bounds = {text("1"), text("3")};
  return sets;
}

}  // namespace

Document NetOf(const Program& program) {
  using Constructor = Declaration::Constructor;
  Document document;
  document.file = "m.cpn";
  Declaration small = ColourSet("Small", Constructor::kInt);
  small.bounds = {{"1", 1, 1}, {"3", 1, 1}};
  document.declarations = {
      ColourSet("INT", Constructor::kInt),
      ColourSet("BOOL", Constructor::kBool),
      ColourSet("STRING", Constructor::kString),
      ColourSet("UNIT", Constructor::kUnit),
      ColourSet("Vote", Constructor::kEnumerated, {{"Yes", ""}, {"No", ""}}),
      small,
      ColourSet("Pair", Constructor::kProduct, {{"", "INT"}, {"", "STRING"}}),
      ColourSet("Smalls", Constructor::kProduct, {{"", "Small"}, {"", "Small"}}),
      ColourSet("Ints", Constructor::kList, {{"", "INT"}}),
      ColourSet("Texts", Constructor::kList, {{"", "STRING"}}),
      ColourSet("Rec", Constructor::kRecord, {{"seq", "INT"}, {"data", "STRING"}}),
      ColourSet("Mail", Constructor::kUnion, {{"Data", "Pair"}, {"End", ""}})};
  for (Declaration& set : BoundedColourSets()) document.declarations.push_back(std::move(set));
  Declaration ml;
  ml.ml = {program.declarations, 1, 1};
  document.declarations.push_back(ml);
  Page page;
  page.id = "page";
  page.name = "Page";
  Place start;
  start.id = "s";
  start.name = "S";
  start.type = {"UNIT", 1, 1};
  start.initial = {"()", 1, 1};
  Place result;
  result.id = "r";
  result.name = "R";
  result.type = {program.colour_set, 1, 1};
  Place initial = result;
  initial.id = "i";
  initial.name = "I";
  initial.initial = {program.expression, 1, 1};
  page.places = {start, result, initial};
  Transition go;
  go.id = "t";
  go.name = "Go";
  page.transitions = {go};
  page.arcs = {{Arc::Kind::kInput, "s", "t", {"()", 1, 1}, 1},
               {Arc::Kind::kOutput, "r", "t", {program.expression, 1, 1}, 1}};
  document.pages = {page};
  return document;
}

}  // namespace cpntools::testing
