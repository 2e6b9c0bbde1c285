#include "tests/reference/conformance.h"

#include <algorithm>

namespace reference {

Explaining::Explaining(const Net& net, const Shows& shows, std::size_t most)
    : net_(net), shows_(shows), most_(most) {
  now_[{net.initial(), {}}] = 0;
}

void Explaining::Improve(Set& set, const Configuration& configuration, std::size_t cost) {
  const auto [entry, is_new] = set.emplace(configuration, cost);
  if (!is_new) entry->second = std::min(entry->second, cost);
}

Explaining::Set Explaining::Closed(const Set& set) const {
  Set closed = set;
  bool again = true;
  while (again) {
    const Set before = closed;
    for (const auto& [configuration, cost] : before) {
      for (const Element& element : net_.Enabled(configuration.first)) {
        if (!shows_(element).empty()) continue;
        Improve(closed, {net_.Occur(configuration.first, element), configuration.second}, cost + 1);
      }
    }
    if (closed.size() > most_) throw TooMany{};
    again = closed != before;
  }
  return closed;
}

void Explaining::ForEachEvent(
    const Configuration& configuration, std::size_t cost,
    const std::function<void(const std::string&, const Configuration&, std::size_t)>& use) const {
  const auto& [marking, pending] = configuration;
  for (const Element& element : net_.Enabled(marking)) {
    const std::vector<std::string> shown = shows_(element);
    if (shown.empty()) continue;
    Configuration next{net_.Occur(marking, element), pending};
    if (shown.size() > 1) next.second.insert({shown.begin() + 1, shown.end()});
    use(shown.front(), next, cost + 1);
  }
  for (const std::vector<std::string>& rest : pending) {
    Configuration next = configuration;
    next.second.erase(next.second.find(rest));
    if (rest.size() > 1) next.second.insert({rest.begin() + 1, rest.end()});
    use(rest.front(), next, cost);
  }
}

bool Explaining::Take(const std::string& event) {
  Set next;
  for (const auto& [configuration, cost] : Closed(now_)) {
    ForEachEvent(configuration, cost,
                 [&](const std::string& seen, const Configuration& then, std::size_t then_cost) {
                   if (seen == event) Improve(next, then, then_cost);
                 });
  }
  if (next.empty()) return false;
  now_ = std::move(next);
  return true;
}

/// Can a response come without a stimulus?
bool Explaining::MustAnswer(const Configuration& configuration) const {
  bool answers = false;
  for (const auto& [reached, cost] : Closed({{configuration, 0}})) {
    ForEachEvent(reached, cost, [&](const std::string& seen, const Configuration&, std::size_t) {
      answers = answers || seen.front() == '?';
    });
  }
  return answers;
}

bool Explaining::TakeQuiescence() {
  Set resting;
  for (const auto& [configuration, cost] : Closed(now_)) {
    if (!MustAnswer(configuration)) resting[configuration] = cost;
  }
  if (resting.empty()) return false;
  now_ = std::move(resting);
  return true;
}

std::set<std::string> Explaining::Possible() const {
  std::set<std::string> events;
  for (const auto& [configuration, cost] : Closed(now_)) {
    ForEachEvent(
        configuration, cost,
        [&](const std::string& seen, const Configuration&, std::size_t) { events.insert(seen); });
  }
  return events;
}

std::size_t Explaining::size() const { return Closed(now_).size(); }

std::size_t Explaining::FewestElements() const {
  std::size_t fewest = now_.begin()->second;
  for (const auto& [configuration, cost] : now_) fewest = std::min(fewest, cost);
  return fewest;
}

}  // namespace reference
