#include "debugger/marking_difference.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "debugger/move_text.h"

namespace debugger {
namespace {

using cpn::MultiSetEntry;
using cpn::Value;
using cpn::ValueKind;
using Entries = std::vector<MultiSetEntry>;

/// What is in `a` more often than in `b`.
Entries Without(const cpn::MultiSetStore& store, cpn::MultiSet a, cpn::MultiSet b) {
  Entries rest;
  for (const MultiSetEntry& entry : store.Entries(a)) {
    const std::uint32_t count = entry.count - std::min(entry.count, store.Count(b, entry.value));
    if (count > 0) rest.push_back({entry.value, count});
  }
  return rest;
}

/// How many parts two tokens of one colour set share; 0 when they are not made of parts.
std::size_t Likeness(const cpn::ValueStore& values, Value a, Value b) {
  if (values.Kind(a) != values.Kind(b)) return 0;
  if (values.Kind(a) != ValueKind::kRecord && values.Kind(a) != ValueKind::kTuple) return 0;
  const auto one = values.Elements(a);
  const auto other = values.Elements(b);
  if (one.size() != other.size()) return 0;
  std::size_t likeness = 0;
  for (std::size_t i = 0; i < one.size(); ++i) {
    // The first plain part tells most tokens apart: an id, a name. Parts of parts count less.
    likeness +=
        one[i] == other[i] ? 16 * (one.size() - i) : Likeness(values, one[i], other[i]) / 16;
  }
  return likeness;
}

class PlaceDifference {
 public:
  PlaceDifference(cpn::Engine& engine, const cpn::Marking& from, const cpn::Marking& to,
                  cpn::PlaceId place)
      : engine_(engine), store_(engine.multisets()), from_(from), place_(place) {
    removed_ = Without(store_, from[place], to[place]);
    added_ = Without(store_, to[place], from[place]);
  }

  std::vector<std::string> Lines() {
    std::vector<std::string> lines;
    const auto add = [&](const Entries& removed, const Entries& added) {
      std::vector<std::string> more =
          MoveLines(engine_, from_, place_, store_.Intern(removed), store_.Intern(added));
      std::move(more.begin(), more.end(), std::back_inserter(lines));
    };
    for (auto removed = removed_.begin(); removed != removed_.end();) {
      const auto partner = PartnerOf(*removed);
      if (partner == added_.end()) {
        ++removed;
        continue;
      }
      add({*removed}, {*partner});
      added_.erase(partner);
      removed = removed_.erase(removed);
    }
    if (!removed_.empty() || !added_.empty()) add(removed_, added_);
    return lines;
  }

 private:
  Entries::iterator PartnerOf(const MultiSetEntry& removed) {
    auto best = added_.end();
    std::size_t most = 0;
    for (auto one = added_.begin(); one != added_.end() && removed.count == 1; ++one) {
      if (one->count != 1) continue;
      const std::size_t likeness = Likeness(engine_.values(), removed.value, one->value);
      if (likeness > most) {
        best = one;
        most = likeness;
      }
    }
    return best;
  }

  cpn::Engine& engine_;
  cpn::MultiSetStore& store_;
  const cpn::Marking& from_;
  cpn::PlaceId place_;
  Entries removed_, added_;
};

}  // namespace

std::vector<std::string> MarkingDifference(cpn::Engine& engine, const cpn::Marking& from,
                                           const cpn::Marking& to) {
  std::vector<std::string> lines;
  for (cpn::PlaceId place = 0; place < from.size(); ++place) {
    if (from[place] == to[place]) continue;
    std::vector<std::string> more = PlaceDifference(engine, from, to, place).Lines();
    std::move(more.begin(), more.end(), std::back_inserter(lines));
  }
  return lines;
}

}  // namespace debugger
