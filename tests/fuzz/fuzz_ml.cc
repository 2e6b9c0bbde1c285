// Any bytes as CPN ML: declarations, a line `%%`, and an expression, which stands wherever one can
// stand in two small nets. Parsed, inferred, translated, loaded and explored a little; where the
// expression makes no sense it is a problem of the translation, and the rest of the net goes on.
#include "cpntools/document.h"
#include "cpntools/ml/error.h"
#include "cpntools/ml/parser.h"
#include "cpntools/translate.h"
#include "tests/fuzz/model.h"

namespace {

using cpntools::Arc;
using cpntools::Declaration;
using cpntools::Document;
using cpntools::Text;

constexpr std::string_view kSeparator = "\n%%\n";

Declaration ColourSet(const char* name, Declaration::Constructor constructor,
                      std::vector<Declaration::Field> fields = {}) {
  Declaration declaration;
  declaration.kind = Declaration::Kind::kColourSet;
  declaration.name = name;
  declaration.constructor = constructor;
  declaration.fields = std::move(fields);
  return declaration;
}

Declaration Variables(const char* colour_set, std::vector<std::string> names) {
  Declaration declaration;
  declaration.kind = Declaration::Kind::kVariables;
  declaration.name = colour_set;
  declaration.variables = std::move(names);
  return declaration;
}

std::vector<Declaration> Declarations(const std::string& ml) {
  using Constructor = Declaration::Constructor;
  Declaration index = ColourSet("Id", Constructor::kIndex, {{"id", ""}});
  index.bounds = {{"1", 1, 1}, {"3", 1, 1}};
  Declaration text;
  text.ml = {ml, 1, 1};
  return {ColourSet("INT", Constructor::kInt),
          ColourSet("BOOL", Constructor::kBool),
          ColourSet("STRING", Constructor::kString),
          ColourSet("UNIT", Constructor::kUnit),
          ColourSet("Vote", Constructor::kEnumerated, {{"Yes", ""}, {"No", ""}}),
          index,
          ColourSet("Pair", Constructor::kProduct, {{"", "INT"}, {"", "STRING"}}),
          ColourSet("Ints", Constructor::kList, {{"", "INT"}}),
          ColourSet("Rec", Constructor::kRecord, {{"seq", "INT"}, {"data", "STRING"}}),
          ColourSet("Mail", Constructor::kUnion, {{"Data", "Pair"}, {"End", ""}}),
          Variables("INT", {"i", "n"}),
          Variables("Vote", {"v"}),
          Variables("Pair", {"p"}),
          Variables("Ints", {"l"}),
          text};
}

cpntools::Place MakePlace(const std::string& id, const char* colour_set, const Text& initial) {
  cpntools::Place place;
  place.id = id;
  place.name = id;
  place.type = {colour_set, 1, 1};
  place.initial = initial;
  return place;
}

cpntools::Transition MakeTransition(const char* id) {
  cpntools::Transition transition;
  transition.id = id;
  transition.name = id;
  return transition;
}

const char* const kColourSets[] = {"INT", "STRING", "Vote", "Pair", "Ints", "Rec", "Mail"};

Document Net(const std::string& declarations, cpntools::Page page) {
  page.id = "page";
  page.name = "Page";
  Document document;
  document.file = "fuzz.cpn";
  document.declarations = Declarations(declarations);
  document.pages = {std::move(page)};
  return document;
}

/// The expression as the initial marking of a place of each colour set.
cpntools::Page Markings(const Text& e) {
  cpntools::Page page;
  for (const char* const set : kColourSets) page.places.push_back(MakePlace(set, set, e));
  return page;
}

/// The expression on arcs to and from places of each colour set, as a guard and as a code segment.
cpntools::Page Transitions(const Text& e) {
  cpntools::Page page;
  page.places = {MakePlace("Numbers", "INT", {"1`1 ++ 1`2", 1, 1})};
  const auto add = [&](const char* id) -> cpntools::Transition& {
    page.transitions.push_back(MakeTransition(id));
    page.arcs.push_back({Arc::Kind::kInput, "Numbers", id, {"i", 1, 1}, 1});
    return page.transitions.back();
  };
  for (const char* const set : kColourSets) {
    const std::string id = std::string(set) + " place";
    page.places.push_back(MakePlace(id, set, {}));
    add(set);
    page.arcs.push_back({Arc::Kind::kOutput, id, set, e, 1});
  }
  add("Guarded").guard = e;
  add("Coded").code = e;
  add("Taking");
  page.arcs.push_back({Arc::Kind::kInput, "INT place", "Taking", e, 1});
  return page;
}

void Run(const Document& document) {
  const cpntools::Translation translation = cpntools::Translate(document, "fuzz");
  try {
    fuzz::Explore(*fuzz::Load(translation.lua));
  } catch (const cpn::ModelError&) {
  }
}

/// What is no part of a net that is made here.
void ParseAsType(const std::string& text) {
  try {
    cpntools::ml::ParseTypeText(text);
  } catch (const cpntools::ml::MlError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::TextOf(data, size);
  const std::size_t separator = text.find(kSeparator);
  const bool has_both = separator != std::string_view::npos;
  const std::string declarations(has_both ? text.substr(0, separator) : "");
  const Text e{std::string(has_both ? text.substr(separator + kSeparator.size()) : text), 1, 1};
  ParseAsType(e.text);
  Run(Net(declarations, Transitions(e)));
  Run(Net(declarations, Markings(e)));
  return 0;
}
