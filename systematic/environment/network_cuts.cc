// Links that are cut and mended.
#include "systematic/environment/network.h"

namespace systematic {

void Network::OfferCut() {
  Key key;
  key.kind = cut_word_;
  scheduler_.Enable(key, machine_, OptionKind::kFault, [this] { Cut(); });
}

// Some processes on one side, the others on the other; both directions, or one.
void Network::Cut() {
  const std::size_t size = processes_.size();
  Key key;
  key.kind = side_word_;
  key.ordinal = static_cast<std::uint32_t>(left_.cuts);
  const std::uint64_t side = 1 + scheduler_.Choose(key, (std::uint64_t{1} << size) - 2);
  key.kind = direction_word_;
  const std::uint64_t direction = scheduler_.Choose(key, 3);
  --left_.cuts;
  is_cut_ = true;
  cut_.assign(size * size, 0);
  for (std::size_t from = 0; from < size; ++from) {
    for (std::size_t to = 0; to < size; ++to) {
      const bool from_inside = (side >> from & 1) != 0;
      if (from_inside == ((side >> to & 1) != 0)) continue;
      cut_[from * size + to] = direction == 0 || (direction == 1) == from_inside;
    }
  }
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    if (!messages_[i].enabled || !Blocked(messages_[i])) continue;
    DisableMessage(messages_[i]);
    LetDeadlinePass(messages_[i].call);
  }
  key = {};
  key.kind = mend_word_;
  scheduler_.Enable(key, machine_, OptionKind::kFault, [this] { Mend(); });
}

void Network::Mend() {
  is_cut_ = false;
  Key key;
  key.kind = mend_word_;
  scheduler_.Disable(key);
  for (std::uint32_t i = 0; i < messages_.size(); ++i) {
    const bool under_way =
        messages_[i].stage != Stage::kFree && messages_[i].stage != Stage::kHandling;
    if (under_way && !messages_[i].enabled) EnableMessage(i);
  }
  if (left_.cuts > 0 && !healed_) OfferCut();
}

}  // namespace systematic
