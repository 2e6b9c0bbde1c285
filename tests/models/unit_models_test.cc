// The models of one acceptor, of the learner, of one replica, of the failure detector, of the
// durable log, of the start-up checks, of a server's messages, of quorum calls and of the quorum
// functions alone: their suites hold every behaviour of the published examples, and what the Paxos
// model lacks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "adapter/systems/paxos/cases/cases.h"
#include "testing/paths.h"
#include "tests/models/generated_suite.h"

namespace models {
namespace {

namespace fs = std::filesystem;

fs::path Examples() { return fs::path(test::CorpusPath()) / "paxos-suites/examples"; }

TEST(AcceptorModelTest, SuiteHasEverySequenceOfThreeMessagesOfThreeRounds) {
  const cases::Suite suite = Generate("acceptor_model.lua", "acceptor");
  EXPECT_EQ(suite.kind, "acceptortest");
  EXPECT_EQ(suite.cases.size(), 6u * 6 * 6);
}

TEST(AcceptorModelTest, ARestartStandsBetweenAnyTwoMessages) {
  const cases::Suite suite = Generate("acceptor_model.lua", "acceptor", {"restarts=1"});
  EXPECT_EQ(suite.cases.size(), 3u * 6 * 6 * 6) << "no restart, after the first, after the second";
}

TEST(AcceptorModelTest, PublishedCasesBeginCasesOfOurs) {
  if (!fs::exists(Examples())) GTEST_SKIP() << "no corpus at " << Examples();
  const cases::Suite ours = Generate("acceptor_model.lua", "acceptor");
  const cases::Suite published = cases::ReadSuite((Examples() / "acceptortest.xml").string());
  EXPECT_EQ(published.cases.size(), 10u);
  for (const cases::TestCase& test_case : published.cases) {
    const auto& steps = test_case.content.As<cases::AcceptorCase>().steps;
    EXPECT_TRUE(std::any_of(ours.cases.begin(), ours.cases.end(),
                            [&](const cases::TestCase& other) {
                              const auto& all = other.content.As<cases::AcceptorCase>().steps;
                              return steps.size() <= all.size() &&
                                     std::equal(steps.begin(), steps.end(), all.begin());
                            }))
        << "case " << test_case.id;
  }
}

TEST(FailureDetectorModelTest, SuiteHasEveryTimeoutOfThreeReplicas) {
  const cases::Suite suite = Generate("failure_detector_model.lua", "failure_detector");
  EXPECT_EQ(suite.kind, "timeouttest");
  EXPECT_EQ(suite.cases.size(), 8u * 8);
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& content = test_case.content.As<cases::FailureDetectorCase>();
    for (std::size_t i = 0; i < content.alive.size(); ++i) {
      EXPECT_NE(content.alive[i], content.expect_suspected[i]) << "case " << test_case.id;
    }
  }
}

TEST(FailureDetectorModelTest, PublishedCasesAreAmongOurs) {
  if (!fs::exists(Examples())) GTEST_SKIP() << "no corpus at " << Examples();
  std::vector<cases::CaseContent> ours;
  for (const auto& test_case : Generate("failure_detector_model.lua", "failure_detector").cases) {
    ours.push_back(test_case.content);
  }
  const cases::Suite published = cases::ReadSuite((Examples() / "timeouttest.xml").string());
  EXPECT_EQ(published.cases.size(), 5u);
  for (const cases::TestCase& test_case : published.cases) {
    EXPECT_THAT(ours, ::testing::Contains(test_case.content)) << "case " << test_case.id;
  }
}

TEST(FailureDetectorModelTest, ReportsSuiteHasEveryTimeoutWithEverySetOfLateAnswers) {
  const auto suite =
      Generate("failure_detector_model.lua", "failure_detector_reports", {"late_answers=3"});
  EXPECT_EQ(suite.cases.size(), 8u * 8 * 8);
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& content = test_case.content.As<cases::FailureDetectorCase>();
    std::vector<cases::ServerId> newly_suspected, restored;
    bool late = false;
    for (std::size_t i = 0; i < content.alive.size(); ++i) {
      EXPECT_NE(content.alive[i], content.expect_suspected[i]) << "case " << test_case.id;
      const cases::ServerId server = content.server_ids[i];
      if (!content.alive[i] && !content.suspected[i]) newly_suspected.push_back(server);
      if (content.alive[i] && content.suspected[i]) restored.push_back(server);
      late = late || content.late.value()[i];
    }
    EXPECT_EQ(content.expect_newly_suspected, newly_suspected) << "case " << test_case.id;
    EXPECT_EQ(content.expect_restored, restored) << "case " << test_case.id;
    EXPECT_EQ(content.expect_longer, late || !restored.empty()) << "case " << test_case.id;
  }
}

