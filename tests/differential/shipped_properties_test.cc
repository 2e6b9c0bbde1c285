// The ASK-CTL checker against the definitions on the shipped models: their own properties, and
// random formulas.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <ostream>
#include <string>

#include "cpn/ctl/check.h"
#include "cpn/ctl/testing.h"
#include "cpn/lua/lua_model.h"
#include "testing/paths.h"
#include "tests/differential/definitions.h"
#include "tests/differential/random_formula.h"

namespace differential {
namespace {

using cpn::ctl::Property;
using cpn::ctl::Result;
using cpn::ctl::Verdict;

struct Case {
  const char* model;
  std::map<std::string, std::string> parameters;
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.model;
  for (const auto& [name, value] : c.parameters) *out << " -D " << name << '=' << value;
}

class ShippedPropertiesTest : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    const auto path = std::filesystem::path(test::SourcePath()) / "models" / GetParam().model;
    cpn::lua::LoadOptions load;
    load.parameters = GetParam().parameters;
    model_ = cpn::lua::LuaModel::Load(path, load);
    space_.emplace(cpn::Explore(model_->engine()));
    ASSERT_TRUE(space_->complete());
    ASSERT_GT(space_->arcs(), 20u);
  }

  void Compare(cpn::ctl::StateFunctions& functions, const std::vector<Property>& properties) {
    reference::Ctl truth = Definitions(model_->engine(), *space_, functions, false);
    for (const Property& property : properties) {
      SCOPED_TRACE(property.name + ": " + cpn::ctl::testing::Format(property.formula));
      const Property* const pointer = &property;
      const Result result =
          cpn::ctl::CheckSpace(model_->engine(), functions, *space_, {&pointer, 1}).front();
      const bool holds = truth.InState(property.formula, 0);
      ASSERT_EQ(result.verdict, holds ? Verdict::kHolds : Verdict::kViolated);
      ASSERT_EQ(result.evidence.has_value(), ShouldHaveEvidence(truth, property.formula, holds));
      if (!result.evidence) continue;
      ASSERT_EQ(WhatIsWrong(truth, property.formula, holds, ToRun(*space_, *result.evidence),
                            Known::kAll),
                "");
    }
  }

  std::unique_ptr<cpn::lua::LuaModel> model_;
  std::optional<cpn::StateSpace> space_;
};

TEST_P(ShippedPropertiesTest, OwnPropertiesAreAsDefined) {
  Compare(model_->state_functions(), model_->properties());
}

TEST_P(ShippedPropertiesTest, RandomFormulasAreAsDefined) {
  base::Random random(2024);
  cpn::ctl::testing::LambdaFunctions functions;
  RandomFormulas formulas(&random, &model_->engine(), &*space_, &functions);
  std::vector<Property> properties;
  for (int i = 0; i < 40; ++i) {
    properties.push_back(
        cpn::ctl::testing::MakeProperty(std::to_string(i), formulas.State(1 + i % 4)));
  }
  Compare(functions, properties);
}

INSTANTIATE_TEST_SUITE_P(Models, ShippedPropertiesTest,
                         ::testing::Values(Case{"two_phase_commit", {{"W", "3"}}},
                                           Case{"paxos", {{"replicas", "2"}, {"clients", "2"}}},
                                           Case{"paxos", {{"replicas", "3"}, {"clients", "1"}}},
                                           Case{"philosophers.lua", {{"N", "5"}}},
                                           Case{"transaction_commit.lua", {{"N", "3"}}},
                                           Case{"two_phase.lua", {{"N", "2"}}},
                                           Case{"lamport_paxos.lua",
                                                {{"ballots", "1"}, {"values", "2"}}}),
                         [](const auto& c) {
                           const std::string model = c.param.model;
                           return model.substr(0, model.find('.')) + std::to_string(c.index);
                         });

}  // namespace
}  // namespace differential
