#include "cpn/ctl/replay.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>

namespace cpn::ctl {
namespace {

[[noreturn]] void Fail(const std::string& what) {
  throw std::logic_error("cpngen's own defect: a run that it found does not replay: " + what);
}

}  // namespace

void Replay(Engine& engine, const Evidence& evidence) {
  if (evidence.loop && *evidence.loop >= evidence.steps.size()) Fail("its loop has no steps");
  if (evidence.loop && evidence.ends_dead) Fail("it has a loop and ends dead");
  Marking marking = engine.InitialMarking();
  Marking at_loop;
  for (std::size_t i = 0; i < evidence.steps.size(); ++i) {
    const BindingElementId step = evidence.steps[i];
    if (i == evidence.loop) at_loop = marking;
    if (std::ranges::count(engine.Enabled(marking), step) == 0) {
      Fail(fmt::format("step {}, {}, is not enabled", i + 1, engine.FormatElement(step)));
    }
    engine.Occur(marking, step);
  }
  if (evidence.loop && marking != at_loop) {
    Fail(fmt::format("the marking after {} steps is not that after {}", evidence.steps.size(),
                     *evidence.loop));
  }
  if (evidence.ends_dead && !engine.Enabled(marking).empty()) Fail("its last marking is not dead");
}

std::string WhyFair(Engine& engine, const Evidence& evidence, const FairnessConstraints& fairness) {
  struct Count {
    std::size_t enabled = 0;
    bool taken = false;
  };
  std::map<ConstraintId, Count> counts;
  Marking marking = engine.InitialMarking();
  for (std::size_t i = 0; i < evidence.steps.size(); ++i) {
    if (i >= *evidence.loop) {
      std::set<ConstraintId> enabled;
      for (const BindingElementId element : engine.Enabled(marking)) {
        if (fairness.Of(element) != kNoConstraint) enabled.insert(fairness.Of(element));
      }
      for (const ConstraintId constraint : enabled) ++counts[constraint].enabled;
      const ConstraintId taken = fairness.Of(evidence.steps[i]);
      if (taken != kNoConstraint) counts[taken].taken = true;
    }
    engine.Occur(marking, evidence.steps[i]);
  }
  const std::size_t length = evidence.steps.size() - *evidence.loop;
  std::vector<std::string> taken, rests;
  for (const auto& [constraint, count] : counts) {
    const bool rests_at_times = !fairness.IsStrong(constraint) && count.enabled < length;
    if (!count.taken && !rests_at_times) {
      Fail(fmt::format("its loop is not fair to {}", fairness.Text(constraint)));
    }
    (count.taken ? taken : rests).push_back(fairness.Text(constraint));
  }
  std::string why;
  if (!taken.empty()) why = fmt::format("it takes {}", fmt::join(taken, ", "));
  if (!rests.empty()) {
    why += fmt::format("{}weak fairness owes nothing to {}, not enabled all along",
                       why.empty() ? "" : "; ", fmt::join(rests, ", "));
  }
  return why;
}

}  // namespace cpn::ctl
