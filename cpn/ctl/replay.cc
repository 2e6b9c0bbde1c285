#include "cpn/ctl/replay.h"

#include <fmt/format.h>

#include <algorithm>
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

}  // namespace cpn::ctl
