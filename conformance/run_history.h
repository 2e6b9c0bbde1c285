// What a run of the net says about tokens: which step put one where it is, which took it.
//
// Thread safety: as the engine.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <utility>

#include "conformance/explanation.h"
#include "cpn/engine/engine.h"
#include "cpn/why/obstacle_text.h"

namespace conformance {

class RunHistory {
 public:
  RunHistory(const cpn::Engine& engine, std::span<const ExplainedStep> run);

  /// Valid as long as this.
  cpn::why::History Questions() const;

 private:
  using Token = std::pair<cpn::PlaceId, std::uint32_t>;
  using Steps = std::map<Token, std::size_t>;

  Steps put_, took_;  // numbers of the last steps
};

}  // namespace conformance
