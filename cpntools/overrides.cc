#include "cpntools/overrides.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <utility>
#include <vector>

#include "cpn/lua/text/suggest.h"
#include "cpntools/lua/names.h"
#include "cpntools/ml/error.h"
#include "cpntools/ml/parser.h"

namespace cpntools {
namespace {

using Found = std::pair<const Page*, Place*>;

std::string FullName(const Page& page, const Place& place) {
  return Identifier(page.name) + '\'' + Identifier(place.name);
}

bool IsCalled(const std::string& name, const Page& page, const Place& place) {
  return name == place.name || name == Identifier(place.name) || name == FullName(page, place) ||
         name == page.name + '\'' + place.name;
}

Place& PlaceNamed(Document& document, const std::string& name) {
  std::vector<Found> found;
  std::vector<std::string> known;
  for (Page& page : document.pages) {
    for (Place& place : page.places) {
      if (IsCalled(name, page, place)) found.emplace_back(&page, &place);
      if (place.port.empty()) known.push_back(FullName(page, place));
    }
  }
  std::erase_if(found, [&](const Found& one) {  // ports, and further members of one fusion set
    return found.size() > 1 &&
           (!one.second->port.empty() ||
            (!one.second->fusion.empty() && one.second->fusion == found.front().second->fusion &&
             one.second != found.front().second));
  });
  if (found.empty()) {
    throw UnknownPlace(fmt::format("--initial {}: the model has no place of that name{}", name,
                                   cpn::lua::Alternatives(name, known)));
  }
  if (found.size() > 1) {
    std::vector<std::string> names;
    for (const auto& [page, place] : found) names.push_back(FullName(*page, *place));
    throw UnknownPlace(fmt::format("--initial {}: several places have this name: {}", name,
                                   fmt::join(names, ", ")));
  }
  if (!found[0].second->port.empty()) {
    throw UnknownPlace(
        fmt::format("--initial {}: a port has the initial marking of its socket", name));
  }
  return *found[0].second;
}

/// The only declaration of a text, if it is `val name = expression`.
std::optional<ml::Declaration> ValueOf(const Declaration& declaration) {
  if (declaration.kind != Declaration::Kind::kMl) return std::nullopt;
  try {
    std::vector<ml::Declaration> parsed = ml::ParseDeclarations(declaration.ml.text);
    const bool value = parsed.size() == 1 && parsed[0].kind == ml::Declaration::Kind::kValue &&
                       parsed[0].pattern.kind == ml::Pattern::Kind::kVariable;
    if (value) return std::move(parsed[0]);
  } catch (const ml::MlError&) {  // the translation says what is wrong with it
  }
  return std::nullopt;
}

}  // namespace

void SetInitialMarking(Document& document, const std::string& name,
                       const std::string& inscription) {
  const Place& chosen = PlaceNamed(document, name);
  for (Page& page : document.pages) {
    for (Place& place : page.places) {
      const bool same =
          &place == &chosen || (!chosen.fusion.empty() && place.fusion == chosen.fusion);
      if (same) place.initial = {inscription, 0, 0};
    }
  }
}

bool SetValue(Document& document, const std::string& name, const std::string& expression) {
  for (Declaration& declaration : document.declarations) {
    const auto value = ValueOf(declaration);
    if (!value || value->pattern.text != name) continue;
    const ml::Expression& constant = ml::Referred(value->value);
    if (ml::IsLiteral(constant)) return false;
    const bool reference = &constant != &value->value;
    const std::string text = reference ? "ref (" + expression + ")" : expression;
    declaration.ml.text = fmt::format("val {} = {}", name, text);
    return true;
  }
  return false;
}

}  // namespace cpntools
