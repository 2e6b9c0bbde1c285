// Circles in a graph of names.
//
// Thread safety: free functions without state.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace architecture {

/// The names that each name leads to; itself may be among them and does not matter.
using Graph = std::map<std::string, std::set<std::string>>;

/// The strongly connected components with more than one member, each sorted, in order.
std::vector<std::vector<std::string>> Cycles(const Graph& graph);

/// "a, b, c".
std::string Joined(const std::vector<std::string>& names);

}  // namespace architecture
