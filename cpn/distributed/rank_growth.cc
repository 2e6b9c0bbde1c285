// Which places still grew, of markings that several ranks have: each looks at its own, and what
// they have seen is put together.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {
namespace {

using explore::PlaceCount;

/// What ranks have seen of a place.
struct Seen {
  std::uint64_t tokens = 0;
  std::set<std::uint64_t> colours;  // their hashes
};

}  // namespace

/// What this rank sees first within some steps: by place, the most tokens, and new colours.
std::vector<char> Rank::LookForGrowth(std::vector<PlaceCount>& counts, NodeId first, NodeId last) {
  std::vector<std::size_t> known;
  for (const PlaceCount& count : counts) known.push_back(count.colours().size());
  const explore::RecordLayout& layout = store_->layout();
  for (NodeId node = first; node < last; ++node) {
    const char* const record = store_->At(node);
    for (PlaceId p = 0; p < counts.size(); ++p) counts[p].Look(layout.Read(record, p));
  }
  ByteWriter out;
  for (PlaceId p = 0; p < counts.size(); ++p) {
    const std::vector<explore::Token>& colours = counts[p].colours();
    out.Number(counts[p].tokens());
    out.Number(colours.size() - known[p]);
    for (std::size_t i = known[p]; i < colours.size(); ++i) {
      out.Number(hash_.OfColour(p, tables_.place(p).ValueOf(colours[i])));
    }
  }
  return out.Take();
}

Growth Rank::TogetherFindGrowth(std::uint64_t most_fields) {
  std::vector<std::uint64_t> levels(levels_.begin(), levels_.end());
  if (IsShared()) transport_->Sum(levels);
  const auto steps = explore::StepsForGrowth(levels, tables_.place_count(), most_fields);
  if (steps.back() == 0) return {};
  std::vector<PlaceGrowth> places(tables_.place_count());
  std::vector<PlaceCount> counts;
  for (PlaceId p = 0; p < places.size(); ++p) {
    places[p].place = p;
    counts.emplace_back(&tables_.place(p));
  }
  std::vector<Seen> seen(places.size());
  NodeId first = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const NodeId last = levels_[steps[i] + 1];
    for (const auto& bytes : transport_->AllGather(LookForGrowth(counts, first, last))) {
      ByteReader in(bytes);
      for (Seen& of : seen) {
        of.tokens = std::max(of.tokens, in.Number());
        for (std::uint64_t left = in.Number(); left > 0; --left) of.colours.insert(in.Number());
      }
    }
    first = last;
    for (PlaceId p = 0; p < places.size(); ++p) {
      places[p].tokens[i] = seen[p].tokens;
      places[p].colours[i] = seen[p].colours.size();
    }
  }
  return {steps, explore::GrowingPlaces(std::move(places))};
}

}  // namespace cpn::distributed
