// Strongly connected components of a graph whose arcs lie in one array, by Boost.Graph; on the
// whole graph, or on the arcs that a predicate keeps.
//
// The graph is seen through an adapter and not copied. An arc that is not kept is shown as a loop
// at its source, which no component depends on. boost::strong_components() keeps its stack on the
// heap, 64 bytes for each node of the search's path, so that long paths are no danger.
//
// Thread safety: free functions without state.
// Source: Tarjan, "Depth-first search and linear graph algorithms" (1972).
#pragma once

#include <boost/graph/graph_traits.hpp>
#include <boost/graph/strong_components.hpp>
#include <boost/iterator/counting_iterator.hpp>
#include <boost/iterator/iterator_facade.hpp>
#include <boost/property_map/property_map.hpp>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace cpn {

/// Which component each node is in. Components are numbered sinks first: an arc leads from a
/// component to itself or to one with a smaller number.
struct Components {
  std::vector<std::uint32_t> of_node;
  std::uint32_t count = 0;
};

/// `Graph` has nodes() and Out(node), a span of arcs with a field `target`; `Keep` is a predicate
/// keep(source, arc).
template <typename Graph, typename Keep>
class ArcView {
 public:
  using Arc = typename decltype(std::declval<const Graph&>().Out(0))::value_type;
  struct edge_descriptor {
    std::uint32_t source = 0;
    const Arc* arc = nullptr;
    friend bool operator==(const edge_descriptor&, const edge_descriptor&) = default;
  };
  class out_edge_iterator
      : public boost::iterator_facade<out_edge_iterator, edge_descriptor,
                                      boost::forward_traversal_tag, edge_descriptor> {
   public:
    out_edge_iterator() = default;
    out_edge_iterator(std::uint32_t source, const Arc* arc) : edge_{source, arc} {}

   private:
    friend class boost::iterator_core_access;
    edge_descriptor dereference() const { return edge_; }
    void increment() { ++edge_.arc; }
    bool equal(const out_edge_iterator& other) const { return edge_.arc == other.edge_.arc; }
    edge_descriptor edge_;
  };
  using vertex_descriptor = std::uint32_t;
  using vertex_iterator = boost::counting_iterator<std::uint32_t>;
  using vertices_size_type = std::uint32_t;
  using degree_size_type = std::size_t;
  using directed_category = boost::directed_tag;
  using edge_parallel_category = boost::allow_parallel_edge_tag;
  struct traversal_category : boost::incidence_graph_tag, boost::vertex_list_graph_tag {};

  static vertex_descriptor null_vertex() { return std::numeric_limits<vertex_descriptor>::max(); }

  ArcView(const Graph& graph, Keep keep) : graph_(graph), keep_(std::move(keep)) {}

  friend std::pair<vertex_iterator, vertex_iterator> vertices(const ArcView& view) {
    return {vertex_iterator(0), vertex_iterator(num_vertices(view))};
  }
  friend vertices_size_type num_vertices(const ArcView& view) {
    return static_cast<vertices_size_type>(view.graph_.nodes());
  }
  friend std::pair<out_edge_iterator, out_edge_iterator> out_edges(vertex_descriptor node,
                                                                   const ArcView& view) {
    const std::span<const Arc> arcs = view.graph_.Out(node);
    return {{node, arcs.data()}, {node, arcs.data() + arcs.size()}};
  }
  friend degree_size_type out_degree(vertex_descriptor node, const ArcView& view) {
    return view.graph_.Out(node).size();
  }
  friend vertex_descriptor source(edge_descriptor edge, const ArcView&) { return edge.source; }
  friend vertex_descriptor target(edge_descriptor edge, const ArcView& view) {
    return view.keep_(edge.source, *edge.arc) ? edge.arc->target : edge.source;
  }

 private:
  const Graph& graph_;
  Keep keep_;
};

/// The components of the graph that has only the arcs for which keep(source, arc) is true.
template <typename Graph, typename Keep>
Components FindComponents(const Graph& graph, Keep keep) {
  const ArcView<Graph, Keep> view(graph, std::move(keep));
  const boost::typed_identity_property_map<std::uint32_t> index;
  Components components;
  components.of_node.resize(graph.nodes());
  components.count = boost::strong_components(
      view, boost::make_iterator_property_map(components.of_node.begin(), index),
      boost::vertex_index_map(index));
  return components;
}

template <typename Graph>
Components FindComponents(const Graph& graph) {
  return FindComponents(graph, [](std::uint32_t, const auto&) { return true; });
}

}  // namespace cpn
