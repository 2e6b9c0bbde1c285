#include "oracles/linearizability/register_zones.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace oracles::linearizability {
namespace {

// When a cluster is there: from `begin` to `end`, or, unless it is spread, at one moment between.
struct Zone {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool is_spread = false;
  RegisterCluster* cluster = nullptr;
};

// Moments count from 1: what is there at first is older than all of them.
std::uint64_t Moment(std::uint64_t moment) {
  return moment == RegisterOperation::kNever ? moment : moment + 1;
}

// Nothing when a read returned before the write of its value began.
std::optional<Zone> ZoneOf(RegisterCluster& cluster) {
  const std::uint64_t write_called = cluster.write ? Moment(cluster.write->called) : 0;
  std::uint64_t first_return = cluster.write ? Moment(cluster.write->returned) : 0;
  std::uint64_t last_call = write_called;
  for (const RegisterOperation& read : cluster.reads) {
    if (Moment(read.returned) < write_called) return std::nullopt;
    first_return = std::min(first_return, Moment(read.returned));
    last_call = std::max(last_call, Moment(read.called));
  }
  if (first_return < last_call) return Zone{first_return, last_call, true, &cluster};
  return Zone{last_call, first_return, false, &cluster};
}

// Moves each zone that is not spread to a moment outside the spread ones, which are disjoint and
// sorted; false if there is none.
bool FindMoments(std::vector<Zone>& zones, const std::vector<Zone>& spread) {
  for (Zone& zone : zones) {
    const auto after = std::ranges::lower_bound(spread, zone.begin, {}, &Zone::begin);
    if (after != spread.begin() && zone.begin < std::prev(after)->end) {
      if (zone.end < std::prev(after)->end) return false;
      zone.begin = std::prev(after)->end;
    }
  }
  return true;
}

}  // namespace

std::optional<std::vector<std::size_t>> OrderOfRegister(std::vector<RegisterCluster> clusters) {
  std::vector<Zone> spread;
  std::vector<Zone> zones;
  for (RegisterCluster& cluster : clusters) {
    const std::optional<Zone> zone = ZoneOf(cluster);
    if (!zone) return std::nullopt;
    (zone->is_spread ? spread : zones).push_back(*zone);
  }
  std::ranges::stable_sort(spread, {}, &Zone::begin);
  for (std::size_t i = 1; i < spread.size(); ++i) {
    if (spread[i].begin < spread[i - 1].end) return std::nullopt;
  }
  if (!FindMoments(zones, spread)) return std::nullopt;
  zones.insert(zones.end(), spread.begin(), spread.end());
  // What was there at first is first; at one moment, those come first that are over with it.
  std::ranges::stable_sort(zones, {}, [](const Zone& zone) {
    return std::tuple(zone.cluster->write.has_value(), zone.begin, zone.is_spread);
  });
  std::vector<std::size_t> order;
  for (const Zone& zone : zones) {
    if (zone.cluster->write) order.push_back(zone.cluster->write->place);
    std::ranges::stable_sort(zone.cluster->reads, {}, &RegisterOperation::called);
    for (const RegisterOperation& read : zone.cluster->reads) order.push_back(read.place);
  }
  return order;
}

}  // namespace oracles::linearizability
