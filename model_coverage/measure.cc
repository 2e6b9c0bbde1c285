#include "model_coverage/measure.h"

#include <unordered_map>
#include <utility>

#include "cpn/net/inscription.h"

namespace model_coverage {
namespace {

using generator::kSilent;
using generator::ObservedArc;
using generator::ObservedGraph;

/// Before anything was observed.
constexpr std::uint32_t kNothing = ~std::uint32_t{0};

/// Nodes become (node, last observable binding element), so that an arc knows what came before it.
class PairExpansion {
 public:
  PairExpansion(const MarkingGraph& input, ItemGraph& result) : input_(input), result_(result) {}

  void Expand() {
    result_.graph.labels = input_.graph.labels;
    Number(0, kNothing);
    for (std::size_t i = 0; i < result_.base_node.size(); ++i) {
      const std::uint32_t node = result_.base_node[i];
      for (std::uint64_t arc = input_.graph.first_arc[node]; arc < input_.graph.first_arc[node + 1];
           ++arc) {
        AddArc(arc, last_[i]);
      }
      result_.graph.first_arc.push_back(result_.graph.arcs.size());
    }
  }

 private:
  void AddArc(std::uint64_t arc, std::uint32_t last) {
    const ObservedArc& taken = input_.graph.arcs[arc];
    const bool observable = taken.label != kSilent;
    const std::uint32_t element = input_.elements[arc];
    result_.graph.arcs.push_back({Number(taken.target, observable ? element : last), taken.label});
    result_.base_arc.push_back(arc);
    result_.pair_of_arc.push_back(observable && last != kNothing
                                      ? result_.items.Intern({Kind::kPair, last, element})
                                      : ItemGraph::kNoItem);
  }

  std::uint32_t Number(std::uint32_t node, std::uint32_t last) {
    const auto [entry, is_new] = numbers_.emplace(
        (std::uint64_t{node} << 32) | last, static_cast<std::uint32_t>(result_.base_node.size()));
    if (is_new) {
      result_.base_node.push_back(node);
      last_.push_back(last);
    }
    return entry->second;
  }

  const MarkingGraph& input_;
  ItemGraph& result_;
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  ///< never iterated
  std::vector<std::uint32_t> last_;                           ///< by node of the result
};

}  // namespace

ItemGraph Measurer::Measure(const MarkingGraph& input, const MeasureOptions& options) {
  ItemGraph result;
  result_ = &result;
  variables_.clear();
  for (const cpn::Transition& transition : model_.net().transitions()) {
    variables_.push_back(options.variable.empty()
                             ? std::nullopt
                             : cpn::FindVariable(*transition.declaration, options.variable));
  }
  for (std::uint32_t node = 0; node < input.graph.nodes(); ++node) {
    AddNode(input.marking_of(node));
    for (std::uint64_t arc = input.graph.first_arc[node]; arc < input.graph.first_arc[node + 1];
         ++arc) {
      AddArc(arc, input.elements[arc]);
      result.sources.push_back(node);
    }
  }
  result.elements = input.elements;
  if (options.pairs) {
    PairExpansion(input, result).Expand();
  } else {
    result.graph = input.graph;
  }
  return result;
}

void Measurer::AddNode(const cpn::Marking& marking) {
  list_.clear();
  if (!marking.empty()) {
    AddValues(marking);
    for (const auto& [decision, evaluation] : decisions_.In(marking)) {
      list_.push_back(result_->items.Intern({Kind::kEvaluation, decision, evaluation}));
    }
    for (const std::uint32_t premise : premises_.In(marking)) {
      list_.push_back(result_->items.Intern({Kind::kPremise, premise, 0}));
    }
  }
  result_->of_node.Add(list_);
}

void Measurer::AddValues(const cpn::Marking& marking) {
  for (cpn::PlaceId place = 0; place < marking.size(); ++place) {
    list_.push_back(result_->items.Intern({Kind::kPlaceMarking, place, marking[place].id}));
    for (const cpn::MultiSetEntry& entry : model_.multisets().Entries(marking[place])) {
      list_.push_back(result_->items.Intern({Kind::kValue, place, entry.value.id}));
    }
  }
}

void Measurer::AddArc(std::uint64_t arc, cpn::BindingElementId id) {
  const cpn::BindingElement element = model_.engine().Element(id);
  list_.clear();
  list_.push_back(result_->items.Intern({Kind::kTransition, element.transition, 0}));
  list_.push_back(result_->items.Intern({Kind::kBinding, id, 0}));
  list_.push_back(result_->items.Intern({Kind::kArc, static_cast<std::uint32_t>(arc), 0}));
  if (const auto variable = variables_[element.transition]) {
    list_.push_back(result_->items.Intern(
        {Kind::kVariable, element.transition, element.binding[*variable].id}));
  }
  for (const auto& [decision, evaluation] : decisions_.Of(id)) {
    list_.push_back(result_->items.Intern({Kind::kEvaluation, decision, evaluation}));
  }
  for (const std::uint32_t premise : premises_.Of(id)) {
    list_.push_back(result_->items.Intern({Kind::kPremise, premise, 0}));
  }
  result_->of_arc.Add(list_);
}

}  // namespace model_coverage
