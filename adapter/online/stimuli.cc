#include "adapter/online/stimuli.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "cpn/values/error.h"
#include "oracles/observed_event.h"
#include "suite/suite.h"
#include "xml/from_tree.h"
#include "xml/xml.h"

namespace adapter::online {

using cpn::lua::Observation;
using cpn::lua::ObservationKind;
using cpn::lua::XmlNode;

Stimuli::Stimuli(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification)
    : model_(model), specification_(specification) {}

const xml::Element& Stimuli::ElementOf(const conformance::Event& event) {
  return Find(event).element;
}

const Observation& Stimuli::ObservationOf(const conformance::Event& event) {
  return Find(event).observation;
}

double Stimuli::WeightOf(const conformance::Event& event) { return Find(event).weight; }

const Stimuli::Entry& Stimuli::Find(const conformance::Event& event) {
  Update();
  const conformance::EventId id = events_.Intern(event);
  if (id >= entries_.size()) {
    throw std::logic_error("no binding element shows " + conformance::ToString(event));
  }
  return entries_[id];
}

void Stimuli::Update() {
  const auto count =
      static_cast<cpn::BindingElementId>(model_.engine().statistics().binding_elements);
  for (; seen_ < count; ++seen_) {
    const cpn::BindingElement element = model_.engine().Element(seen_);
    const cpn::Transition& transition = model_.net().transitions()[element.transition];
    if (!specification_.Observes(transition)) continue;
    const double weight = specification_.WeightOf(transition);
    for (const Observation& observation : specification_.Observe(element)) {
      for (const XmlNode& node : specification_.Format(observation)) {
        Add(observation, node, observation.kind, weight);
      }
    }
  }
}

// A hook may write the element around the stimuli or responses itself; what is in it counts then.
void Stimuli::Add(const Observation& observation, const XmlNode& node, ObservationKind kind,
                  double weight) {
  const bool stimuli = suite::kTestValues.Is(node.name);
  if (stimuli || suite::kTestOracles.Is(node.name)) {
    for (const XmlNode& child : node.children) {
      Add(observation, child, stimuli ? ObservationKind::kStimulus : ObservationKind::kResponse,
          weight);
    }
    return;
  }
  xml::Element element = xml::FromTree(node);
  if (const auto problem = xml::WriteProblem(element)) {
    throw cpn::ModelError(specification_.where(),
                          fmt::format("test \"{}\" makes XML that cannot be written: {}",
                                      specification_.name(), *problem));
  }
  const conformance::EventId id = events_.Intern({kind, oracles::EventOf(element)});
  if (id == entries_.size()) entries_.push_back({std::move(element), observation, 0});
  entries_[id].weight = std::max(entries_[id].weight, weight);
}

}  // namespace adapter::online
