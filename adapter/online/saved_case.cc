#include "adapter/online/saved_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "adapter/online/outcomes.h"
#include "cpn/values/error.h"
#include "suite/suite.h"
#include "xml/from_tree.h"
#include "xml/xml.h"

namespace adapter::online {
namespace {

using conformance::Event;
using conformance::Tracker;
using cpn::lua::CaseOrder;
using cpn::lua::ObservationKind;

constexpr std::size_t kMostFurtherSteps = 100;  // beside those of the run itself

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
  SuiteMaker(const PlayedRun& run, const Oracle& oracle)
      : run_(run),
        oracle_(oracle),
        is_set_(oracle.specification.order() == CaseOrder::kSet),
        steps_(StepsOf(run)) {}

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
  /// Where a case goes on.
  struct Place {
    std::size_t step = 0;
    bool is_of_run = true;  ///< everything was as in the run so far
    int choices = 0;        ///< that this is inside of
  };

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
    FindOutcomesOfRun();
    AddStep(oracle_.start, {}, element);
    return element;
  }

  /// Right outcomes of each step of the run, the one that came first. Of more steps with choices
  /// than a case may have, the last ones have them.
  void FindOutcomesOfRun() {
    Tracker tracker(oracle_.start);
    int choices = 0;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      for (const Event& stimulus : steps_[i].stimuli) tracker.Take(stimulus);
      Tracker after(tracker);
      for (const Event& response : steps_[i].responses) after.Take(response);
      // Where the run went on although more had to come, so does the case: but it waits for as
      // many responses.
      went_on_.push_back(i + 1 < steps_.size() && !after.MayRest());
      std::vector<RightOutcome> outcomes = OutcomesOf(tracker, i);
      if (i + 1 < steps_.size()) PutFirst({Written(steps_[i].responses, is_set_), after}, outcomes);
      choices += outcomes.size() > 1 ? 1 : 0;
      outcomes_.push_back(std::move(outcomes));
      tracker = after;
    }
    for (std::size_t i = 0; choices > suite::kMaxChoices; ++i) {
      if (outcomes_[i].size() == 1) continue;
      outcomes_[i].erase(outcomes_[i].begin() + 1, outcomes_[i].end());
      --choices;
    }
  }

  std::vector<RightOutcome> OutcomesOf(const Tracker& tracker, std::size_t step) const {
    return RightOutcomes(tracker, {went_on_[step], steps_[step].responses.size(), is_set_});
  }

  static void PutFirst(RightOutcome came, std::vector<RightOutcome>& outcomes) {
    const auto is_same = [&](const RightOutcome& outcome) {
      return SameEvents(outcome.responses, came.responses);
    };
    outcomes.erase(std::remove_if(outcomes.begin(), outcomes.end(), is_same), outcomes.end());
    outcomes.insert(outcomes.begin(), std::move(came));
  }

  void AddStep(const Tracker& before, const Place& place, xml::Element& parent) {
    Tracker tracker(before);
    xml::Element& values = parent.Add("TestValues");
    for (const Event& stimulus : steps_[place.step].stimuli) {
      if (tracker.Take(stimulus)) values.Add(oracle_.stimuli.ElementOf(stimulus));
    }
    AddOutcomes(place.is_of_run ? outcomes_[place.step] : OutcomesOf(tracker, place.step), place,
                parent);
  }

  void AddOutcomes(const std::vector<RightOutcome>& outcomes, const Place& place,
                   xml::Element& parent) {
    Place next{place.step + 1, place.is_of_run, place.choices};
    const bool is_last = next.step >= steps_.size();
    if (outcomes.size() == 1) {
      const RightOutcome& only = outcomes.front();
      if (is_last || !only.responses.empty()) parent.Add(Oracles(only.responses));
      return GoOn(only.after, next, parent);
    }
    xml::Element& one_of = parent.Add("OneOf");
    ++next.choices;
    for (const RightOutcome& outcome : outcomes) {
      xml::Element& alternative = one_of.Add("Alternative");
      alternative.Add(Oracles(outcome.responses));
      GoOn(outcome.after, next, alternative);
      next.is_of_run = false;  // that was the first one
    }
  }

  /// Where the system answered otherwise than in the run, what the model still allows is done.
  void GoOn(Tracker tracker, Place place, xml::Element& parent) {
    if (!place.is_of_run) {
      const bool is_enough = left_ == 0 || place.choices + 1 >= suite::kMaxChoices;
      while (place.step < steps_.size() && (is_enough || !AllowsOne(tracker, place.step))) {
        ++place.step;
      }
      if (place.step < steps_.size()) --left_;
    }
    if (place.step < steps_.size()) return AddStep(tracker, place, parent);
    if (place.is_of_run || tracker.MayRest()) return;
    parent.Add("TestValues");  // what must still come
    AddOutcomes(RightOutcomes(tracker, {.is_set = is_set_}), place, parent);
  }

  bool AllowsOne(const Tracker& tracker, std::size_t step) const {
    const Events& stimuli = steps_[step].stimuli;
    return std::any_of(stimuli.begin(), stimuli.end(),
                       [&](const Event& stimulus) { return Tracker(tracker).Take(stimulus); });
  }

  xml::Element Oracles(const Events& responses) {
    xml::Element oracles("TestOracles");
    if (is_set_) oracles.SetAttribute("Order", "set");
    for (const Event& response : responses) oracles.Add(oracle_.stimuli.ElementOf(response));
    return oracles;
  }

  const PlayedRun& run_;
  const Oracle& oracle_;
  const bool is_set_;
  const std::vector<SavedStep> steps_;
  std::vector<bool> went_on_;                        ///< of each step
  std::vector<std::vector<RightOutcome>> outcomes_;  ///< of each step of the run
  std::size_t left_ = kMostFurtherSteps;
};

}  // namespace

xml::Element ConfigurationOf(const cpn::lua::SuiteInfo& info) {
  xml::Element configuration("Configuration");
  for (const cpn::lua::XmlNode& node : info.configuration) configuration.Add(xml::FromTree(node));
  return configuration;
}

xml::Element SavedSuite(const PlayedRun& run, const std::string& id, const Oracle& oracle,
                        const suite::Provenance& provenance) {
  return SuiteMaker(run, oracle).Make(id, provenance);
}

}  // namespace adapter::online
