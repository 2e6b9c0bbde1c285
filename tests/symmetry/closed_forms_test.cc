// Orbits of models of which the number is known from closed forms, and what the orbits stand for.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace symmetry_tests {
namespace {

struct Form {
  std::string model;  ///< below the sources
  std::map<std::string, std::string> parameters;
  std::uint64_t orbits = 0;
  std::uint64_t markings = 0;
};

void PrintTo(const Form& form, std::ostream* out) {
  *out << form.model;
  for (const auto& [name, value] : form.parameters) *out << ' ' << name << '=' << value;
}

std::unique_ptr<cpn::lua::LuaModel> Load(const Form& form) {
  cpn::lua::LoadOptions options;
  options.parameters = form.parameters;
  return cpn::lua::LuaModel::Load(test::SourcePath("/") + form.model, options);
}

cpn::ExplorationOptions Reduced(cpn::lua::LuaModel& model, unsigned workers) {
  cpn::ExplorationOptions options;
  options.workers = workers;
  options.reduction.symmetry = model.UseSymmetry();
  return options;
}

class ClosedFormsTest : public ::testing::TestWithParam<Form> {};

TEST_P(ClosedFormsTest, OrbitsAreAsManyAsTheFormulaSaysAndStandForAllMarkings) {
  for (const unsigned workers : {1u, 3u}) {
    const auto model = Load(GetParam());
    const cpn::StateCount count = cpn::CountStates(model->engine(), Reduced(*model, workers));
    EXPECT_EQ(count.states, GetParam().orbits);
    ASSERT_TRUE(count.orbits.has_value());
    EXPECT_EQ(count.orbits->states, GetParam().markings);
  }
}

const char* const kCommit = "models/two_phase.lua";
const char* const kPaxos = "tests/symmetry/models/paxos.lua";
const char* const kRelations = "tests/symmetry/models/relations.lua";

// Orbits C(N+5,5) + C(N+3,3) + N+1, markings 6^N + 4^N + 2^N.
INSTANTIATE_TEST_SUITE_P(TwoPhaseCommit, ClosedFormsTest,
                         ::testing::Values(Form{kCommit, {{"N", "1"}}, 12, 12},
                                           Form{kCommit, {{"N", "2"}}, 34, 56},
                                           Form{kCommit, {{"N", "3"}}, 80, 288},
                                           Form{kCommit, {{"N", "4"}}, 166, 1568},
                                           Form{kCommit, {{"N", "5"}}, 314, 8832},
                                           Form{kCommit, {{"N", "6"}}, 553, 50816},
                                           Form{kCommit, {{"N", "20"}}, 54922, 3657257952739328}));

INSTANTIATE_TEST_SUITE_P(
    Paxos, ClosedFormsTest,
    ::testing::Values(Form{kPaxos, {{"ballots", "1"}}, 25, 73},
                      Form{kPaxos, {{"ballots", "2"}}, 857, 3921},
                      Form{kPaxos, {{"ballots", "3"}}, 34113, 185369},
                      Form{kPaxos, {{"ballots", "1"}, {"values_too", "true"}}, 15, 73},
                      Form{kPaxos, {{"ballots", "2"}, {"values_too", "true"}}, 443, 3921},
                      Form{kPaxos, {{"ballots", "3"}, {"values_too", "true"}}, 17153, 185369}));

// Binary relations up to isomorphism: what the elements have in common is how they are related.
INSTANTIATE_TEST_SUITE_P(Relations, ClosedFormsTest,
                         ::testing::Values(Form{kRelations, {{"N", "1"}}, 2, 2},
                                           Form{kRelations, {{"N", "2"}}, 10, 16},
                                           Form{kRelations, {{"N", "3"}}, 104, 512}));

TEST(OrbitSpaceTest, ArcsAndDeadMarkingsOfOrbitsSumUpToThoseOfTheWholeSpace) {
  const Form form{kCommit, {{"N", "4"}}, 166, 1568};
  const auto whole = Load(form);
  const cpn::StateCount expected = cpn::CountStates(whole->engine());
  const auto model = Load(form);
  const cpn::StateSpace space = cpn::Explore(model->engine(), Reduced(*model, 1));
  ASSERT_TRUE(space.orbits().has_value());
  EXPECT_EQ(space.nodes(), form.orbits);
  EXPECT_EQ(space.orbits()->group_order, 24u);
  EXPECT_EQ(space.orbits()->states, expected.states);
  EXPECT_EQ(space.orbits()->arcs, expected.arcs);
  EXPECT_EQ(space.orbits()->dead_markings, expected.dead_markings);
}

TEST(OrbitSpaceTest, SameRepresentativesWhateverTheWorkers) {
  const Form form{kPaxos, {{"ballots", "2"}}, 857, 3921};
  const auto one = Load(form);
  const auto three = Load(form);
  cpn::ExplorationOptions threads = Reduced(*three, 3);
  threads.tuning.chunk = 1;
  threads.tuning.small_level = 0;
  threads.tuning.raw_tokens = 2;
  const cpn::StateSpace alone = cpn::Explore(one->engine(), Reduced(*one, 1));
  const cpn::StateSpace together = cpn::Explore(three->engine(), threads);
  ASSERT_EQ(alone.nodes(), together.nodes());
  ASSERT_EQ(alone.arcs(), together.arcs());
  for (cpn::NodeId node = 0; node < alone.nodes(); ++node) {
    ASSERT_EQ(one->engine().FormatMarking(alone.MarkingOf(node)),
              three->engine().FormatMarking(together.MarkingOf(node)));
    for (std::size_t i = 0; i < alone.Out(node).size(); ++i) {
      ASSERT_EQ(alone.Out(node)[i].target, together.Out(node)[i].target);
    }
  }
}

}  // namespace
}  // namespace symmetry_tests
