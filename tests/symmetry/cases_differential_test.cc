// Test cases from orbits against those of the whole state space, on random nets with random
// specifications that may tell symmetric values apart: the same suites, byte for byte.
//
// CPNGEN_SYMMETRIC_NETS sets the number of nets (500 without it), CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <iostream>
#include <optional>
#include <string>

#include "base/progress.h"
#include "cpn/lua/lua_model.h"
#include "cpn/lua/testing.h"
#include "cpn/symmetry/group.h"
#include "generator/limit_reached.h"
#include "generator/orbits/cases_of_orbits.h"
#include "generator/state_space_method.h"
#include "generator/suite_builder.h"
#include "tests/differential/environment.h"
#include "tests/symmetry/random_text.h"

namespace symmetry_tests {
namespace {

struct Found {
  std::string suite;  ///< or why there is none
  bool refused = false;
  bool too_large = false;
  std::uint64_t cases = 0, states = 0, endless = 0;
  std::optional<std::uint64_t> markings;
};

/// Which way to the cases: the whole space, or orbits, reduced by stubborn sets too or not.
enum class Way { kWhole, kOrbits, kOrbitsAndStubborn };

Found Generate(const std::string& text, Way way) {
  const auto model = cpn::lua::testing::LoadText(text);
  cpn::lua::TestSpecification& specification = *model->specifications().front();
  generator::StateSpaceOptions options;
  options.max_states = 2000;
  options.max_cases = 3000;
  options.stubborn = way == Way::kOrbitsAndStubborn;
  base::Progress progress(nullptr);
  Found found;
  try {
    const generator::RawCases raw =
        way == Way::kWhole
            ? generator::GenerateFromStateSpace(*model, specification, options, progress)
            : generator::GenerateFromOrbits(*model, specification, *model->UseSymmetry(), options,
                                            progress);
    const auto built = generator::BuildCases(raw, specification);
    found.suite = generator::WriteSuite(specification, {}, built.cases);
    found.cases = built.cases.size();
    found.states = raw.states;
    found.endless = raw.endless_components;
    found.markings = raw.markings;
  } catch (const generator::LimitReached&) {
    found.too_large = true;
  } catch (const cpn::ModelError& error) {
    found.refused = true;
    found.suite = error.what();
  }
  return found;
}

struct Summary {
  std::uint64_t nets = 0, smaller = 0, several = 0, endless = 0, repeated = 0, too_large = 0,
                function_goals = 0, cases = 0;
};

bool TellsValuesApart(const Found& found) {
  return found.refused && found.suite.find("declared symmetric") != std::string::npos;
}

void Compare(std::uint64_t seed, Summary& summary) {
  RandomText random(seed);
  std::string text = random.Make();
  text += random.MakeTest();
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
  const Found whole = Generate(text, Way::kWhole);
  if (whole.too_large) {
    ++summary.too_large;
    return;
  }
  const bool has_function = text.find("goal = function") != std::string::npos;
  for (const Way way : {Way::kOrbits, Way::kOrbitsAndStubborn}) {
    if (way == Way::kOrbitsAndStubborn && has_function) continue;  // stubborn sets refuse it
    const Found orbits = Generate(text, way);
    ASSERT_FALSE(TellsValuesApart(orbits)) << orbits.suite;
    ASSERT_EQ(orbits.refused, whole.refused) << orbits.suite << whole.suite;
    if (whole.refused) continue;  // infinitely many sequences: which label it names may differ
    ASSERT_EQ(orbits.suite, whole.suite);
    EXPECT_EQ(orbits.endless > 0, whole.endless > 0);
    if (way == Way::kOrbits) {
      EXPECT_EQ(orbits.markings, whole.states);
    }
    summary.smaller += way == Way::kOrbits && orbits.states < whole.states ? 1 : 0;
  }
  ++summary.nets;
  summary.several += whole.cases > 2 ? 1 : 0;
  summary.cases += whole.cases;
  summary.endless += whole.endless > 0 ? 1 : 0;
  summary.repeated += whole.refused ? 1 : 0;
  summary.function_goals += has_function ? 1 : 0;
}

TEST(SymmetricCasesDifferentialTest, SuitesFromOrbitsAreThoseOfTheWholeSpace) {
  const std::uint64_t first = differential::FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = differential::FromEnvironment("CPNGEN_SYMMETRIC_NETS", 500);
  Summary summary;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    Compare(seed, summary);
    if (HasFailure()) break;
  }
  std::cout << summary.nets << " nets (" << summary.too_large << " too large), " << summary.smaller
            << " with fewer orbits, " << summary.several << " with several of " << summary.cases
            << " cases, " << summary.endless << " without end, " << summary.repeated
            << " with infinitely many, " << summary.function_goals << " with functions as goals\n";
  EXPECT_GE(2 * summary.nets, nets);
  EXPECT_GE(4 * summary.smaller, summary.nets);
  EXPECT_GE(8 * summary.several, summary.nets);
  EXPECT_GT(summary.endless, 0u);
  EXPECT_GT(summary.repeated, 0u);
  EXPECT_GT(summary.function_goals, 0u);
}

}  // namespace
}  // namespace symmetry_tests
