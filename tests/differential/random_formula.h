// Random ASK-CTL formulas over a net: all operators, about states and arcs, with random predicates
// over markings and arc patterns.
//
// The same generator state makes the same formula anywhere. Predicates are pure pseudo-random
// functions of the markings of one or two places; whether the second is read depends on the first.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/random.h"
#include "cpn/ctl/testing.h"
#include "cpn/engine/engine.h"
#include "cpn/explore/state_space.h"

namespace differential {

class RandomFormulas {
 public:
  /// All arguments must outlive it; `space` is where values for arc patterns come from.
  RandomFormulas(base::Random* random, const cpn::Engine* engine, const cpn::StateSpace* space,
                 cpn::ctl::testing::LambdaFunctions* functions)
      : random_(*random), engine_(*engine), space_(*space), functions_(*functions) {}

  /// About states, or either; operators nest at most `depth` deep.
  cpn::ctl::Formula State(int depth);

 private:
  cpn::ctl::Formula Arc(int depth);
  cpn::ctl::Formula StateAtom();
  cpn::ctl::Formula ArcAtom();
  cpn::ctl::Formula Pattern();
  /// What takes and yields one kind.
  template <typename Make>
  cpn::ctl::Formula Same(const Make& make);
  /// Two or three of one kind.
  template <typename Make>
  std::vector<cpn::ctl::Formula> Several(const Make& make);
  /// A path operator, over operands about arcs or about states.
  cpn::ctl::Formula Path(int depth, bool along_arcs);

  bool Chance(std::uint32_t n) { return random_.Below(n) == 0; }

  base::Random& random_;
  const cpn::Engine& engine_;
  const cpn::StateSpace& space_;
  cpn::ctl::testing::LambdaFunctions& functions_;
};

}  // namespace differential
