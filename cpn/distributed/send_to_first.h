// Many items of all ranks to rank 0, in pieces that fit into messages.
//
// Thread safety: as Transport.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/transport.h"

namespace cpn::distributed {

/// Collective: calls take(rank, item) at rank 0 for each item of each rank, each rank's in their
/// order. `Item` is plain data.
template <typename Item, typename Take>
void SendToFirst(Transport& transport, const std::vector<Item>& items, const Take& take) {
  constexpr std::size_t kPiece = std::size_t{1} << 22;
  std::size_t sent = 0;
  for (std::uint64_t left[] = {1}; left[0] > 0;) {
    const std::size_t now = std::min(kPiece, items.size() - sent);
    const auto first = items.begin() + static_cast<std::ptrdiff_t>(sent);
    const std::vector<Item> piece(first, first + static_cast<std::ptrdiff_t>(now));
    sent += now;
    const std::vector<std::vector<char>> given = transport.GatherAtFirst(BytesOf(piece));
    for (unsigned rank = 0; rank < given.size(); ++rank) {
      for (const Item& item : AllOf<Item>(given[rank])) take(rank, item);
    }
    left[0] = items.size() - sent;
    transport.Sum(left);
  }
}

}  // namespace cpn::distributed
