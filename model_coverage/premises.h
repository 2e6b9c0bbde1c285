// The premises of the implications in a model's properties: what must have been true once, or the
// property has said nothing.
//
// An implication is a disjunction with negated operands (NOT(a) OR b), or a conjunction that is
// negated as a whole (NOT(a AND NOT(b))), wherever it stands; its premise is what is negated. Of
// FORALL_MODAL(a, b) it is a. Premises about what happens later (with path operators in them) are
// not judged by a marking or a step, and are left out.
// Thread safety: as the model. Source: Beer et al., "Efficient detection of vacuity in temporal
// model checking" (2001).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cpn/ctl/formula.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/lua/lua_model.h"

namespace model_coverage {

struct Premise {
  std::string property;
  std::vector<const cpn::ctl::Formula*> operands;  ///< all of them
  bool about_arcs = false;
  cpn::SourceLocation where;
};

class Premises {
 public:
  /// The model must outlive it.
  explicit Premises(cpn::lua::LuaModel& model);

  const std::vector<Premise>& all() const { return all_; }
  /// Those that hold in a marking. Throws ModelError.
  std::vector<std::uint32_t> In(const cpn::Marking& marking);
  /// Those that hold of an occurrence.
  std::vector<std::uint32_t> Of(cpn::BindingElementId element);

 private:
  void Walk(const std::string& property, const cpn::ctl::Formula& formula, bool positive);
  void LookForImplication(const std::string& property, const cpn::ctl::Formula& formula,
                          bool positive);
  void Add(Premise premise);
  bool Holds(const cpn::ctl::Formula& formula, const cpn::Marking* marking,
             std::optional<cpn::BindingElementId> element);
  bool Holds(const Premise& premise, const cpn::Marking* marking,
             std::optional<cpn::BindingElementId> element);

  cpn::lua::LuaModel& model_;
  cpn::ctl::StateFunctionMemo memo_;
  std::vector<Premise> all_;
};

}  // namespace model_coverage
