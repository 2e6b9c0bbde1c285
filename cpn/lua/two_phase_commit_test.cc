// The model that the language was agreed on by: loads and runs unchanged, with the published
// numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"

namespace cpn::lua {
namespace {

struct Known {
  int workers;
  std::size_t nodes;
  std::size_t arcs;
  std::size_t dead;
  std::size_t cases;
};

class TwoPhaseCommitTest : public ::testing::TestWithParam<Known> {
 protected:
  void SetUp() override {
    const std::filesystem::path path = std::string(CPNGEN_DSL) + "/two_phase_commit.lua";
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no model language example at " << path;
    LoadOptions options;
    options.parameters["W"] = std::to_string(GetParam().workers);
    model_ = LuaModel::Load(path, options);
  }

  std::unique_ptr<LuaModel> model_;
};

TEST_P(TwoPhaseCommitTest, StateSpaceHasThePublishedSize) {
  const StateSpace space = Explore(model_->engine());
  std::size_t dead = 0;
  for (NodeId n = 0; n < space.nodes(); ++n) dead += space.IsDead(n);
  EXPECT_EQ(space.nodes(), GetParam().nodes);
  EXPECT_EQ(space.arcs(), GetParam().arcs);
  EXPECT_EQ(dead, GetParam().dead);
}

struct CaseOrder {
  const TestSpecification* specification;
  bool operator()(const TestCase& a, const TestCase& b) const {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                        [this](const Observation& x, const Observation& y) {
                                          return specification->Compare(x, y) < 0;
                                        });
  }
};
using Cases = std::set<TestCase, CaseOrder>;

/// What the paths from a node to dead markings show; the model has no cycle.
const Cases& CasesFrom(const StateSpace& space, NodeId node, LuaModel& model,
                       std::map<NodeId, Cases>& known) {
  TestSpecification& specification = model.Specification("system");
  const auto [entry, fresh] = known.emplace(node, Cases(CaseOrder{&specification}));
  if (!fresh) return entry->second;
  if (space.IsDead(node)) entry->second.insert(TestCase{});
  for (const StateArc& arc : space.Out(node)) {
    const auto seen = specification.Observe(model.engine().Element(arc.element));
    for (TestCase test_case : CasesFrom(space, arc.target, model, known)) {
      test_case.insert(test_case.end(), seen.begin(), seen.end());
      entry->second.insert(specification.Normalise(std::move(test_case)));
    }
  }
  return entry->second;
}

TEST_P(TwoPhaseCommitTest, SpecificationYieldsThePublishedNumberOfCases) {
  const StateSpace space = Explore(model_->engine());
  std::map<NodeId, Cases> known;
  EXPECT_EQ(CasesFrom(space, 0, *model_, known).size(), GetParam().cases);
}

TEST_P(TwoPhaseCommitTest, DeclaresSpecificationAndProperties) {
  ASSERT_EQ(model_->specifications().size(), 1u);
  EXPECT_EQ(model_->specifications()[0]->name(), "system");
  ASSERT_EQ(model_->properties().size(), 3u);
  EXPECT_EQ(model_->properties()[0].name, "agreement");
  EXPECT_EQ(model_->properties()[2].formula.op, ctl::Operator::kPos);
  ASSERT_EQ(model_->parameters().size(), 1u);
  EXPECT_EQ(model_->parameters()[0].name, "W");
  EXPECT_EQ(model_->parameters()[0].value, std::to_string(GetParam().workers));
  EXPECT_EQ(model_->parameters()[0].default_value, "3");
}

INSTANTIATE_TEST_SUITE_P(Workers, TwoPhaseCommitTest,
                         ::testing::Values(Known{2, 32, 39, 2, 4}, Known{3, 100, 143, 2, 8},
                                           Known{4, 332, 515, 2, 16}));

}  // namespace
}  // namespace cpn::lua
