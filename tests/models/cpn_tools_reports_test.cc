// Models of CPN Tools, written in our language: the state space report has what CPN Tools, or the
// models' authors, printed for them.
//
// The nets of the corpus (../shared/corpus/cpn, README.md there): the distributed data base, the
// dining philosophers and the simple protocol of the samples that come with CPN Tools, and the
// protocol of the CPN book (Jensen & Kristensen 2009, ch. 7). The storage net is a student's
// exercise of RUDN university, whose printed report has a fair, a just and some unfair transitions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cpn/report/state_space_report.h"
#include "generator/testing.h"

namespace models {
namespace {

using cpn::report::Fairness;
using cpn::report::HomeKind;
using cpn::report::StateSpaceReport;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

constexpr const char* kDataBase = R"lua(
n = param(3)
Manager = range(1, n)
Message = product(Manager, Manager)
var { s = Manager, r = Manager }
function to_others(s)
  local messages = {}
  for r = 1, n do if r ~= s then messages[#messages + 1] = { s, r } end end
  return messages
end
local all_messages = fold(range_list(1, n), {}, function(m, s) return append(m, to_others(s)) end)
Inactive, Waiting, Performing = place(Manager, all), place(Manager), place(Manager)
Unused, Sent, Received, Acknowledged =
  place(Message, all_messages), place(Message), place(Message), place(Message)
Passive, Active = place(UNIT, { unit }), place(UNIT)
UpdateAndSend = transition {
  input = { Inactive(s), Passive(unit), Unused(each "to_others(s)")
}
, output = {Waiting(s), Active(unit), Sent(each "to_others(s)")},
}
ReceiveMessage = transition {
  input = { Inactive(r), Sent { s, r } }, output = { Performing(r), Received { s, r } },
}
SendAcknowledgement = transition {
  input = { Performing(r), Received { s, r } }, output = { Inactive(r), Acknowledged { s, r } },
}
ReceiveAcknowledgements = transition {
  input = { Waiting(s), Active(unit), Acknowledged(each "to_others(s)") },
  output = { Inactive(s), Passive(unit), Unused(each "to_others(s)") },
}
)lua";

constexpr const char* kDiningPhilosophers = R"lua(
n = param(5)
PH, CS = index("ph", 1, n), index("cs", 1, n)
var { p = PH }
function chopsticks(i) return { i, i == n and 1 or i + 1 } end
Think, Eat, UnusedChopsticks = place(PH, all), place(PH), place(CS, all)
TakeChopsticks = transition {
  input = { Think(p), UnusedChopsticks(each "chopsticks(p)")
}
, output = {Eat(p)},
}
PutDownChopsticks = transition {
  input = { Eat(p) }, output = { Think(p), UnusedChopsticks(each "chopsticks(p)") },
}
)lua";

/// The two protocols differ in their packets, and in that the simple one ends with a packet that is
/// no data.
constexpr const char* kProtocol = R"lua(
limit = param(2)
book = param(false)
Packet = product(INT, STRING)
var { n = INT, k = INT, p = STRING, data = STRING, ok = BOOL }
local stop = book and "" or "########"
local packets = book and { { 1, "COL" }, { 2, "OUR" }, { 3, "ED " }, { 4, "PET" }, { 5, "RI " }, { 6, "NET" } }
  or { { 1, "Modellin" }, { 2, "g and An" }, { 3, "alysis##" }, { 4, stop } }
function next_of(n, k) return n == k and k + 1 or k end
Send, NextSend, NextRec = place(Packet, packets), place(INT, { 1 }), place(INT, { 1 })
A, B, C, D = place(Packet), place(Packet), place(INT), place(INT)
Received = place(STRING, { "" })
Limit = place(UNIT, { copies(limit, unit) })
SendPacket = transition {
  input = { NextSend(n), Limit(unit) }, test = { Send { n, p } }, output = { NextSend(n), A { n, p } },
}
TransmitPacket = transition {
  input = { A { n, p } }, output = { B(when("ok", { n, p })), Limit(when("not ok", unit)) },
}
ReceivePacket = transition {
  input = { B { n, p }, NextRec(k), Received(data) },
  output = {
    NextRec(expr "next_of(n, k)"), C(expr "next_of(n, k)"),
    Received(function(n, k, p, data) return n == k and p ~= stop and data .. p or data end),
}
,
}
TransmitAck = transition {
  input = { C(n) }, output = { D(when("ok", n)), Limit(when("not ok", unit)) },
}
ReceiveAck = transition { input = { NextSend(k), D(n) }, output = { NextSend(n), Limit(unit) } }
)lua";

constexpr const char* kStorage = R"lua(
P1, P2, P3 = place(UNIT, { unit }), place(UNIT, { unit }), place(UNIT, { unit })
P4, P5, P6 = place(UNIT), place(UNIT), place(UNIT)
T1 = transition { input = { P1(unit), P2(unit) }, output = { P1(unit), P4(unit) } }
T2 = transition { input = { P4(unit) }, output = { P2(unit) } }
T3 = transition { input = { P1(unit), P3(unit) }, output = { P1(unit), P5(unit) } }
T4 = transition { input = { P5(unit) }, output = { P3(unit) } }
T5 = transition { input = { P4(unit), P5(unit) }, output = { P6(unit) } }
T6 = transition { input = { P6(unit) }, output = { P2(unit), P3(unit) } }
)lua";

