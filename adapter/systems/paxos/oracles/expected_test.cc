#include "adapter/systems/paxos/oracles/expected.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace oracles {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

cases::PrepareQfCase PrepareQuorum() { return {{}, true, cases::Promise{8081, 8080, "M1"}}; }

TEST(ExpectedTest, PrepareQfAgrees) {
  EXPECT_THAT(Compare(PrepareQuorum(), {true, cases::Promise{8081, 8080, "M1"}}), IsEmpty());
}

TEST(ExpectedTest, PrepareQfComparesEveryField) {
  EXPECT_THAT(
      Compare(PrepareQuorum(), {true, cases::Promise{1, 2, "x"}}),
      ElementsAre(Mismatch{"combined rnd", "8081", "1"}, Mismatch{"combined vrnd", "8080", "2"},
                  Mismatch{"combined vval", "\"M1\"", "\"x\""}));
}

TEST(ExpectedTest, PrepareQfComparesTheQuorumFlag) {
  EXPECT_THAT(Compare(PrepareQuorum(), {false, std::nullopt}),
              ElementsAre(Mismatch{"quorum", "true", "false"},
                          Mismatch{"combined reply", "promise (rnd 8081, vrnd 8080, vval \"M1\")",
                                   "none"}));
}

TEST(ExpectedTest, AcceptQfAgrees) {
  EXPECT_THAT(Compare(cases::AcceptQfCase{{}, true, cases::Learn{8080, "M1"}},
                      {true, cases::Learn{8080, "M1"}}),
              IsEmpty());
}

TEST(ExpectedTest, AcceptQfComparesEveryField) {
  EXPECT_THAT(Compare(cases::AcceptQfCase{{}, true, cases::Learn{8080, "M1"}},
                      {true, cases::Learn{8081, "M2"}}),
              ElementsAre(Mismatch{"combined rnd", "8080", "8081"},
                          Mismatch{"combined value", "\"M1\"", "\"M2\""}));
}

TEST(ExpectedTest, AcceptQfComparesTheQuorumFlag) {
  EXPECT_THAT(Compare(cases::AcceptQfCase{{}, false, {}}, {true, cases::Learn{1, "M1"}}),
              ElementsAre(Mismatch{"quorum", "false", "true"},
                          Mismatch{"combined reply", "none", "learn (rnd 1, value \"M1\")"}));
}

TEST(ExpectedTest, CommitQfComparesTheQuorumFlag) {
  EXPECT_THAT(Compare(cases::CommitQfCase{2, true}, {true}), IsEmpty());
  EXPECT_THAT(Compare(cases::CommitQfCase{2, true}, {false}),
              ElementsAre(Mismatch{"quorum", "true", "false"}));
}

cases::AcceptorCase TwoSteps() {
  return {{{cases::Prepare{1}, cases::Promise{1, 0, ""}}, {cases::Prepare{0}, std::nullopt}}};
}

TEST(ExpectedTest, AcceptorAgrees) {
  EXPECT_THAT(Compare(TwoSteps(), {{cases::Promise{1, 0, ""}, std::nullopt}}), IsEmpty());
}

TEST(ExpectedTest, AcceptorComparesEveryReply) {
  EXPECT_THAT(Compare(TwoSteps(), {{std::nullopt, cases::Learn{0, "a"}}}),
              ElementsAre(Mismatch{"reply 1", "promise (rnd 1, vrnd 0, vval \"\")", "a refusal"},
                          Mismatch{"reply 2", "a refusal", "learn (rnd 0, value \"a\")"}));
}

TEST(ExpectedTest, FailureDetectorComparesEveryServer) {
  const cases::FailureDetectorCase expected = {{8, 9}, {true, true}, {false, false}, {true, false}};
  EXPECT_THAT(Compare(expected, FailureDetectorOutcome{{true, false}}), IsEmpty());
  EXPECT_THAT(Compare(expected, FailureDetectorOutcome{{false, true}}),
              ElementsAre(Mismatch{"suspected 8", "true", "false"},
                          Mismatch{"suspected 9", "false", "true"}));
}

