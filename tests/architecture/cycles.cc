#include "tests/architecture/cycles.h"

namespace architecture {
namespace {

/// All that can be reached from `start`, itself only through a circle.
std::set<std::string> ReachableFrom(const std::string& start, const Graph& graph) {
  std::set<std::string> reached;
  std::vector<std::string> to_do = {start};
  while (!to_do.empty()) {
    const auto node = graph.find(to_do.back());
    to_do.pop_back();
    if (node == graph.end()) continue;
    for (const std::string& next : node->second) {
      if (reached.insert(next).second) to_do.push_back(next);
    }
  }
  return reached;
}

}  // namespace

std::vector<std::vector<std::string>> Cycles(const Graph& graph) {
  std::map<std::string, std::set<std::string>> reachable;
  for (const auto& [name, next] : graph) reachable[name] = ReachableFrom(name, graph);
  std::vector<std::vector<std::string>> cycles;
  std::set<std::string> done;
  for (const auto& [name, reached] : reachable) {
    if (!done.insert(name).second) continue;
    std::vector<std::string> members = {name};
    for (const std::string& other : reached) {
      if (other == name || !reachable.contains(other) || !reachable[other].contains(name)) continue;
      members.push_back(other);
      done.insert(other);
    }
    if (members.size() > 1) cycles.push_back(members);
  }
  return cycles;
}

std::string Joined(const std::vector<std::string>& names) {
  std::string joined;
  for (const std::string& name : names) joined += (joined.empty() ? "" : ", ") + name;
  return joined;
}

}  // namespace architecture
