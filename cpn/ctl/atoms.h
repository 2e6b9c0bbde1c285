// What state functions say of the markings of a space, and arc patterns of binding elements.
//
// Thread safety: none.
#pragma once

#include <memory>
#include <vector>

#include "cpn/ctl/bits.h"
#include "cpn/ctl/graph.h"
#include "cpn/ctl/state_function_memo.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace cpn::ctl {

class Atoms {
 public:
  /// All arguments must outlive the atoms.
  Atoms(const Engine* engine, StateFunctionMemo* memo, const StateSpace* space)
      : engine_(engine), memo_(memo), space_(space) {}

  /// The markings of which the function is true. Throws ModelError.
  const Bits& StateFunction(StateFunctionId function);
  /// The arcs that match; no kNoElement does.
  Bits Arcs(const Graph& graph, const ArcPattern& pattern) const;

 private:
  const Engine* engine_;
  StateFunctionMemo* memo_;
  const StateSpace* space_;
  std::vector<std::unique_ptr<Bits>> state_functions_;
};

/// Is the binding element an occurrence that the pattern means?
bool Matches(const Engine& engine, const ArcPattern& pattern, BindingElementId element);

}  // namespace cpn::ctl
