// The engine against the reference on the shipped models, as large as the reference can take.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <map>
#include <string>

#include "cpn/lua/lua_model.h"
#include "testing/paths.h"
#include "tests/differential/compare.h"

namespace differential {
namespace {

struct Case {
  const char* model;
  std::map<std::string, std::string> parameters;
  std::size_t max_nodes;
  std::size_t at_least_arcs;  ///< so that the comparison is about something
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.model;
  for (const auto& [name, value] : c.parameters) *out << " -D " << name << '=' << value;
}

class ShippedModelsTest : public ::testing::TestWithParam<Case> {};

TEST_P(ShippedModelsTest, EngineEqualsReference) {
  const std::filesystem::path path =
      std::filesystem::path(test::SourcePath()) / "models" / GetParam().model;
  cpn::lua::LoadOptions load;
  load.parameters = GetParam().parameters;
  const auto model = cpn::lua::LuaModel::Load(path, load);
  const reference::Universe universe{&model->model().colour_sets, &model->values(),
                                     &model->evaluator()};
  const reference::Net expected_net(model->model(), universe);
  CompareNames(model->net(), expected_net);
  const reference::StateSpace expected = reference::Explore(expected_net, GetParam().max_nodes);
  cpn::ExplorationOptions options;
  options.max_states = GetParam().max_nodes;
  const cpn::StateSpace space = cpn::Explore(model->engine(), options);
  std::size_t arcs = 0;
  CompareSpaces(model->engine(), space, expected, [&arcs](cpn::TransitionId) { ++arcs; });
  std::cout << space.nodes() << " nodes, " << arcs << " arcs"
            << (space.complete() ? "" : ", cut off") << '\n';
  EXPECT_GE(arcs, GetParam().at_least_arcs);
}

INSTANTIATE_TEST_SUITE_P(
    Models, ShippedModelsTest,
    ::testing::Values(
        Case{"two_phase_commit", {{"W", "1"}}, 100, 11},
        Case{"two_phase_commit", {{"W", "3"}}, 200, 143},
        Case{"paxos", {{"replicas", "1"}, {"clients", "1"}}, 100, 21},
        Case{"paxos", {{"replicas", "2"}, {"clients", "2"}, {"phase_one_failures", "1"}}, 500, 300},
        Case{"paxos", {{"replicas", "2"}, {"clients", "2"}, {"reduce", "false"}}, 500, 500},
        Case{"paxos", {{"replicas", "3"}, {"phase_two_failures", "1"}}, 200, 200},
        Case{"philosophers.lua", {{"N", "4"}}, 100, 60},
        Case{"producers_consumers.lua", {}, 100, 100},
        Case{"paxos_kernel.lua", {{"acceptors", "2"}}, 100, 100},
        Case{"transaction_commit.lua", {{"N", "3"}}, 100, 60},
        Case{"two_phase.lua", {{"N", "2"}}, 100, 100},
        Case{"lamport_paxos.lua", {{"ballots", "2"}, {"values", "2"}}, 150, 150}),
    [](const auto& c) {
      const std::string model = c.param.model;
      return model.substr(0, model.find('.')) + std::to_string(c.index);
    });

}  // namespace
}  // namespace differential
