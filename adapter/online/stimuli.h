// The events of a test case specification as suites write them: for each that the model gave so far
// its XML element, its observation, and how much it weighs when one is chosen.
//
// Invariant: what the model's tracker accepts or calls possible is here, since both ask the same
// engine for binding elements.
// Thread safety: as the model (one worker).
#pragma once

#include <vector>

#include "conformance/event.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/run/test_case.h"
#include "xml/element.h"

namespace adapter::online {

class Stimuli {
 public:
  /// Both must outlive this; the specification is one of the model.
  Stimuli(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification);

  /// The element that stands for the event. Requires that the model gave it; throws ModelError when
  /// it cannot be written as XML.
  const xml::Element& ElementOf(const conformance::Event& event);
  const cpn::lua::Observation& ObservationOf(const conformance::Event& event);
  /// The highest weight of the transitions that show it.
  double WeightOf(const conformance::Event& event);

 private:
  struct Entry {
    xml::Element element;
    cpn::lua::Observation observation;
    double weight = 0;
  };

  const Entry& Find(const conformance::Event& event);
  /// Takes in the binding elements that are new in the engine.
  void Update();
  void Add(const cpn::lua::Observation& observation, const cpn::lua::XmlNode& node,
           cpn::lua::ObservationKind kind, double weight);

  cpn::lua::LuaModel& model_;
  cpn::lua::TestSpecification& specification_;
  cpn::BindingElementId seen_ = 0;
  conformance::EventTable events_;
  std::vector<Entry> entries_;  ///< by event
};

}  // namespace adapter::online
