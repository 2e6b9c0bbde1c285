// An interceptor that the scheduler steers: it passes a call on, at once or later, refuses it, or
// lets go of it.
//
// Thread safety: none.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <utility>

#include "quorum/link.h"
#include "quorum/systematic/world.h"

namespace quorum::systematic {

class ModelInterceptor : public Interceptor {
 public:
  /// `machine` takes the steps: that of the node whose calls it sees.
  ModelInterceptor(World& world, MachineId machine) : world_(world), machine_(machine) {}

  void Intercept(std::shared_ptr<NodeCall> call, const Next& next) override;

 private:
  World& world_;
  const MachineId machine_;
  std::uint32_t next_ = 0;
  std::map<std::uint32_t, std::pair<std::shared_ptr<NodeCall>, Next>> held_;
};

}  // namespace quorum::systematic
