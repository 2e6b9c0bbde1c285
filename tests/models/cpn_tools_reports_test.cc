// Models of CPN Tools, written in our language (models/): the state space report has what CPN
// Tools, or the models' authors, printed for them.
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

#include "base/temporary_folder.h"
#include "cpn/lua/lua_model.h"
#include "cpn/report/state_space_report.h"
#include "cpngen/testing.h"
#include "testing/paths.h"

namespace models {
namespace {

using cpn::report::Fairness;
using cpn::report::HomeKind;
using cpn::report::StateSpaceReport;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Optional;

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

StateSpaceReport ReportOf(cpn::lua::LuaModel& model) {
  return cpn::report::MakeReport(model.engine(), cpn::Explore(model.engine()));
}

/// Of a model in models/.
StateSpaceReport ReportOf(const std::string& name, const Parameters& parameters) {
  cpn::lua::LoadOptions options;
  options.parameters = parameters;
  return ReportOf(*cpn::lua::LuaModel::Load(test::SourcePath("/models/") + name, options));
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
    const StateSpaceReport report =
        ReportOf("distributed_data_base.lua", {{"n", std::to_string(i + 2)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectReversibleAndImpartial(report, 4);
  }
}

TEST(CpnToolsReportsTest, DiningPhilosophers) {
  const std::vector<std::uint64_t> nodes{3, 4, 7, 11, 18, 29, 47, 76, 123};
  const std::vector<std::uint64_t> arcs{4, 6, 16, 30, 60, 112, 208, 378, 680};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SCOPED_TRACE(i + 2);
    const StateSpaceReport report =
        ReportOf("dining_philosophers.lua", {{"n", std::to_string(i + 2)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectReversibleAndImpartial(report, 2);
  }
}

TEST(CpnToolsReportsTest, SimpleProtocol) {
  const std::vector<std::uint64_t> nodes{33, 428, 3'329, 18'520};
  const std::vector<std::uint64_t> arcs{44, 1'130, 12'825, 91'220};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    SCOPED_TRACE(i + 1);
    const StateSpaceReport report =
        ReportOf("simple_protocol.lua", {{"limit", std::to_string(i + 1)}});
    ExpectSize(report, nodes[i], arcs[i]);
    ExpectToEndInOneMarking(report);
    if (i == 1) ExpectScc(report, 182, 673);
  }
}

TEST(CpnToolsReportsTest, ProtocolOfTheBook) {
  const StateSpaceReport report = ReportOf("limit_protocol.lua", {{"limit", "3"}});
  ExpectSize(report, 13'215, 52'784);
  ExpectScc(report, 5'013, 37'312);
  ExpectToEndInOneMarking(report);
  // SendPacket, TransmitPacket, ReceivePacket, TransmitAck, ReceiveAck
  EXPECT_THAT(report.fairness,
              Optional(ElementsAre(Fairness::kImpartial, Fairness::kImpartial, Fairness::kNone,
                                   Fairness::kNone, Fairness::kNone)));
}

TEST(CpnToolsReportsTest, StorageNetWithFairAndJustTransitions) {
  const base::TemporaryFolder folder;
  const auto model = cpn::lua::LuaModel::Load(folder.Write("model.lua", kStorage));
  const StateSpaceReport report = ReportOf(*model);
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