TEST(LearnerModelTest, SuiteHasEverySequenceOfThreeCommitsOfTwoRoundsAndTwoValues) {
  const cases::Suite suite = Generate("learner_model.lua", "learner");
  EXPECT_EQ(suite.kind, "learnertest");
  EXPECT_EQ(suite.cases.size(), 4u * 4 * 4);
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& steps = test_case.content.As<cases::LearnerCase>().steps;
    ASSERT_EQ(steps.size(), 3u);
    for (const cases::LearnerStep& step : steps) {
      EXPECT_EQ(step.learned, steps[0].commit) << "case " << test_case.id;
    }
  }
}

// What a case expects, by going through its events alone.
std::optional<std::int64_t> PromiseOf(const cases::StorageCase& test) {
  std::optional<std::int64_t> promised;
  for (const cases::StorageEvent& event : test.events) {
    const auto* const save = std::get_if<cases::StorageSave>(&event);
    if (save == nullptr) continue;
    if (save->fails_at && *save->fails_at < cases::WriteFailure::kSync) continue;
    const auto kind = save->record.kind;
    if (kind == cases::StorageRecord::Kind::kPromise || kind == cases::StorageRecord::Kind::kVote) {
      promised = save->record.rnd;
    }
  }
  return promised;
}

// 8 records can be the first one, of 2 rounds and 4 kinds. Of the 64 pairs, 15 are out: a promise
// not above the one before (3) or below a vote (3), a vote below the promise or vote before (2), a
// round not above the one before (3), a second decision (4).
TEST(StorageModelTest, SuiteHasEverySequenceOfRecordsAndOneTrouble) {
  const cases::Suite whole = Generate("storage_model.lua", "storage", {"troubles=0"});
  EXPECT_EQ(whole.kind, "storagetest");
  EXPECT_EQ(whole.cases.size(), 1u + 64 - 15);
  const cases::Suite suite = Generate("storage_model.lua", "storage");
  std::set<std::pair<cases::StorageDamage::Means, cases::StorageDamage::Part>> damages;
  std::set<cases::StorageRefusal> refusals;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::StorageCase>();
    if (const auto* refusal = std::get_if<cases::StorageRefusal>(&test.expected)) {
      refusals.insert(*refusal);
      const auto* const damage =
          test.events.empty() ? nullptr : std::get_if<cases::StorageDamage>(&test.events.back());
      if (damage != nullptr) damages.emplace(damage->means, damage->part);
      EXPECT_EQ(damage == nullptr, test.opener != cases::StorageOpener::kSameReplica);
    } else {
      EXPECT_EQ(std::get<cases::StorageContents>(test.expected).promised, PromiseOf(test))
          << "case " << test_case.id;
    }
  }
  EXPECT_EQ(damages.size(), 15u + 15 + 8);  // all are flipped and cut, 8 are forged
  EXPECT_EQ(refusals.size(), 7u);
}

// One change of n of at most two replicas: an id (3 others), an address (1) or the form (19) of an
// entry, the own id (3), a quorum size (4 times 4), a time span (3 times 2), where it listens (4).
TEST(ConfigurationModelTest, SuiteHasEveryDescriptionWithOneChange) {
  const cases::Suite suite =
      Generate("configuration_model.lua", "configuration", {"replicas=2", "changes=1"});
  EXPECT_EQ(suite.kind, "configurationtest");
  EXPECT_EQ(suite.cases.size(), 3u * (1 + 3 + 16 + 6 + 4) + (1 + 2) * 23 + 1);
}

TEST(ConfigurationModelTest, ListIsAlsoWrittenFromTheLastReplicaToTheFirst) {
  const cases::Suite suite =
      Generate("configuration_model.lua", "configuration", {"replicas=2", "changes=2"});
  // Where the replica listens then says whether it took the right entry for its own.
  EXPECT_TRUE(std::ranges::any_of(suite.cases, [](const cases::TestCase& test_case) {
    const auto& test = test_case.content.As<cases::ConfigurationCase>();
    return test.defects.empty() && test.place == cases::ListenPlace::kListed &&
           test.peers.front().starts_with("1=");
  }));
}