TEST(ExpectedTest, LeaderChangeComparesTheOrder) {
  EXPECT_THAT(Compare(cases::LeaderChangeCase{{1, 2}, {1, 2}}, LeaderChangeOutcome{{1, 2}}),
              IsEmpty());
  EXPECT_THAT(Compare(cases::LeaderChangeCase{{1, 2}, {1, 2}}, LeaderChangeOutcome{{2, 1}}),
              ElementsAre(Mismatch{"leaders", "1, 2", "2, 1"}));
}

TEST(ExpectedTest, FailureDetectorComparesReportsThatTheCaseHas) {
  cases::FailureDetectorCase expected{{8, 9}, {}, {}, {true, false}};
  const FailureDetectorOutcome observed{{true, false}, true, {8}, {}};
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
  expected.expect_longer = false;
  expected.expect_newly_suspected = std::vector<cases::ServerId>{};
  expected.expect_restored = std::vector<cases::ServerId>{9};
  EXPECT_THAT(Compare(expected, observed), ElementsAre(Mismatch{"longer delay", "false", "true"},
                                                       Mismatch{"newly suspected", "none", "8"},
                                                       Mismatch{"restored", "9", "none"}));
}

TEST(ExpectedTest, StorageComparesEachPartAndEveryMisuse) {
  const cases::StorageContents contents{5, {{4, "a"}}, 7, {{4, "a"}}};
  const cases::StorageCase expected{{}, cases::StorageOpener::kSameReplica, contents};
  EXPECT_THAT(Compare(expected, StorageOutcome{contents}), IsEmpty());
  EXPECT_THAT(
      Compare(expected, StorageOutcome{cases::StorageContents{}, {"one", "two"}}),
      ElementsAre(Mismatch{"misuse", "none", "\"one\", \"two\""}, Mismatch{"promised", "5", "none"},
                  Mismatch{"vote", "\"a\" of round 4", "none"}, Mismatch{"begun", "7", "none"},
                  Mismatch{"decided", "\"a\" of round 4", "none"}));
}

TEST(ExpectedTest, StorageComparesWhyAnOpeningIsRefused) {
  const cases::StorageCase expected{
      {}, cases::StorageOpener::kSameReplica, cases::StorageRefusal::kDamaged};
  EXPECT_THAT(Compare(expected, StorageOutcome{"damaged"}), IsEmpty());
  EXPECT_THAT(Compare(expected, StorageOutcome{"not_a_log"}),
              ElementsAre(Mismatch{"opening", "refused: damaged", "refused: not_a_log"}));
  EXPECT_THAT(Compare(expected, StorageOutcome{cases::StorageContents{}}),
              ElementsAre(Mismatch{"opening", "refused: damaged", "opened"}));
}

TEST(ExpectedTest, StartIsRefusedForADefectThatItLooksAt) {
  using enum cases::ConfigurationDefect;
  cases::ConfigurationCase expected;
  expected.defects = {kGap, kDelay};
  const auto compare = [&](std::optional<std::vector<std::string>> refusal) {
    return Compare(expected, ConfigurationOutcome{{{"server", {kOwnId, kGap, kDelay}, refusal}}});
  };
  EXPECT_THAT(compare({{"gap"}}), IsEmpty());
  EXPECT_THAT(compare({{"double_id", "gap"}}), IsEmpty());
  EXPECT_THAT(compare({{"own_id"}}),
              ElementsAre(Mismatch{"server", "refused: gap or delay", "refused: own_id"}));
  EXPECT_THAT(compare(std::nullopt),
              ElementsAre(Mismatch{"server", "refused: gap or delay", "starts"}));
}

