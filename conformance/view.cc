#include "conformance/view.h"

#include <utility>

#include "xml/element.h"
#include "xml/from_tree.h"

namespace conformance {
namespace {

using cpn::lua::Observation;
using cpn::lua::ObservationKind;
using cpn::lua::XmlNode;

/// A hook may write the element around the stimuli or responses itself; what is in it counts then.
void AppendEvents(ObservationKind kind, const XmlNode& node, std::vector<Event>& events) {
  const bool stimuli = node.name == "TestValue" || node.name == "TestValues";
  if (stimuli || node.name == "TestOracles") {
    const ObservationKind inner = stimuli ? ObservationKind::kStimulus : ObservationKind::kResponse;
    for (const XmlNode& child : node.children) AppendEvents(inner, child, events);
    return;
  }
  events.push_back({kind, oracles::EventOf(xml::FromTree(node))});
}

}  // namespace

SpecificationView::SpecificationView(const cpn::Net& net,
                                     cpn::lua::TestSpecification& specification)
    : net_(net), specification_(specification) {}

bool SpecificationView::Observes(cpn::TransitionId transition) const {
  return specification_.Observes(net_.transitions()[transition]);
}

std::vector<Event> SpecificationView::Observe(const cpn::BindingElement& element) {
  std::vector<Event> events;
  for (const Observation& observation : specification_.Observe(element)) {
    for (const XmlNode& node : specification_.Format(observation)) {
      AppendEvents(observation.kind, node, events);
    }
  }
  return events;
}

std::span<const EventId> Labels::Shows(cpn::BindingElementId element) {
  if (of_element_.size() <= element) of_element_.resize(element + 1);
  std::optional<std::uint32_t>& known = of_element_[element];
  if (!known) {
    const cpn::BindingElement parts = engine_->Element(element);
    std::vector<EventId> ids;
    if (view_->Observes(parts.transition)) {
      for (const Event& event : view_->Observe(parts)) ids.push_back(events_.Intern(event));
    }
    const auto [entry, is_new] = numbers_.emplace(ids, static_cast<std::uint32_t>(labels_.size()));
    if (is_new) labels_.push_back(std::move(ids));
    known = entry->second;
  }
  return labels_[*known];
}

std::vector<EventId> Labels::AllShown() const {
  std::set<EventId> shown;
  for (const std::vector<EventId>& label : labels_) shown.insert(label.begin(), label.end());
  return {shown.begin(), shown.end()};
}

std::set<cpn::TransitionId> Labels::Met() const {
  std::set<cpn::TransitionId> met;
  for (cpn::BindingElementId id = 0; id < of_element_.size(); ++id) {
    if (of_element_[id]) met.insert(engine_->Element(id).transition);
  }
  return met;
}

}  // namespace conformance