TEST(ConfigurationModelTest, SuitesHaveEveryDefect) {
  std::set<cases::ConfigurationDefect> defects;
  for (const char* tls : {"tls=false", "tls=true"}) {
    const cases::Suite suite =
        Generate("configuration_model.lua", "configuration", {"replicas=1", tls});
    for (const cases::TestCase& test_case : suite.cases) {
      const auto& test = test_case.content.As<cases::ConfigurationCase>();
      defects.insert(test.defects.begin(), test.defects.end());
    }
  }
  // One replica has no double.
  EXPECT_EQ(defects.size() + 2, std::size(cases::kDefectWords));
  EXPECT_FALSE(defects.contains(cases::ConfigurationDefect::kDoubleId));
  EXPECT_FALSE(defects.contains(cases::ConfigurationDefect::kDoubleAddress));
}

TEST(ConfigurationModelTest, SoundTlsFilesStartAndEachFileIsDamagedInEveryWay) {
  const cases::Suite suite =
      Generate("configuration_model.lua", "configuration", {"replicas=1", "tls=true"});
  using cases::TlsFile;
  std::map<std::string, std::set<TlsFile>> forms;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::ConfigurationCase>();
    forms["ca"].insert(test.ca);
    forms["certificate"].insert(test.certificate);
    forms["key"].insert(test.key);
    const bool sound = test.ca == TlsFile::kGood && test.certificate == TlsFile::kGood &&
                       test.key == TlsFile::kGood;
    EXPECT_EQ(test.defects.empty(), sound) << "case " << test_case.id;
  }
  EXPECT_EQ(suite.cases.size(), 217u);
  for (const auto& [file, all] : forms) EXPECT_EQ(all.size(), 9u) << file;
}

TEST(ConfigurationModelTest, SuiteKnowsWhichQuorumsIntersect) {
  const cases::Suite suite = Generate("configuration_model.lua", "configuration", {"replicas=3"});
  bool has_uneven_quorums = false;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::ConfigurationCase>();
    const int n = static_cast<int>(test.peers.size());
    const auto is_size = [&](int size) { return size >= 1 && size <= n; };
    if (!is_size(test.prepare_quorum) || !is_size(test.accept_quorum)) continue;
    EXPECT_EQ(std::count(test.defects.begin(), test.defects.end(),
                         cases::ConfigurationDefect::kNoIntersection) == 0,
              test.prepare_quorum + test.accept_quorum > n)
        << "case " << test_case.id;
    has_uneven_quorums |= test.defects.empty() && test.prepare_quorum < test.accept_quorum;
  }
  EXPECT_TRUE(has_uneven_quorums);
}

// Messages out of range and in range: 4 Prepares, 6 Accepts, 6 Commits, 4 Pings, 4 proposals, a
// Wait and a Status. Clients that wait may go away: of those that wait, after each message.
TEST(WireModelTest, SuiteHasEveryPairOfMessages) {
  const cases::Suite suite = Generate("wire_model.lua", "wire");
  EXPECT_EQ(suite.kind, "wiretest");
  std::size_t without_vanishing = 0;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::WireCase>();
    EXPECT_EQ(test.events.front(), cases::WireEvent(cases::WireStep::kConnect));
    EXPECT_EQ(test.outcomes.size(), 2u);
    without_vanishing += test.events.size() == 3 ? 1 : 0;
  }
  EXPECT_EQ(without_vanishing, 26u * 26);
}

TEST(WireModelTest, ServersLiveTheirWholeLife) {
  const cases::Suite suite =
      Generate("wire_model.lua", "wire", {"messages=1", "life=true", "odd=false"});
  std::set<std::pair<cases::WireMessage::Type, cases::WireOutcome>> outcomes;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::WireCase>();
    for (const cases::WireEvent& event : test.events) {
      if (const auto* const message = std::get_if<cases::WireMessage>(&event)) {
        outcomes.emplace(message->type, test.outcomes.at(0));
      }
    }
  }
  // Requests of peers and the status are answered or not; clients wait in vain, or go away.
  EXPECT_EQ(outcomes.size(), 7u * 2);
}

TEST(WireModelTest, RepliesOfEveryKindAreInAndOutOfRange) {
  const cases::Suite suite = Generate("wire_model.lua", "wire_replies");
  std::set<std::pair<cases::WireMessage::Type, cases::WireOutcome>> outcomes;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::WireCase>();
    const auto& reply = std::get<cases::WireMessage>(test.events.at(0));
    outcomes.emplace(reply.type, test.outcomes.at(0));
  }
  EXPECT_EQ(outcomes.size(), 5u * 2 + 3) << "what says nothing, and a Committed, have one outcome";
}

