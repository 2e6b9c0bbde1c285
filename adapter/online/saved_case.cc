#include "adapter/online/saved_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cpn/values/error.h"
#include "suite/suite.h"
#include "xml/xml.h"

namespace adapter::online {
namespace {

using conformance::Event;
using conformance::Tracker;
using cpn::lua::CaseOrder;
using cpn::lua::ObservationKind;

constexpr std::size_t kMostOutcomes = 16;
constexpr std::size_t kLongestOutcome = 32;
constexpr std::size_t kMostSteps = 5'000;  // of the search for outcomes

using Events = std::vector<Event>;

struct SavedStep {
  Events stimuli;
  Events responses;
};

std::vector<SavedStep> StepsOf(const PlayedRun& run) {
  std::vector<SavedStep> steps(1);
  for (const Seen& seen : run.seen) {
    if (seen.event.kind == ObservationKind::kResponse) {
      steps.back().responses.push_back(seen.event);
      continue;
    }
    const bool is_next = seen.waited || !steps.back().responses.empty();
    if (is_next && !(steps.back().stimuli.empty() && steps.back().responses.empty())) {
      steps.emplace_back();
    }
    steps.back().stimuli.push_back(seen.event);
  }
  return steps;
}

class SuiteMaker {
 public:
  SuiteMaker(const PlayedRun& run, const Oracle& oracle) : run_(run), oracle_(oracle) {}

  xml::Element Make(const std::string& id, const suite::Provenance& provenance) {
    const cpn::lua::SuiteInfo info = oracle_.specification.Suite();
    xml::Element test("Test");
    test.SetAttribute(suite::kTestName.published, info.name);
    test.Add(suite::ToElement(provenance));
    test.Add(ConfigurationOf(info));
    test.Add(Case(id));
    if (const auto problem = xml::WriteProblem(test)) {
      throw cpn::ModelError(oracle_.specification.where(),
                            fmt::format("test \"{}\" makes a suite that cannot be written: {}",
                                        oracle_.specification.name(), *problem));
    }
    return test;
  }

 private:
  xml::Element Case(const std::string& id) {
    xml::Element element("TestCase");
    element.SetAttribute(suite::kCaseId.published, id);
    cpn::lua::TestCase observed;
    for (const Seen& seen : run_.seen) {
      observed.push_back(oracle_.stimuli.ObservationOf(seen.event));
    }
    for (auto& [name, value] : oracle_.specification.Attributes(observed)) {
      element.SetAttribute(name, std::move(value));
    }
    const std::vector<SavedStep> steps = StepsOf(run_);
    for (std::size_t i = 0; i < steps.size(); ++i) {
      xml::Element& values = element.Add("TestValues");
      for (const Event& stimulus : steps[i].stimuli) {
        values.Add(oracle_.stimuli.ElementOf(stimulus));
      }
      if (i + 1 == steps.size()) {
        AddLast(steps[i].responses, element);
      } else if (!steps[i].responses.empty()) {
        element.Add(Oracles(steps[i].responses));
      }
    }
    return element;
  }

  /// What may come: what came, and then what may end it.
  void AddLast(const Events& came, xml::Element& element) {
    Tracker tracker(oracle_.start);
    for (const Seen& seen : run_.seen) tracker.Take(seen.event);
    Events outcome = came;
    Complete(tracker, outcome, outcome.size() + kLongestOutcome);
    if (endings_.size() == 1) {
      element.Add(std::move(endings_.front()));
      return;
    }
    xml::Element& one_of = element.Add("OneOf");
    for (xml::Element& ending : endings_) one_of.Add("Alternative").Add(std::move(ending));
  }

  /// Adds all ways to go on after `outcome` until the system may rest.
  void Complete(Tracker& tracker, Events& outcome, std::size_t longest) {
    if (endings_.size() == kMostOutcomes || ++steps_ > kMostSteps) return;
    const Events next = tracker.Possible(ObservationKind::kResponse);
    if (next.empty() || outcome.size() == longest || tracker.MayRest()) {
      xml::Element ending = Oracles(outcome);
      if (std::find(endings_.begin(), endings_.end(), ending) == endings_.end()) {
        endings_.push_back(std::move(ending));
      }
    }
    if (outcome.size() == longest) return;
    for (const Event& response : next) {
      Tracker ahead(tracker);
      ahead.Take(response);
      outcome.push_back(response);
      Complete(ahead, outcome, longest);
      outcome.pop_back();
    }
  }

  xml::Element Oracles(const Events& responses) {
    xml::Element oracles("TestOracles");
    const bool is_set = oracle_.specification.order() == CaseOrder::kSet;
    std::vector<Event> written = responses;
    if (is_set) {
      oracles.SetAttribute("Order", "set");
      std::sort(written.begin(), written.end(), conformance::ComesBefore);
    }
    for (const Event& response : written) oracles.Add(oracle_.stimuli.ElementOf(response));
    return oracles;
  }

  const PlayedRun& run_;
  const Oracle& oracle_;
  std::vector<xml::Element> endings_;  ///< distinct
  std::size_t steps_ = 0;
};

}  // namespace

xml::Element ConfigurationOf(const cpn::lua::SuiteInfo& info) {
  xml::Element configuration("Configuration");
  for (const cpn::lua::XmlNode& node : info.configuration) configuration.Add(ElementOf(node));
  return configuration;
}

xml::Element SavedSuite(const PlayedRun& run, const std::string& id, const Oracle& oracle,
                        const suite::Provenance& provenance) {
  return SuiteMaker(run, oracle).Make(id, provenance);
}

}  // namespace adapter::online
