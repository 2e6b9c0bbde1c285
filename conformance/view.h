// What can be seen of a net's binding elements. All that is not shown is silent.
//
// Invariant: Shows() is a function of the binding element; it is asked once each.
// Thread safety: as the model (one worker).
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "conformance/event.h"
#include "cpn/engine/engine.h"
#include "cpn/lua/run/test_specification.h"

namespace conformance {

class View {
 public:
  virtual ~View() = default;

  /// Could any occurrence of the transition be seen? False for most: nothing else is then asked.
  virtual bool Observes(cpn::TransitionId transition) const = 0;
  /// What the occurrence of the element shows, in order. The element need not be enabled anywhere.
  virtual std::vector<Event> Observe(const cpn::BindingElement& element) = 0;
};

/// What a test case specification shows of its model: the elements that its suites would have.
class SpecificationView final : public View {
 public:
  /// Both must outlive the view; the specification is one of the model of the net.
  SpecificationView(const cpn::Net& net, cpn::lua::TestSpecification& specification);

  bool Observes(cpn::TransitionId transition) const override;
  std::vector<Event> Observe(const cpn::BindingElement& element) override;

 private:
  const cpn::Net& net_;
  cpn::lua::TestSpecification& specification_;
};

/// A view with its answers, as numbers.
class Labels {
 public:
  /// Both must outlive this.
  Labels(cpn::Engine* engine, View* view) : engine_(engine), view_(view) {}

  /// The numbers of what the element shows; empty: it is silent. Stays valid.
  std::span<const EventId> Shows(cpn::BindingElementId element);
  EventTable& events() { return events_; }
  View& view() { return *view_; }

  /// All that was shown so far, each once, ascending.
  std::vector<EventId> AllShown() const;
  /// The transitions of which an element was asked for.
  std::set<cpn::TransitionId> Met() const;

 private:
  cpn::Engine* engine_;
  View* view_;
  EventTable events_;
  std::map<std::vector<EventId>, std::uint32_t> numbers_;
  std::deque<std::vector<EventId>> labels_;
  std::vector<std::optional<std::uint32_t>> of_element_;
};

}  // namespace conformance
