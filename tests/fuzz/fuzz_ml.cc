// Any bytes as CPN ML: declarations, a line `%% COLOURSET`, and an expression, which stands
// wherever one can stand in two small nets with a place of that colour set. Parsed, inferred,
// translated, loaded and explored a little; where the expression makes no sense it is a problem of
// the translation, and the rest of the net goes on.
#include <algorithm>

#include "cpntools/document/document.h"
#include "cpntools/ml/error.h"
#include "cpntools/ml/parser.h"
#include "cpntools/testing.h"
#include "cpntools/translate.h"
#include "tests/fuzz/model.h"

namespace {

using cpntools::Arc;
using cpntools::Declaration;
using cpntools::Document;
using cpntools::Text;
using cpntools::testing::ColourSet;
using cpntools::testing::Variables;

/// An input, taken apart.
struct Piece {
  std::string declarations;
  std::string colour_set = "INT";
  Text expression;
};

/// `declarations`, a line "%% COLOURSET", and `expression`; only that when there is no such line.
Piece Split(std::string_view text) {
  constexpr std::string_view kSeparator = "\n%% ";
  Piece piece;
  const std::size_t separator = text.find(kSeparator);
  const std::size_t line = std::min(text.find('\n', separator + 1), text.size());
  if (separator != std::string_view::npos && line < text.size()) {
    const std::size_t set = separator + kSeparator.size();
    piece.declarations = text.substr(0, separator);
    piece.colour_set = text.substr(set, line - set);
    text.remove_prefix(line + 1);
  }
  piece.expression = {std::string(text), 1, 1};
  return piece;
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

cpntools::Place MakePlace(const char* id, const std::string& colour_set, const Text& initial) {
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

Document Net(const std::string& declarations, cpntools::Page page) {
  page.id = "page";
  page.name = "Page";
  Document document;
  document.file = "fuzz.cpn";
  document.declarations = Declarations(declarations);
  document.pages = {std::move(page)};
  return document;
}

/// The expression as an initial marking.
cpntools::Page Marking(const Piece& piece) {
  cpntools::Page page;
  page.places = {MakePlace("Subject", piece.colour_set, piece.expression)};
  return page;
}

/// The expression on arcs to and from a place, as a guard and as a code segment.
cpntools::Page Transitions(const Piece& piece) {
  cpntools::Page page;
  page.places = {MakePlace("Numbers", "INT", {"1`1 ++ 1`2", 1, 1}),
                 MakePlace("Subject", piece.colour_set, {})};
  for (const char* const id : {"Guarded", "Coded", "Giving", "Taking"}) {
    page.transitions.push_back(MakeTransition(id));
    page.arcs.push_back({Arc::Kind::kInput, "Numbers", id, {"i", 1, 1}, 1});
  }
  page.transitions[0].guard = piece.expression;
  page.transitions[1].code = piece.expression;
  page.arcs.push_back({Arc::Kind::kOutput, "Subject", "Giving", piece.expression, 1});
  page.arcs.push_back({Arc::Kind::kInput, "Subject", "Taking", piece.expression, 1});
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
  const Piece piece = Split(fuzz::TextOf(data, size));
  ParseAsType(piece.expression.text);
  Run(Net(piece.declarations, Transitions(piece)));
  Run(Net(piece.declarations, Marking(piece)));
  return 0;
}
