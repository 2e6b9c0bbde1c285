#include "adapter/online/replay.h"

#include <algorithm>
#include <utility>

#include "adapter/online/saved_case.h"
#include "adapter/runner.h"
#include "suite/reader.h"
#include "xml/xml.h"

namespace adapter::online {

std::chrono::milliseconds ReplayTimeout(const Patience& patience) {
  constexpr std::chrono::milliseconds kUsual{10'000};
  return kUsual + 2 * patience.step;
}

Certainty ReplaySaved(Subject& subject, const Oracle& oracle, const PlayedRun& run,
                      const std::string& id, std::uint64_t seed,
                      const std::function<bool()>& is_over) {
  if (is_over()) return {};
  suite::Provenance any;  // makes no difference to a replay
  any.model = "the model";
  any.specification = oracle.specification.name();
  const suite::Suite suite =
      suite::ParseSuite(xml::Write(SavedSuite(run, id, oracle, any)), "the saved case");
  const suite::Case& test = suite.cases().front();
  const auto fails = [&] {
    const std::uint64_t case_seed = CaseSeed(seed++, CaseName(suite.name(), id));
    return subject.Replay(suite, test, case_seed, ReplayTimeout(subject.patience())) ==
           Outcome::kFail;
  };
  return Measure(fails, is_over);
}

Reproduction MostCertain(std::vector<PlayedRun> chain,
                         const std::function<Certainty(const PlayedRun& run)>& replay) {
  std::size_t best = chain.size() - 1;
  Certainty certainty;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Certainty found = replay(chain[i]);
    if (found.tries == 0) break;
    if (certainty.tries == 0 || found.IsMoreThan(certainty)) {
      best = i;
      certainty = found;
    }
    if (certainty.IsSure()) break;
  }
  return {std::move(chain[best]), certainty};
}

}  // namespace adapter::online
