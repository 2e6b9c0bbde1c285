// What transitions could do in a marking if they had no guards: the bindings that a guard decides
// about, those that it refuses included.
//
// A candidate is a binding that is enabled but for the guard. What a let or a computed inscription
// cannot compute for it is left out of account where the guard refuses it: guards may protect them.
// Thread safety: as the engine.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "cpn/engine/engine.h"

namespace cpn {

class Candidates {
 public:
  /// The engine must outlive it.
  explicit Candidates(Engine* engine, const EngineOptions& options = {});
  ~Candidates();

  /// Calls `visit` with each candidate of the transition; variables that could not be computed are
  /// PartialBinding::kUnbound. Throws ModelError when there are too many to try.
  void ForEach(TransitionId transition, const Marking& marking,
               const std::function<void(std::span<const Value> binding)>& visit);

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cpn
