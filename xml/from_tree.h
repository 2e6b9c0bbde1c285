// An element from a tree of another type that says the same.
#pragma once

#include "xml/xml.h"

namespace xml {

/// `node` and what is below it as elements without places. A Node has `name` and `text`,
/// `attributes` (pairs of name and value) and `children` (Nodes), all in the order of the document.
template <typename Node>
Element FromTree(const Node& node) {
  Element element(node.name, node.text);
  for (const auto& [name, value] : node.attributes) element.attributes.push_back({name, value, {}});
  for (const auto& child : node.children) element.Add(FromTree(child));
  return element;
}

}  // namespace xml
