// Values that a variable may have when no token binds it: hints, its colour set when it is small,
// and what the marking holds.
//
// Thread safety: as the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "cpn/engine/engine.h"

namespace cpn::why {

class Domains {
 public:
  /// All must outlive this. At most `max_values` a variable of the transition.
  Domains(Engine& engine, const Marking& marking, TransitionId transition,
          const std::vector<Value>& hints, std::size_t max_values)
      : engine_(engine),
        marking_(marking),
        transition_(transition),
        hints_(hints),
        max_values_(max_values) {}

  /// Colours of the variable's colour set, each once, hints first.
  const std::vector<Value>& Of(std::uint32_t variable);

 private:
  std::vector<Value> Collect(std::uint32_t variable);
  const std::vector<Value>& Held();

  Engine& engine_;
  const Marking& marking_;
  TransitionId transition_;
  const std::vector<Value>& hints_;
  std::size_t max_values_;
  std::vector<std::optional<std::vector<Value>>> of_variable_;
  std::optional<std::vector<Value>> held_;  // the tokens of the marking and their parts
};

}  // namespace cpn::why
