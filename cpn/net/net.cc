#include "cpn/net/net.h"

#include <algorithm>

namespace cpn {
namespace {

template <typename Named>
std::optional<std::uint32_t> FindByName(const std::vector<Named>& all, std::string_view name) {
  const auto at = std::ranges::find(all, name, &Named::name);
  if (at == all.end()) return std::nullopt;
  return static_cast<std::uint32_t>(at - all.begin());
}

}  // namespace

std::optional<PlaceId> Net::FindPlace(std::string_view name) const {
  return FindByName(places_, name);
}

std::optional<TransitionId> Net::FindTransition(std::string_view name) const {
  return FindByName(transitions_, name);
}

std::optional<PlaceId> Net::PlaceOf(ModuleId module, std::uint32_t place,
                                    std::string_view instance) const {
  const Socket wanted{module, place, std::string(instance), 0};
  const auto at = std::ranges::lower_bound(sockets_, wanted.Key(), {}, &Socket::Key);
  if (at == sockets_.end() || at->Key() != wanted.Key()) return std::nullopt;
  return at->id;
}

}  // namespace cpn