// What the detectors of server 8081 must find, by which answers are in time alone.
void ExpectDetectorsOf(const cases::ReplicaCase& test, const std::string& where) {
  std::set<cases::ServerId> suspected;
  std::int64_t period = 0, growths = 0;
  for (const cases::ReplicaStep& step : test.steps) {
    const auto* const end = std::get_if<cases::ReplicaPeriod>(&step.event);
    if (end == nullptr) continue;
    ++period;
    std::set<cases::ServerId> silent{8080, 8082};
    bool late = false;
    for (const cases::PingAnswer& answer : end->answers) {
      if (answer.period == period) silent.erase(answer.server);
      late |= answer.period < period;
    }
    if (period == 1) silent.clear();  // until then nobody was asked for long enough
    std::vector<cases::ServerId> suspects, restores;
    std::ranges::set_difference(silent, suspected, std::back_inserter(suspects));
    std::ranges::set_difference(suspected, silent, std::back_inserter(restores));
    growths += late || !restores.empty() ? 1 : 0;
    suspected = silent;
    const cases::ServerId leader = silent.contains(8080) ? 8081 : 8080;
    EXPECT_EQ(step.detectors, (cases::ExpectedDetectors{suspects, restores, growths, leader}))
        << where << ", period " << period;
  }
}

// Of each of two peers, those pings may be answered that are open. With k of them, there are 2^k
// ways for the last period and 2 * 3^k for the last two: 18 if the first ping stays open, and 6.
TEST(ReplicaModelTest, SuiteHasEveryHistoryOfThreePeriods) {
  const cases::Suite suite = Generate("replica_model.lua", "replica", {"own=2"});
  EXPECT_EQ(suite.kind, "replicatest");
  EXPECT_EQ(suite.cases.size(), 24u * 24);
  for (const cases::TestCase& test_case : suite.cases) {
    ExpectDetectorsOf(test_case.content.As<cases::ReplicaCase>(), "case " + test_case.id);
  }
}

TEST(ReplicaModelTest, SimulationsHaveLongHistories) {
  const cases::Suite suite = Generate("replica_model.lua", "replica", {"own=2", "steps=12"},
                                      {"--simulations", "100", "--seed", "1"});
  std::int64_t most_growths = 0;
  int most_returns = 0;  // of the first leader
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::ReplicaCase>();
    ExpectDetectorsOf(test, "case " + test_case.id);
    int returns = 0;
    for (const cases::ReplicaStep& step : test.steps) {
      if (!step.detectors) continue;
      most_growths = std::max(most_growths, step.detectors->growths);
      returns += std::ranges::count(step.detectors->restores, 8080) > 0 ? 1 : 0;
    }
    most_returns = std::max(most_returns, returns);
  }
  EXPECT_GE(most_growths, 5);
  EXPECT_GE(most_returns, 3);
}

// Rounds are own ones, rise, and are above all refusals that came before the end of their call.
TEST(ReplicaModelTest, RoundsAreAboveAllRefusals) {
  const cases::Suite suite =
      Generate("replica_model.lua", "replica", {"steps=14", "requests=2", "late=false"},
               {"--simulations", "100", "--seed", "1"});
  std::int64_t longest_jump = 0;
  for (const cases::TestCase& test_case : suite.cases) {
    std::int64_t last = -1;
    for (const cases::ReplicaStep& step : test_case.content.As<cases::ReplicaCase>().steps) {
      if (!step.call) continue;
      if (step.call->phase != cases::ExpectedCall::Phase::kPrepare) {
        EXPECT_EQ(step.call->rnd, last) << "case " << test_case.id;
        continue;
      }
      EXPECT_EQ(step.call->rnd % 3, 0) << "case " << test_case.id;
      EXPECT_GT(step.call->rnd, last) << "case " << test_case.id;
      if (last >= 0) longest_jump = std::max(longest_jump, step.call->rnd - last);
      last = step.call->rnd;
    }
  }
  EXPECT_EQ(longest_jump, 9);  // of round r, the far refusal is r + 7
}

