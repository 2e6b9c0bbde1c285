#include "adapter/sessions.h"

#include <algorithm>

namespace adapter {

Sessions::Sessions(const Plan& plan, const SystemDrivers& drivers, const RunOptions& options) {
  for (const auto& driver : drivers) {
    const bool is_used = std::ranges::any_of(
        plan.suites, [&](const auto& loaded) { return loaded->driver == driver.get(); });
    if (is_used) sessions_[driver.get()] = driver->Open(options);
  }
}

Verdict Sessions::Run(const SelectedCase& selected, std::uint64_t seed) const {
  const LoadedSuite& loaded = *selected.suite;
  return sessions_.at(loaded.driver)->Run(loaded.suite, *loaded.form, *selected.test, seed);
}

void Sessions::Stop() const {
  for (const auto& [driver, session] : sessions_) session->Stop();
}

}  // namespace adapter
