// Two-phase commit: the shipped model, and the one that the language was agreed on by, which loads
// and runs unchanged. Both have the published numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "cpn/explore/state_space.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"

namespace cpn::lua {
namespace {

struct Known {
  int workers;
  std::size_t nodes;
  std::size_t arcs;
  std::size_t dead;
  std::size_t cases;
};

std::unique_ptr<LuaModel> Load(const std::filesystem::path& path, const Known& known) {
  LoadOptions options;
  options.parameters["W"] = std::to_string(known.workers);
  return LuaModel::Load(path, options);
}

class ShippedTwoPhaseCommitTest : public ::testing::TestWithParam<Known> {
 protected:
  std::unique_ptr<LuaModel> model_ = Load(test::SourcePath("/models/two_phase_commit"), GetParam());
};

class TwoPhaseCommitTest : public ::testing::TestWithParam<Known> {
 protected:
  void SetUp() override {
    const std::filesystem::path path = test::DslPath("/two_phase_commit.lua");
    if (!std::filesystem::exists(path)) GTEST_SKIP() << "no model language example at " << path;
    model_ = Load(path, GetParam());
  }

  std::unique_ptr<LuaModel> model_;
};

void ExpectPublishedSize(LuaModel& model, const Known& known) {
  const StateSpace space = Explore(model.engine());
  std::size_t dead = 0;
  for (NodeId n = 0; n < space.nodes(); ++n) dead += space.IsDead(n);
  EXPECT_EQ(space.nodes(), known.nodes);
  EXPECT_EQ(space.arcs(), known.arcs);
  EXPECT_EQ(dead, known.dead);
}

TEST_P(ShippedTwoPhaseCommitTest, StateSpaceHasThePublishedSize) {
  ExpectPublishedSize(*model_, GetParam());
}

TEST_P(TwoPhaseCommitTest, StateSpaceHasThePublishedSize) {
  ExpectPublishedSize(*model_, GetParam());
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

std::size_t CountCases(LuaModel& model) {
  const StateSpace space = Explore(model.engine());
  std::map<NodeId, Cases> known;
  return CasesFrom(space, 0, model, known).size();
}

TEST_P(ShippedTwoPhaseCommitTest, SpecificationYieldsThePublishedNumberOfCases) {
  EXPECT_EQ(CountCases(*model_), GetParam().cases);
}

TEST_P(TwoPhaseCommitTest, SpecificationYieldsThePublishedNumberOfCases) {
  EXPECT_EQ(CountCases(*model_), GetParam().cases);
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

constexpr Known kPublished[] = {{2, 32, 39, 2, 4}, {3, 100, 143, 2, 8}, {4, 332, 515, 2, 16}};
INSTANTIATE_TEST_SUITE_P(Workers, ShippedTwoPhaseCommitTest, ::testing::ValuesIn(kPublished));
INSTANTIATE_TEST_SUITE_P(Workers, TwoPhaseCommitTest, ::testing::ValuesIn(kPublished));

}  // namespace
}  // namespace cpn::lua