// k of n servers that are asked can be chosen in C(n, k) ways; they answer in k! orders, each in
// two ways. One duplicate, of two kinds, can come at k + ... + 1 = k (k + 1) / 2 places.
TEST(QuorumCallModelTest, SuiteHasEverySequenceOfResultsAndOneDuplicate) {
  const auto suite = Generate("quorum_call_model.lua", "quorum_call");
  EXPECT_EQ(suite.kind, "quorumcalltest");
  EXPECT_EQ(suite.cases.size(),
            1u * 6 * 8 * (1 + 2 * 6) + 3 * 2 * 4 * (1 + 2 * 3) + 3 * 1 * 2 * (1 + 2 * 1) + 1);
  EXPECT_EQ(
      Generate("quorum_call_model.lua", "quorum_call", {"replicas=4", "duplicates=0"}).cases.size(),
      1u * 24 * 16 + 4 * 6 * 8 + 6 * 2 * 4 + 4 * 1 * 2 + 1);
}

// The first call, in the order of the servers, ends with 1 result outstanding in RR and EE, with
// none in RE? and ER?, when all are asked; of two servers, with none in RR and RE, and 1 in E; of
// one, at once. The late result, of two kinds, comes before, between or after those of the second
// call.
TEST(QuorumCallModelTest, SuiteOfTwoCallsHasEveryPlaceOfALateResult) {
  EXPECT_EQ(
      Generate("quorum_call_model.lua", "quorum_call", {"calls=2", "duplicates=0"}).cases.size(),
      1u * 6 * 8 * (2 * 2 * 4 + 4) + 3 * 2 * 4 * (2 * 3 + 2) + 3 * 1 * 2 * (2 * 2) + 1);
}

// A call of three servers can be given up before its first result, after one of 3 servers and 2
// kinds, and after 6 pairs of servers of which one replied and one failed; of two servers, before
// the first result or after a reply of one of them. Each in three ways; or not at all.
TEST(QuorumCallModelTest, SuiteHasEveryPlaceWhereACallIsGivenUp) {
  const auto suite =
      Generate("quorum_call_model.lua", "quorum_call", {"duplicates=0", "give_up=1"});
  EXPECT_EQ(suite.cases.size(), 3u * (1 + 6 + 12) + 6 * 8 + 3 * (3 * (1 + 2) + 2 * 4) + 3 * 2 + 1);
  using Type = cases::QuorumCallEvent::Type;
  using Cause = cases::QuorumCallEnd::Cause;
  for (const auto& test_case : suite.cases) {
    const auto& content = test_case.content.As<cases::QuorumCallCase>();
    if (content.events.empty() || content.events.back().type < Type::kCancel) continue;
    const Type type = content.events.back().type;
    const Cause cause = type == Type::kCancel     ? Cause::kCancelled
                        : type == Type::kDeadline ? Cause::kDeadline
                                                  : Cause::kIncomplete;
    const auto replies =
        std::ranges::count(content.events, Type::kReply, &cases::QuorumCallEvent::type);
    EXPECT_THAT(content.ends,
                ::testing::ElementsAre(cases::QuorumCallEnd{
                    static_cast<std::int64_t>(content.events.size()), false, replies, cause}))
        << "case " << test_case.id;
  }
}

TEST(QuorumCallModelTest, CallsEndWithTheFirstEventThatDecidesThem) {
  for (const auto& test_case : Generate("quorum_call_model.lua", "quorum_call").cases) {
    const auto& content = test_case.content.As<cases::QuorumCallCase>();
    EXPECT_EQ(content.requests.size() + content.skipped.size(), 3u) << "case " << test_case.id;
    std::set<cases::ServerId> replied, failed(content.skipped.begin(), content.skipped.end());
    std::int64_t after = 0;
    while (replied.size() < 2 && failed.size() < 2) {
      const auto& event = content.events.at(static_cast<std::size_t>(after++));
      if (replied.contains(event.server) || failed.contains(event.server)) continue;
      const bool is_reply = event.type == cases::QuorumCallEvent::Type::kReply;
      (is_reply ? replied : failed).insert(event.server);
    }
    const cases::QuorumCallEnd end{after, replied.size() == 2,
                                   static_cast<std::int64_t>(replied.size())};
    EXPECT_THAT(content.ends, ::testing::ElementsAre(end)) << "case " << test_case.id;
  }
}

