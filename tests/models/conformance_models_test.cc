// Runs of the shipped models, with half of what can be seen of them hidden, are runs of the models.
//
// CPNGEN_CONFORM_RUNS sets the runs of each test case specification (3 without it; 1,000 at night),
// CPNGEN_CONFORM_ONLY a part of the paths of the models that are looked at (all without it).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/random.h"
#include "conformance/tracker.h"
#include "cpn/engine/simulator.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"
#include "tests/differential/environment.h"

namespace models {
namespace {

using conformance::Event;
using cpn::lua::LuaModel;
using cpn::lua::TestSpecification;

/// A view that hides some transitions of another one.
class HalfHidden final : public conformance::View {
 public:
  HalfHidden(LuaModel& model, TestSpecification& specification, std::uint64_t seed)
      : whole_(model.net(), specification) {
    base::Random random(seed);
    for (std::size_t t = 0; t < model.net().transitions().size(); ++t) {
      hidden_.push_back(random.Below(2) == 0);
    }
  }
  bool Observes(cpn::TransitionId transition) const override {
    return !hidden_[transition] && whole_.Observes(transition);
  }
  std::vector<Event> Observe(const cpn::BindingElement& element) override {
    return whole_.Observe(element);
  }

 private:
  conformance::SpecificationView whole_;
  std::vector<bool> hidden_;
};

/// All models with test case specifications, as paths below the repository.
std::vector<std::string> ModelsWithTests() {
  namespace fs = std::filesystem;
  const fs::path root = test::SourcePath();
  std::vector<std::string> found;
  const auto consider = [&](const fs::path& path) {
    try {
      if (LuaModel::Load(path)->specifications().empty()) return;
      found.push_back(fs::relative(path, root).string());
    } catch (const cpn::ModelError&) {  // a part of a model, or a system file
    }
  };
  for (const char* const folder : {"models", "examples"}) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (fs::exists(entry.path() / "init.lua")) consider(entry.path());
      if (entry.path().extension() == ".lua" && entry.path().filename() != "init.lua") {
        consider(entry.path());
      }
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

/// Smaller than the model's own numbers where what is hidden would have millions of markings: an
/// atomic register to which 40 hidden values may be written, each of which may take effect late;
/// replicas of whose votes and messages half are not seen.
cpn::lua::LoadOptions OptionsFor(const std::string& path) {
  static const std::map<std::string, std::map<std::string, std::string>> kSmaller = {
      {"examples/paxos/online.lua",
       {{"proposals", "2"}, {"kills", "1"}, {"pauses", "0"}, {"troubles", "0"}}},
      {"examples/register/online.lua", {{"writes", "2"}, {"cuts", "1"}, {"crashes", "1"}}},
      {"models/paxos/faults_model.lua", {{"clients", "1"}, {"crashes", "1"}}},
      {"models/paxos/events_model.lua", {{"clients", "1"}, {"rounds", "1"}, {"replicas", "2"}}},
  };
  cpn::lua::LoadOptions options;
  const auto found = kSmaller.find(path);
  if (found != kSmaller.end())
    options.parameters.insert(found->second.begin(), found->second.end());
  return options;
}

struct Counts {
  std::uint64_t runs = 0, events = 0, hidden = 0;
  std::uint64_t given_up = 0;  // where what is hidden can go on for ever
  std::size_t most = 0;
};

void CheckRun(LuaModel& model, TestSpecification& specification, std::uint64_t seed,
              Counts& counts) {
  const auto view = std::make_shared<HalfHidden>(model, specification, seed);
  conformance::Limits limits;
  limits.max_markings = 400'000;
  conformance::Tracker tracker(model.engine(), view, limits);
  cpn::SimulationOptions options;
  options.seed = seed;
  options.max_steps = 300;
  cpn::Run run;
  cpn::Simulate(model.engine(), options, run);
  conformance::Labels labels(&model.engine(), view.get());
  ++counts.runs;
  try {
    for (const cpn::BindingElementId element : run.steps) {
      const std::span<const conformance::EventId> shown = labels.Shows(element);
      if (shown.empty()) ++counts.hidden;
      for (const conformance::EventId id : shown) {
        ++counts.events;
        const Event& event = labels.events()[id];
        ASSERT_TRUE(tracker.Take(event)) << ToString(tracker.WhyNot(event));
      }
      if (!shown.empty()) counts.most = std::max(counts.most, tracker.size());
    }
  } catch (const conformance::LimitReached&) {
    ++counts.given_up;
  }
}

TEST(ShippedModelsConformance, RunsWithHalfHiddenAreAccepted) {
  const std::uint64_t runs = differential::FromEnvironment("CPNGEN_CONFORM_RUNS", 3);
  const std::uint64_t first = differential::FromEnvironment("CPNGEN_FIRST_RUN", 1);
  const char* const only = std::getenv("CPNGEN_CONFORM_ONLY");
  const std::vector<std::string> models = ModelsWithTests();
  EXPECT_GT(models.size(), 8u);
  std::uint64_t all = 0, given_up = 0;
  for (const std::string& path : models) {
    if (only != nullptr && path.find(only) == std::string::npos) continue;
    const auto model =
        LuaModel::Load(std::filesystem::path(test::SourcePath()) / path, OptionsFor(path));
    for (const auto& specification : model->specifications()) {
      Counts counts;
      for (std::uint64_t seed = first; seed < first + runs; ++seed) {
        CheckRun(*model, *specification, seed, counts);
        ASSERT_FALSE(HasFatalFailure())
            << path << ", " << specification->name() << ": run " << seed;
      }
      std::cout << path << ", " << specification->name() << ": " << counts.runs << " runs, "
                << counts.events << " events, " << counts.hidden << " silent steps, at most "
                << counts.most << " markings, " << counts.given_up << " runs given up" << std::endl;
      all += counts.runs;
      given_up += counts.given_up;
    }
  }
  EXPECT_LE(1000 * given_up, all) << "too much of what can be hidden goes on for ever";
}

}  // namespace
}  // namespace models