using Parameters = std::map<std::string, std::string>;

StateSpaceReport ReportOf(const char* text, const Parameters& parameters = {}) {
  const generator::testing::TemporaryFolder folder;
  cpn::lua::LoadOptions options;
  options.parameters = parameters;
  const auto model = cpn::lua::LuaModel::Load(folder.Write("model.lua", text), options);
  return cpn::report::MakeReport(model->engine(), cpn::Explore(model->engine()));
}

void ExpectSize(const StateSpaceReport& report, std::uint64_t nodes, std::uint64_t arcs) {
  EXPECT_EQ(report.nodes, nodes);
  EXPECT_EQ(report.arcs, arcs);
}

void ExpectScc(const StateSpaceReport& report, std::uint64_t nodes, std::uint64_t arcs) {
  EXPECT_EQ(report.scc.nodes, nodes);
  EXPECT_EQ(report.scc.arcs, arcs);
}

/// All markings are home, all transitions live and impartial.
void ExpectReversibleAndImpartial(const StateSpaceReport& report, std::size_t transitions) {
  ExpectScc(report, 1, 0);
  EXPECT_EQ(report.home->kind, HomeKind::kAll);
  EXPECT_THAT(report.dead_markings, IsEmpty());
  EXPECT_THAT(report.dead_transitions, IsEmpty());
  EXPECT_EQ(report.live_transitions->size(), transitions);
  EXPECT_THAT(report.fairness, Optional(Each(Fairness::kImpartial)));
}

/// The one dead marking is the home marking; no transition is dead or live.
void ExpectToEndInOneMarking(const StateSpaceReport& report) {
  EXPECT_EQ(report.dead_markings.size(), 1u);
  EXPECT_EQ(report.home->kind, HomeKind::kSome);
  EXPECT_EQ(report.home->nodes, report.dead_markings);
  EXPECT_THAT(report.dead_transitions, IsEmpty());
  EXPECT_THAT(report.live_transitions, Optional(IsEmpty()));
}

TEST(CpnToolsReportsTest, DistributedDataBase) {
  const std::vector<std::uint64_t> arcs{8, 42, 224, 1'090, 4'872, 20'426};
  const std::vector<std::uint64_t> nodes{7, 28, 109, 406, 1'459, 5'104};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SCOPED_TRACE(i + 2);
    const StateSpaceReport report = ReportOf(kDataBase, {{"n", std::to_string(i + 2)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectReversibleAndImpartial(report, 4);
  }
}

TEST(CpnToolsReportsTest, DiningPhilosophers) {
  const std::vector<std::uint64_t> nodes{3, 4, 7, 11, 18, 29, 47, 76, 123};
  const std::vector<std::uint64_t> arcs{4, 6, 16, 30, 60, 112, 208, 378, 680};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SCOPED_TRACE(i + 2);
    const StateSpaceReport report = ReportOf(kDiningPhilosophers, {{"n", std::to_string(i + 2)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectReversibleAndImpartial(report, 2);
  }
}

TEST(CpnToolsReportsTest, SimpleProtocol) {
  const std::vector<std::uint64_t> nodes{33, 428, 3'329, 18'520};
  const std::vector<std::uint64_t> arcs{44, 1'130, 12'825, 91'220};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SCOPED_TRACE(i + 1);
    const StateSpaceReport report = ReportOf(kProtocol, {{"limit", std::to_string(i + 1)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectToEndInOneMarking(report);
    if (i == 1) ExpectScc(report, 182, 673);
  }
}

TEST(CpnToolsReportsTest, ProtocolOfTheBook) {
  const StateSpaceReport report = ReportOf(kProtocol, {{"limit", "3"}, {"book", "true"}});
  ExpectSize(report, 13'215, 52'784);
  ExpectScc(report, 5'013, 37'312);
  ExpectToEndInOneMarking(report);
  // SendPacket, TransmitPacket, ReceivePacket, TransmitAck, ReceiveAck
  EXPECT_THAT(report.fairness,
              Optional(ElementsAre(Fairness::kImpartial, Fairness::kImpartial, Fairness::kNone,
                                   Fairness::kNone, Fairness::kNone)));
}

TEST(CpnToolsReportsTest, StorageNetWithFairAndJustTransitions) {
  const StateSpaceReport report = ReportOf(kStorage);
  ExpectSize(report, 5, 10);
  ExpectScc(report, 1, 0);
  EXPECT_EQ(report.home->kind, HomeKind::kAll);
  EXPECT_EQ(report.live_transitions->size(), 6u);
  EXPECT_THAT(report.fairness,
              Optional(ElementsAre(Fairness::kNone, Fairness::kNone, Fairness::kNone,
                                   Fairness::kNone, Fairness::kJust, Fairness::kFair)));
}

}  // namespace
}  // namespace models