// Each of the words that an option has stands in some case with each of those of another one, if in
// any case of the whole suite: here that is known of the model.
TEST(QuorumCallModelTest, PairsSuiteCombinesAllWaysToGiveCallsUp) {
  const auto suite =
      Generate("quorum_call_model.lua", "quorum_call_pairs",
               {"calls=2", "duplicates=0", "give_up=2", "cancelled=1", "replicas=2"});
  using Type = cases::QuorumCallEvent::Type;
  std::set<std::vector<Type>> ways;  // of the second call
  std::set<std::pair<std::vector<Type>, std::int64_t>> with_skips;
  for (const auto& test_case : suite.cases) {
    const auto& content = test_case.content.As<cases::QuorumCallCase>();
    std::vector<Type> given_up;
    for (const auto& event : content.events) {
      if (event.type == Type::kNextCall) given_up.clear();
      if (event.type >= Type::kCancel) given_up.push_back(event.type);
    }
    ways.insert(given_up);
    with_skips.emplace(given_up, content.skipped.size());
  }
  for (const Type first : {Type::kCancel, Type::kDeadline, Type::kClose, Type::kCancelled}) {
    for (const Type second : {Type::kCancel, Type::kDeadline, Type::kClose}) {
      EXPECT_TRUE(ways.contains({first, second})) << static_cast<int>(first);
      EXPECT_TRUE(with_skips.contains({{first, second}, 0})) << static_cast<int>(first);
    }
  }
  EXPECT_LE(suite.cases.size(), 400u);
}

TEST(StorageModelTest, PairsSuiteDamagesEveryPartOfTheHeadAfterEveryFailedSave) {
  const cases::Suite suite =
      Generate("storage_model.lua", "storage_pairs", {"rounds=1", "troubles=2"});
  std::set<std::pair<cases::StorageDamage::Part, cases::WriteFailure>> parts;
  std::set<std::pair<cases::StorageDamage::Means, cases::WriteFailure>> means;
  std::set<cases::WriteFailure> before_a_second_process;
  for (const cases::TestCase& test_case : suite.cases) {
    const auto& test = test_case.content.As<cases::StorageCase>();
    for (const cases::StorageEvent& event : test.events) {
      const auto* const save = std::get_if<cases::StorageSave>(&event);
      if (save == nullptr || !save->fails_at) continue;
      if (test.opener == cases::StorageOpener::kSecondProcess) {
        before_a_second_process.insert(*save->fails_at);
      }
      const auto* const damage = std::get_if<cases::StorageDamage>(&test.events.back());
      if (damage == nullptr) continue;
      parts.emplace(damage->part, *save->fails_at);
      means.emplace(damage->means, *save->fails_at);
    }
  }
  EXPECT_GE(parts.size(), 9u * 5) << "after a failure of the first save other parts, too";
  EXPECT_EQ(means.size(), 3u * 5);
  EXPECT_EQ(before_a_second_process.size(), 5u);
  EXPECT_LE(suite.cases.size(), 700u);
}

TEST(QuorumFunctionsModelTest, SuitesHaveEveryMultiSetOfUpToThreeReplies) {
  // Of 5 answers (no vote, two votes, refusal, stray) 5 + 15 + 35 multi-sets, less the 2 + 3 + 4
  // without an answer of the round; of 3 answers to Accept 3 + 6 + 10, less as many.
  EXPECT_EQ(Generate("quorum_functions_model.lua", "prepare_qf").cases.size(), 46u);
  EXPECT_EQ(Generate("quorum_functions_model.lua", "accept_qf").cases.size(), 10u);
  EXPECT_EQ(Generate("quorum_functions_model.lua", "commit_qf").cases.size(), 3u);
}

TEST(QuorumFunctionsModelTest, PrepareSuiteHasWhatFailuresAfterAQuorumNeverCause) {
  std::vector<cases::CaseContent> contents;
  for (const auto& test_case : Generate("quorum_functions_model.lua", "prepare_qf").cases) {
    auto content = test_case.content.As<cases::PrepareQfCase>();
    std::sort(content.replies.begin(), content.replies.end(), [](const auto& a, const auto& b) {
      return std::tie(a.rnd, a.vrnd) < std::tie(b.rnd, b.vrnd);
    });
    contents.emplace_back(content);
  }
  const cases::Promise first{8082, 8080, "M1"}, second{8082, 8081, "M2"}, refusal{0, 0, ""};
  const cases::Promise none{8082, 0, ""}, stray{8081, 8080, "M1"};
  using Case = cases::PrepareQfCase;
  EXPECT_THAT(contents,
              ::testing::Contains(cases::CaseContent(Case{{first, second}, true, second})));
  EXPECT_THAT(contents,
              ::testing::Contains(cases::CaseContent(Case{{refusal, refusal, first}, false, {}})));
  EXPECT_THAT(contents, ::testing::Contains(cases::CaseContent(Case{{stray, none}, false, {}})));
  EXPECT_THAT(contents,
              ::testing::Contains(cases::CaseContent(Case{{stray, none, none}, true, none})));
}

}  // namespace
}  // namespace models
