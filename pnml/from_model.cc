#include "pnml/from_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "pnml/exported_sorts.h"
#include "pnml/exported_transition.h"
#include "pnml/refusal.h"

namespace pnml {
namespace {

class ModelExporter {
 public:
  explicit ModelExporter(cpn::lua::LuaModel& model) : model_(model), sorts_(model, net_) {}

  Net Export() {
    net_.id = Identifier(model_.name());
    net_.is_coloured = true;
    for (const cpn::Place& place : model_.net().places()) ExportPlace(place);
    for (const cpn::Transition& transition : model_.net().transitions()) Export(transition);
    if (IsPlain()) MakePlain();
    return std::move(net_);
  }

 private:
  // XML's identifiers; names of a model have letters, digits, _ and . only.
  static std::string Identifier(const std::string& name) {
    std::string id = name.empty() || (name[0] >= '0' && name[0] <= '9') ? "n" + name : name;
    std::ranges::replace_if(
        id,
        [](char c) {
          const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
          return !is_letter && !(c >= '0' && c <= '9') && c != '.' && c != '-';
        },
        '_');
    return id;
  }

  std::string GiveId(const std::string& name) {
    std::string id = Identifier(name);
    for (int i = 2; !ids_.insert(id).second; ++i) id = fmt::format("{}-{}", Identifier(name), i);
    return id;
  }

  void ExportPlace(const cpn::Place& place) {
    try {
      const SortIndex sort = sorts_.SortOf(place.type);
      Place exported{GiveId(place.name), place.name, sort, std::nullopt};
      const cpn::MultiSet marking = model_.multisets().Intern(place.initial);
      const auto tokens = model_.multisets().Entries(marking);
      if (!tokens.empty()) exported.initial = sorts_.Tokens(tokens, sort);
      net_.places.push_back(std::move(exported));
    } catch (const Refusal& refusal) {
      throw cpn::ModelError(place.where, fmt::format("place {}: {}", place.name, refusal.what()));
    }
  }

  void Export(const cpn::Transition& transition) {
    const cpn::TransitionDeclaration& declaration = *transition.declaration;
    const auto fail = [&](const std::string& why) {
      throw cpn::ModelError(declaration.where,
                            fmt::format("transition {}: {}", transition.name, why));
    };
    if (declaration.priority != model_.net().transitions().front().declaration->priority) {
      fail("symmetric nets have no priorities");
    }
    try {
      ExportTransition(model_, transition, sorts_, net_,
                       [this](const std::string& name) { return GiveId(name); });
    } catch (const Refusal& refusal) {
      fail(refusal.what());
    }
  }

  /// Dots only, and nothing that could depend on a colour.
  bool IsPlain() const {
    return net_.variables.empty() &&
           std::ranges::all_of(net_.sorts,
                               [](const Sort& sort) { return sort.kind == SortKind::kDot; }) &&
           std::ranges::none_of(net_.transitions,
                                [](const Transition& t) { return t.condition.has_value(); });
  }

  void MakePlain() {
    net_.is_coloured = false;
    net_.sorts.assign(1, Sort{});
    for (Place& place : net_.places) place.sort = 0;
  }

  cpn::lua::LuaModel& model_;
  Net net_;
  ExportedSorts sorts_;
  std::set<std::string> ids_;
};

}  // namespace

Net FromModel(cpn::lua::LuaModel& model) { return ModelExporter(model).Export(); }

}  // namespace pnml
