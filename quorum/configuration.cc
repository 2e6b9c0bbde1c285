#include "quorum/configuration.h"

#include <algorithm>
#include <string>
#include <utility>

namespace quorum {

Configuration::Configuration(Nodes nodes) {
  if (nodes.empty()) throw ConfigurationError("a configuration needs at least one node");
  std::sort(nodes.begin(), nodes.end(),
            [](const auto& a, const auto& b) { return a->id() < b->id(); });
  std::vector<NodeId> ids;
  for (const auto& node : nodes) {
    if (!ids.empty() && ids.back() == node->id()) {
      throw ConfigurationError("node " + std::to_string(node->id()) +
                               " is there twice: ids must be distinct");
    }
    ids.push_back(node->id());
  }
  content_ = std::make_shared<const Content>(Content{std::move(nodes), std::move(ids)});
}

bool Configuration::Contains(NodeId id) const {
  return std::binary_search(ids().begin(), ids().end(), id);
}

Node& Configuration::node(NodeId id) const {
  const auto place = std::lower_bound(ids().begin(), ids().end(), id);
  if (place == ids().end() || *place != id) {
    throw ConfigurationError("there is no node " + std::to_string(id));
  }
  return *nodes()[static_cast<std::size_t>(place - ids().begin())];
}

Configuration Configuration::Add(std::shared_ptr<Node> node) const {
  Nodes more = nodes();
  more.push_back(std::move(node));
  return Configuration(std::move(more));
}

Configuration Configuration::Remove(NodeId id) const {
  const Node& removed = node(id);
  Nodes fewer = nodes();
  std::erase_if(fewer, [&](const auto& node) { return node.get() == &removed; });
  return Configuration(std::move(fewer));
}

Configuration Configuration::Union(const Configuration& other) const {
  Nodes both = nodes();
  for (const auto& node : other.nodes()) {
    if (std::find(both.begin(), both.end(), node) == both.end()) both.push_back(node);
  }
  return Configuration(std::move(both));
}

Configuration Configuration::Difference(const Configuration& other) const {
  Nodes rest = nodes();
  std::erase_if(rest, [&](const auto& node) {
    return std::find(other.nodes().begin(), other.nodes().end(), node) != other.nodes().end();
  });
  return Configuration(std::move(rest));
}

}  // namespace quorum
