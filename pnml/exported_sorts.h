// The sorts of a net that is written: colour sets as sorts, colours as terms. Internal to pnml/.
//
// Ranges and indices become integer ranges, enumerations finite ones, products and records (their
// fields in order of their names) products. Any other finite colour set, such as a union or a
// subset, becomes an enumeration of its colours.
// Invariant: one sort for each colour set, aliases aside; a sort's colours are the colour set's.
// Thread safety: none; as the model.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "pnml/net.h"

namespace pnml {

class ExportedSorts {
 public:
  /// Sorts are added to `net`. Both must outlive it.
  ExportedSorts(cpn::lua::LuaModel& model, Net& net) : model_(model), net_(net) {}

  /// Throws Refusal for colour sets that are not finite.
  SortIndex SortOf(cpn::ColourSetId set);
  /// The colour set that became that sort.
  cpn::ColourSetId SetOf(SortIndex sort) const { return sets_[sort]; }
  const Sort& operator[](SortIndex sort) const { return net_.sorts[sort]; }
  bool Contains(SortIndex sort, cpn::Value v);
  /// All of them, in the sort's order. Throws Refusal when there are too many for a table.
  const std::vector<cpn::Value>& ColoursOf(SortIndex sort);
  /// The colour as a term without variables. Requires Contains().
  Term Constant(cpn::Value v, SortIndex sort);
  /// The multi-set as a term without variables; entries in any order, each value once.
  Term Tokens(std::span<const cpn::MultiSetEntry> entries, SortIndex sort);
  /// What is asked for a successor.
  void MakeCyclic(SortIndex sort) { net_.sorts[sort].kind = SortKind::kCyclicEnumeration; }

 private:
  /// The colour set's sort, with its parts, which are added before it.
  Sort Make(cpn::ColourSetId set);
  void Enumerate(cpn::ColourSetId set, Sort& sort);

  cpn::lua::LuaModel& model_;
  Net& net_;
  std::vector<cpn::ColourSetId> sets_;                                 // by sort
  std::map<SortIndex, std::map<std::uint32_t, std::size_t>> numbers_;  // of enumerations' colours
};

/// `count` copies of a colour or multi-set.
Term NumberOf(std::int64_t count, Term operand);

}  // namespace pnml
