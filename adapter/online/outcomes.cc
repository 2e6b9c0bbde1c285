#include "adapter/online/outcomes.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace adapter::online {
namespace {

using conformance::Event;
using conformance::Tracker;
using cpn::lua::ObservationKind;

constexpr std::size_t kMostOutcomes = 64;
constexpr std::size_t kMostResponses = 32;  // of an outcome
constexpr std::size_t kMostSteps = 5'000;   // of the search

bool Has(const std::vector<RightOutcome>& outcomes, const Events& responses) {
  return std::any_of(outcomes.begin(), outcomes.end(), [&](const RightOutcome& outcome) {
    return SameEvents(outcome.responses, responses);
  });
}

}  // namespace

bool SameEvents(const Events& a, const Events& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), conformance::SameEvent);
}

Events Written(const Events& responses, bool is_set) {
  Events written = responses;
  if (is_set) std::sort(written.begin(), written.end(), conformance::ComesBefore);
  return written;
}

// By breadth, so that of very many the shortest are found.
std::vector<RightOutcome> RightOutcomes(const Tracker& before, const OutcomeSearch& search) {
  std::vector<RightOutcome> found;
  std::deque<RightOutcome> open = {{{}, before}};
  for (std::size_t steps = 0; !open.empty() && found.size() < kMostOutcomes; ++steps) {
    RightOutcome here = std::move(open.front());
    open.pop_front();
    const Events next = here.after.Possible(ObservationKind::kResponse);
    const std::size_t size = here.responses.size();
    const bool is_end = next.empty() || size == kMostResponses || steps >= kMostSteps;
    if (!is_end) {
      for (const Event& response : next) {
        RightOutcome ahead = here;
        ahead.after.Take(response);
        ahead.responses.push_back(response);
        open.push_back(std::move(ahead));
      }
    }
    const bool is_unfinished = search.with_unfinished && size >= search.least;
    if (!is_end && !is_unfinished && !here.after.MayRest()) continue;
    here.responses = Written(here.responses, search.is_set);
    if (!Has(found, here.responses)) found.push_back(std::move(here));
  }
  return found;
}

}  // namespace adapter::online
