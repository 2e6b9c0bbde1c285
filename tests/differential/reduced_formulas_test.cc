// Formulas on state spaces that stubborn sets reduce against the definitions on whole ones, on
// random nets and random formulas: those that are accepted have the same verdict, with evidence
// that shows it.
//
// CPNGEN_NETS sets the number of nets (without it, as many as take a few seconds),
// CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "cpn/ctl/check.h"
#include "cpn/ctl/reducible.h"
#include "cpn/ctl/testing.h"
#include "testing/sanitized.h"
#include "tests/differential/definitions.h"
#include "tests/differential/environment.h"
#include "tests/differential/evidence_check.h"
#include "tests/differential/random_formula.h"
#include "tests/differential/random_model.h"
#include "tests/differential/random_parts.h"

namespace differential {
namespace {

using cpn::ctl::Formula;
using cpn::ctl::Operator;
using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;
using cpn::ctl::testing::LambdaFunctions;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::uint64_t kLargest = 300;  // markings
constexpr int kFormulas = 4;
constexpr int kTries = 40;  // for a formula that is accepted

struct Tally {
  std::uint64_t nets = 0, formulas = 0, refused = 0, smaller = 0, unreduced = 0, holds = 0,
                evidence = 0;
  std::map<std::string, std::uint64_t> outermost;  ///< of those on smaller spaces
};

class ReducedFormulas {
 public:
  ReducedFormulas(std::uint64_t seed, Tally* tally)
      : random_(seed ^ 0x5354554242ull),
        model_(seed % 3 == 0 ? RandomCommutingModel(seed) : RandomPartsModel(seed)),
        run_(*model_),
        tally_(*tally) {}

  void Check() {
    const std::optional<cpn::StateSpace> whole = Whole();
    if (!whole) return;
    ++tally_.nets;
    for (int tries = 0, found = 0; tries < kTries && found < kFormulas; ++tries) {
      LambdaFunctions functions;
      RandomFormulas formulas(&random_, &run_.engine, &*whole, &functions);
      const int depth = 1 + static_cast<int>(random_.Below(3));
      const Property property = cpn::ctl::testing::MakeProperty("p", formulas.State(depth));
      if (!cpn::ctl::WhyNotReducible(property.formula).empty()) {
        ++tally_.refused;
      } else if (!property.formula.operands.empty()) {
        ++found;
        Compare(*whole, functions, property);
      }
      if (::testing::Test::HasFailure()) return;
    }
  }

 private:
  std::optional<cpn::StateSpace> Whole() {
    cpn::ExplorationOptions options;
    options.max_states = kLargest;
    try {
      cpn::StateSpace space = cpn::Explore(run_.engine, options);
      if (space.complete() && space.arcs() > 0) return space;
    } catch (const cpn::ModelError&) {  // a colour error: nothing to compare
    }
    return std::nullopt;
  }

  void Compare(const cpn::StateSpace& whole, LambdaFunctions& functions, const Property& property) {
    SCOPED_TRACE(cpn::ctl::testing::Format(property.formula));
    reference::Ctl truth = Definitions(run_.engine, whole, functions, false);
    const Property* const one = &property;
    std::string unreduced;
    const Result result =
        cpn::ctl::CheckReduced(run_.engine, functions, {&one, 1}, {}, unreduced).front();
    const bool holds = truth.InState(property.formula, 0);
    ASSERT_EQ(result.verdict, holds ? Verdict::kHolds : Verdict::kViolated);
    ++tally_.formulas;
    tally_.holds += holds ? 1 : 0;
    if (!unreduced.empty()) {
      ++tally_.unreduced;
    } else if (result.states < whole.nodes()) {
      ++tally_.smaller;
      ++tally_.outermost[std::string(NameOf(property.formula.op)) + (holds ? "" : ", violated")];
    }
    if (!result.evidence) return;
    ++tally_.evidence;
    EXPECT_EQ(
        WhatIsWrong(truth, property.formula, holds, ToRun(whole, *result.evidence), Known::kPart),
        "");
  }

  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  RunningNet run_;
  Tally& tally_;
};

TEST(ReducedFormulasTest, AcceptedFormulasHaveTheVerdictsOfTheWholeSpace) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_NETS", test::kSanitized ? 150 : 500);
  Tally tally;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    ReducedFormulas(seed, &tally).Check();
    ASSERT_FALSE(HasFailure()) << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed
                               << " CPNGEN_NETS=1";
  }
  std::cout << tally.nets << " of " << nets << " nets; " << tally.formulas << " formulas, "
            << tally.refused << " refused; " << tally.smaller << " answered by smaller spaces, "
            << tally.unreduced << " not reduced; " << tally.holds << " hold, " << tally.evidence
            << " with evidence\n";
  for (const auto& [what, count] : tally.outermost)
    std::cout << "  " << what << ": " << count << "\n";
  if (nets < 500) return;
  EXPECT_GT(tally.smaller, 200u);
  EXPECT_GT(tally.evidence, 500u);
  for (const char* op : {"POS", "INV", "EV", "ALONG", "EXIST_UNTIL", "FORALL_UNTIL"}) {
    EXPECT_GT(tally.outermost[op], 2u) << op;
    EXPECT_GT(tally.outermost[std::string(op) + ", violated"], 2u) << op;
  }
}

}  // namespace
}  // namespace differential
