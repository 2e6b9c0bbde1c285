// ASK-CTL under fairness against the definitions, on small random nets with random fairness:
// verdicts, the runs that show them, and what a limited exploration may say.
//
// CPNGEN_FAIR_NETS sets the number of nets, CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <memory>

#include "base/random.h"
#include "cpn/ctl/check.h"
#include "cpn/ctl/testing.h"
#include "testing/sanitized.h"
#include "tests/differential/definitions.h"
#include "tests/differential/environment.h"
#include "tests/differential/evidence_check.h"
#include "tests/differential/random_formula.h"
#include "tests/differential/random_model.h"

namespace differential {
namespace {

using cpn::Fairness;
using cpn::ctl::FairnessMode;
using cpn::ctl::Formula;
using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;
using cpn::ctl::testing::LambdaFunctions;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

/// The reference tries all sets of markings.
constexpr std::size_t kMostMarkings = 9;
constexpr int kFormulas = 6;

using Coverage = std::map<std::string, std::uint64_t>;

void MakeFair(base::Random& random, cpn::Model& model) {
  for (cpn::ModuleDeclaration& module : model.modules) {
    for (cpn::TransitionDeclaration& transition : module.transitions) {
      Fairness& fairness = transition.fairness;
      fairness.kind = static_cast<Fairness::Kind>(random.Below(3));
      if (fairness.kind == Fairness::Kind::kNone || random.Below(2) == 0) continue;
      for (std::uint32_t v = 0; v < transition.variables.size(); ++v) {
        if (random.Below(2) == 0) fairness.apart.push_back(v);
      }
    }
  }
}

class FairNetTest {
 public:
  FairNetTest(std::uint64_t seed, Coverage* coverage)
      : random_(seed ^ 0x6661697266616972ull),
        model_(seed % 4 == 0 ? RandomModel(seed) : RandomGraphModel(seed)),
        coverage_(*coverage) {
    MakeFair(random_, model_->model);
    run_ = std::make_unique<RunningNet>(*model_);
  }

  /// False: the net is none for this test.
  bool Check() {
    std::optional<cpn::StateSpace> space;
    try {
      cpn::ExplorationOptions options;
      options.max_states = kMostMarkings;
      space = cpn::Explore(run_->engine, options);
    } catch (const cpn::ModelError&) {
      return false;
    }
    if (!space->complete() || space->nodes() > kMostMarkings || space->nodes() < 3) return false;
    RandomFormulas formulas(&random_, &run_->engine, &*space, &functions_);
    for (int i = 0; i < kFormulas; ++i) {
      const int depth = 1 + static_cast<int>(random_.Below(3));
      properties_.push_back(
          cpn::ctl::testing::MakeProperty("p" + std::to_string(i), formulas.State(depth)));
    }
    const auto mode = static_cast<FairnessMode>(random_.Below(6));
    CheckIn(mode > FairnessMode::kStrong ? FairnessMode::kDeclared : mode, *space);
    return true;
  }

 private:
  std::vector<const Property*> All() const {
    std::vector<const Property*> all;
    for (const Property& property : properties_) all.push_back(&property);
    return all;
  }

  void CheckIn(FairnessMode mode, const cpn::StateSpace& space) {
    reference::Ctl truth = FairDefinitions(run_->engine, space, functions_, mode);
    reference::Ctl unfair = Definitions(run_->engine, space, functions_, false);
    cpn::ctl::CheckOptions options;
    options.fairness = mode;
    const std::vector<Result> whole =
        cpn::ctl::CheckSpace(run_->engine, functions_, space, All(), options);
    options.exploration.max_states =
        1 + random_.Below(static_cast<std::uint32_t>(space.nodes() - 1));
    options.on_the_fly = false;
    const std::vector<Result> part = cpn::ctl::Check(run_->engine, functions_, All(), options);
    for (std::size_t i = 0; i < properties_.size(); ++i) {
      const Formula& formula = properties_[i].formula;
      SCOPED_TRACE(cpn::ctl::testing::Format(formula));
      const bool holds = truth.InState(formula, 0);
      ASSERT_EQ(whole[i].verdict, holds ? Verdict::kHolds : Verdict::kViolated);
      ASSERT_EQ(whole[i].evidence.has_value(), ShouldHaveEvidence(truth, formula, holds));
      CheckEvidence(truth, formula, holds, space, whole[i], Known::kAll);
      if (part[i].verdict != Verdict::kUnknown) {
        ++coverage_["sure at a limit"];
        ASSERT_EQ(part[i].verdict, whole[i].verdict);
        CheckEvidence(truth, formula, holds, space, part[i], Known::kPart);
      }
      ++coverage_["formulas"];
      if (unfair.InState(formula, 0) != holds) ++coverage_["fairness changes the verdict"];
    }
  }

  void CheckEvidence(reference::Ctl& truth, const Formula& formula, bool holds,
                     const cpn::StateSpace& space, const Result& result, Known known) {
    if (!result.evidence) return;
    if (result.evidence->loop) ++coverage_["lasso"];
    if (std::ranges::any_of(result.evidence->milestones, [](const cpn::ctl::Milestone& milestone) {
          return milestone.text.starts_with("the loop is fair");
        })) {
      ++coverage_["lasso that says why it is fair"];
    }
    ASSERT_EQ(WhatIsWrong(truth, formula, holds, ToRun(space, *result.evidence), known), "");
  }

  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  std::unique_ptr<RunningNet> run_;
  Coverage& coverage_;
  LambdaFunctions functions_;
  std::vector<Property> properties_;
};

TEST(FairnessDifferentialTest, CheckerEqualsDefinitionsOnRandomNetsWithRandomFairness) {
  const std::uint64_t nets = FromEnvironment("CPNGEN_FAIR_NETS", test::kSanitized ? 450 : 5000);
  std::uint64_t seed = FromEnvironment("CPNGEN_FIRST_NET", 1);
  Coverage coverage;
  for (std::uint64_t checked = 0; checked < nets; ++seed) {
    if (FairNetTest(seed, &coverage).Check()) ++checked;
    ASSERT_FALSE(HasFatalFailure() || HasNonfatalFailure())
        << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed << " CPNGEN_FAIR_NETS=1";
  }
  std::cout << nets << " nets, seeds below " << seed << "\n";
  for (const auto& [what, count] : coverage) std::cout << "  " << what << ": " << count << "\n";
  if (nets < 500) return;
  for (const char* what : {"fairness changes the verdict", "lasso", "sure at a limit",
                           "lasso that says why it is fair"}) {
    EXPECT_GT(coverage[what], 100u) << what;
  }
}

}  // namespace
}  // namespace differential
