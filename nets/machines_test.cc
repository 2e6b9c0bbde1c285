#include "nets/machines.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "nets/testing.h"

namespace nets {
namespace {

using testing::Model;

/// A message names its sender first; the receiver is the one whose state changes.
constexpr const char* kProtocol = R"(
Process = range(1, 2)
var { from = Process, to = Process, n = INT }
State = place(product(Process, INT), { { 1, 0 }, { 2, 0 } })
Mail = place(product(Process, Process), { { 1, 2 } })
Count = place(INT, { 0 })
Receive = transition { input = { Mail { from, to }, State { to, n } },
                       output = { State { to, expr "n + 1" } } }
Drop = transition { input = { Mail { from, to } }, output = {} }
Tick = transition { input = { Count(n) }, output = { Count(expr "n + 1") } }
)";

/// The machines of what is enabled at first.
std::vector<std::string> MachinesOf(const std::string& text, const std::string& rule) {
  const auto model = Model(text);
  const Machines machines(&model->engine(), ParseMachineRule(rule).value());
  std::vector<std::string> names;
  for (const auto id : model->engine().Enabled(model->engine().InitialMarking())) {
    names.push_back(machines.NameOf(id));
  }
  return names;
}

TEST(Machines, ProcessIsTheOneWhoseStateChanges) {
  EXPECT_EQ(MachinesOf(kProtocol, "process"),
            (std::vector<std::string>{"Process 2", "Process 1", "Tick"}));
}

TEST(Machines, TransitionsAndBindingsCanBeMachines) {
  EXPECT_EQ(MachinesOf(kProtocol, "transition"),
            (std::vector<std::string>{"Receive", "Drop", "Tick"}));
  EXPECT_EQ(MachinesOf(kProtocol, "binding"),
            (std::vector<std::string>{"Receive (from = 1, to = 2, n = 0)",
                                      "Drop (from = 1, to = 2)", "Tick (n = 0)"}));
}

TEST(Machines, FirstVariableThatATransitionHasDecides) {
  EXPECT_EQ(MachinesOf(kProtocol, "var:from,n"),
            (std::vector<std::string>{"Process 1", "Process 1", "INT 0"}));
}

TEST(Machines, TransitionWithoutProcessBelongsToItsInstance) {
  EXPECT_EQ(MachinesOf(R"(
Server = module(function(_ENV)
  Idle = place(UNIT, { unit })
  Serve = transition { input = { Idle(unit) }, output = {} }
end)
One, Two = substitution(Server), substitution(Server)
)",
                       "process"),
            (std::vector<std::string>{"One", "Two"}));
}

TEST(Machines, AliasesAndSubsetsOfOneColourSetNameTheSameProcesses) {
  EXPECT_EQ(MachinesOf(R"(
Process = range(1, 2)
Leader = alias(Process)
var { p = Process, l = Leader }
A, B = place(Process, { 1 }), place(Leader, { 1 })
X = transition { input = { A(p) }, output = {} }
Y = transition { input = { B(l) }, output = {} }
)",
                       "process"),
            (std::vector<std::string>{"Process 1", "Process 1"}));
}

TEST(Machines, OtherTextsAreNoRule) {
  for (const char* text : {"", "processes", "var:", "var:a,", "variable:a"}) {
    EXPECT_FALSE(ParseMachineRule(text)) << text;
  }
}

}  // namespace
}  // namespace nets
