// The order of Engine::Enabled() between binding elements, by a number for most of them: comparing
// bindings colour by colour takes long.
//
// Thread safety: none, one per rank.
#pragma once

#include <cstdint>
#include <vector>

#include "cpn/engine/engine.h"

namespace cpn::distributed {

class ElementOrder {
 public:
  /// `engine` must outlive it.
  explicit ElementOrder(const Engine* engine) : engine_(engine) {}

  bool IsBefore(BindingElementId a, BindingElementId b) {
    const std::uint32_t rank_of_a = RankOf(a), rank_of_b = RankOf(b);
    if (rank_of_a == kNone || rank_of_b == kNone) return engine_->CompareElements(a, b) < 0;
    return rank_of_a < rank_of_b;
  }
  /// Numbers what has been compared since; call it now and then.
  void Number();

 private:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kUnseen = 0xfffffffe;

  std::uint32_t RankOf(BindingElementId element);

  const Engine* engine_;
  std::vector<std::uint32_t> ranks_;     // by element
  std::vector<BindingElementId> known_;  // in order
  std::vector<BindingElementId> new_;    // compared, without a number
};

}  // namespace cpn::distributed
