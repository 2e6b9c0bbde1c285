// Colours, colour sets and multi-sets the obvious way: trees, membership by definition, std::map.
// The engine's interned values are checked against this, so nothing here interns or remembers.
//
// Thread safety: none needed; values.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cpn/values/colour_sets.h"
#include "cpn/values/evaluator.h"
#include "cpn/values/value.h"

namespace reference {

/// A colour as a tree. The defaulted order is the canonical one (cpn::ValueStore::Compare).
struct Colour {
  cpn::ValueKind kind = cpn::ValueKind::kUnit;
  std::int64_t integer = 0;        ///< booleans: 0 or 1
  std::string text;                ///< enums, strings; a union's constructor
  std::vector<std::string> names;  ///< a record's fields, sorted
  std::vector<Colour> parts;

  friend std::strong_ordering operator<=>(const Colour&, const Colour&);
  friend bool operator==(const Colour&, const Colour&);
};

using Bag = std::map<Colour, std::uint64_t>;

Colour FromValue(const cpn::ValueStore& values, cpn::Value v);
cpn::Value ToValue(cpn::ValueStore& values, const Colour& colour);

/// What the functions below need of a model.
struct Universe {
  const std::vector<cpn::ColourSet>* colour_sets = nullptr;
  cpn::ValueStore* values = nullptr;  ///< for calls of the evaluator only
  cpn::Evaluator* evaluator = nullptr;
};

bool Contains(const Universe& universe, cpn::ColourSetId set, const Colour& colour);
/// All colours in the order of ColourSets::Enumerate; nothing when the set is infinite or has more
/// than ColourSets::kSmall colours.
std::optional<std::vector<Colour>> All(const Universe& universe, cpn::ColourSetId set);
/// `colour`, its parts, their parts ..., and the rests of lists.
void AddParts(const Colour& colour, std::set<Colour>& out);
bool Includes(const Bag& larger, const Bag& smaller);
void Add(Bag& to, const Bag& tokens);

}  // namespace reference