TEST(ExpectedTest, StartWithoutADefectThatItLooksAtIsNotRefused) {
  using enum cases::ConfigurationDefect;
  cases::ConfigurationCase expected;
  expected.defects = {kDelay};
  EXPECT_THAT(Compare(expected, ConfigurationOutcome{{{"client", {kGap}, std::nullopt}}}),
              IsEmpty());
  EXPECT_THAT(Compare(expected, ConfigurationOutcome{{{"client", {kGap}, {{"delay"}}}}}),
              ElementsAre(Mismatch{"client", "starts", "refused: delay"}));
}

// Of the quorum sizes and time spans a user is told the first that is wrong, not one of them.
TEST(ExpectedTest, StartNamesTheFirstOfTheWrongNumbers) {
  using enum cases::ConfigurationDefect;
  cases::ConfigurationCase expected;
  expected.defects = {kGap, kAcceptQuorum, kTimeout};
  const auto compare = [&](const std::string& word) {
    return Compare(expected,
                   ConfigurationOutcome{{{"server", {kGap, kAcceptQuorum, kTimeout}, {{word}}}}});
  };
  EXPECT_THAT(compare("accept_quorum"), IsEmpty());
  EXPECT_THAT(compare("gap"), IsEmpty());
  EXPECT_THAT(compare("timeout"),
              ElementsAre(Mismatch{"server", "refused: gap or accept_quorum", "refused: timeout"}));
}

TEST(ExpectedTest, WireComparesOutcomesStateAndMisuse) {
  const cases::WireCase expected{{cases::WireMessage{.type = cases::WireMessage::Type::kWait}},
                                 {cases::WireOutcome::kAnswered},
                                 {.promised = 5}};
  EXPECT_THAT(Compare(expected, WireCaseOutcome{{"answered"}, {.promised = 5}}), IsEmpty());
  EXPECT_THAT(Compare(expected, WireCaseOutcome{{"none"}, {.vrnd = 4, .decided = 3}, {"one"}}),
              ElementsAre(Mismatch{"misuse", "none", "\"one\""},
                          Mismatch{"outcomes", "\"answered\"", "\"none\""},
                          Mismatch{"promised", "5", "none"}, Mismatch{"vrnd", "none", "4"},
                          Mismatch{"decided", "none", "3"}));
}

TEST(ExpectedTest, LearnerComparesEveryStep) {
  const cases::LearnerCase expected{{{{5, "a"}, {5, "a"}}, {{6, "b"}, {5, "a"}}}};
  EXPECT_THAT(Compare(expected, LearnerOutcome{{{{5, "a"}}, {{5, "a"}}}}), IsEmpty());
  EXPECT_THAT(Compare(expected, LearnerOutcome{{{}, {{6, "a"}}}}),
              ElementsAre(Mismatch{"learned 1", "\"a\" of round 5", "none"},
                          Mismatch{"learned 2", "\"a\" of round 5", "\"a\" of round 6"}));
}

cases::SystemCase TwoClients() { return {{"a", "b"}, {}, {{1, 8080}}, {8080, 8081}, {"a"}}; }
SystemOutcome Good() { return {{8080, 8081}, {{1, 8080}}, {"a", "a"}}; }

TEST(ExpectedTest, SystemAgrees) { EXPECT_THAT(Compare(TwoClients(), Good()), IsEmpty()); }

TEST(ExpectedTest, SystemComparesLeadersInOrder) {
  SystemOutcome observed = Good();
  observed.leaders = {8081, 8080};
  EXPECT_THAT(Compare(TwoClients(), observed),
              ElementsAre(Mismatch{"leaders", "8080, 8081", "8081, 8080"}));
}

TEST(ExpectedTest, SystemComparesTheResponse) {
  SystemOutcome observed = Good();
  observed.responses = {"b", "b"};
  EXPECT_THAT(Compare(TwoClients(), observed), ElementsAre(Mismatch{"response", "\"a\"", "\"b\""}));
}

