// What the functions of a transition's inscriptions yield for all colours of the variables that
// they read. Internal to pnml/.
//
// A symmetric net has no functions; but those of a model are pure, and over finite colour sets all
// that they say fits into a table.
// Thread safety: none; as the model.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <vector>

#include "pnml/exported_sorts.h"
#include "pnml/truth_table.h"

namespace pnml {

/// The variables of one transition, as terms of the net that is written.
class TransitionVariables {
 public:
  /// Variables are added to `net`. All must outlive it.
  TransitionVariables(cpn::lua::LuaModel& model, const cpn::Transition& transition,
                      ExportedSorts& sorts, Net& net);

  /// By index into the transition's variables. Throws Refusal for one that is not finite.
  Term Of(std::uint32_t variable);
  /// A new one.
  Term Fresh(SortIndex sort);
  Column ColumnOf(const Term& variable);
  /// The variables that a function reads.
  const std::vector<std::uint32_t>& ReadBy(cpn::FunctionId function);

 private:
  SortIndex SortOf(std::uint32_t variable);
  Term Named(const std::string& name, SortIndex sort);

  cpn::lua::LuaModel& model_;
  const cpn::Transition& transition_;
  ExportedSorts& sorts_;
  Net& net_;
  std::map<cpn::FunctionId, std::vector<std::uint32_t>> read_;  // what ReadBy() found
  int fresh_ = 0;
};

/// Calls `visit` with each combination of the columns' colours, in lexicographic order. Throws
/// Refusal when there are too many.
void ForEachRow(const std::vector<Column>& columns,
                const std::function<void(std::span<const cpn::Value>)>& visit);

}  // namespace pnml
