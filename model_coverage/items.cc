#include "model_coverage/items.h"

namespace model_coverage {

ItemId ItemTable::Intern(const Item& item) {
  const auto [entry, is_new] = ids_.emplace(item, static_cast<ItemId>(items_.size()));
  if (is_new) items_.push_back(item);
  return entry->second;
}

}  // namespace model_coverage