TEST(ExpectedTest, SystemWantsOneResponseForAllClients) {
  SystemOutcome observed = Good();
  observed.responses = {"a", "b"};
  EXPECT_THAT(Compare(TwoClients(), observed),
              ElementsAre(Mismatch{"response", "\"a\"", "\"a\", \"b\""}));
}

TEST(ExpectedTest, SystemWantsAnAnswerForEveryClient) {
  SystemOutcome observed = Good();
  observed.responses = {std::nullopt, "a"};
  EXPECT_THAT(Compare(TwoClients(), observed),
              ElementsAre(Mismatch{"answered clients", "all 2", "no answer to client 1"}));
}

TEST(ExpectedTest, SystemWantsNoAnswerWhenTheCaseExpectsNone) {
  cases::SystemCase expected = TwoClients();
  expected.responses.clear();
  EXPECT_THAT(Compare(expected, Good()), ElementsAre(Mismatch{"response", "none", "\"a\""}));
}

TEST(ExpectedTest, SystemWantsNoAnswerForAClientThatMustNotHaveOne) {
  cases::SystemCase expected = TwoClients();
  expected.unanswered = {expected.proposals[1]};
  SystemOutcome observed = Good();
  EXPECT_THAT(Compare(expected, observed),
              ElementsAre(Mismatch{"answer to client 2", "none", "\"a\""}));
  observed.responses[1].reset();
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
  observed.responses[0].reset();
  EXPECT_THAT(Compare(expected, observed),
              ElementsAre(Mismatch{"response", "\"a\"", "none"},
                          Mismatch{"answered clients", "all 1", "no answer to client 1"}));
}

TEST(ExpectedTest, SystemWantsEveryFailureToHappen) {
  SystemOutcome observed = Good();
  observed.failures = {{2, 8080}};
  EXPECT_THAT(Compare(TwoClients(), observed),
              ElementsAre(Mismatch{"failure of 8080 in phase 1", "happens", "never happens"}));
}

TEST(ExpectedTest, SystemWantsEveryFaultToHappenAsOftenAsItIsAskedFor) {
  const cases::Fault drop{.kind = cases::FaultKind::kDrop, .servers = {8080, 8081}};
  cases::SystemCase expected = TwoClients();
  expected.faults = {drop, drop};
  SystemOutcome observed = Good();
  observed.faults = {drop};
  EXPECT_THAT(Compare(expected, observed), ElementsAre(Mismatch{"drop of prepare from 8080 to 8081",
                                                                "happens", "never happens"}));
  observed.faults = {drop, drop};
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
}

TEST(ExpectedTest, SystemComparesFailedPhasesWhenTheCaseSaysHowMany) {
  cases::SystemCase expected = TwoClients();
  SystemOutcome observed = Good();
  observed.failed_phases = 1;
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
  expected.failed_phases = 0;
  EXPECT_THAT(Compare(expected, observed), ElementsAre(Mismatch{"failed phases", "0", "1"}));
}

TEST(ExpectedTest, AnOpenResponseIsOneOfTheProposalsForAllClients) {
  cases::SystemCase expected = TwoClients();
  expected.responses.clear();
  expected.any_response = true;
  SystemOutcome observed = Good();
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
  observed.responses = {"b", "b"};
  EXPECT_THAT(Compare(expected, observed), IsEmpty());
  observed.responses = {"a", "b"};
  EXPECT_THAT(Compare(expected, observed),
              ElementsAre(Mismatch{"response", "one of the proposals", "\"a\", \"b\""}));
  observed.responses = {"c", "c"};
  EXPECT_THAT(Compare(expected, observed),
              ElementsAre(Mismatch{"response", "one of the proposals", "\"c\""}));
  observed.responses = {"a", std::nullopt};
  EXPECT_THAT(Compare(expected, observed),
              ElementsAre(Mismatch{"answered clients", "all 2", "no answer to client 2"}));
}

}  // namespace
}  // namespace oracles
