// For every property of a shipped model, but those of models/liveness and models/fairness: a mutant
// that violates it, and `cpngen check` says so, with the counterexample that one would expect,
// which replays on the mutant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cpn/lua/lua_model.h"
#include "testing/paths.h"
#include "tests/models/variant.h"

namespace models {
namespace {

using cpngen::testing::Call;
using cpngen::testing::Outcome;
using ::testing::HasSubstr;

/// How a counterexample ends.
enum class End {
  kNone,     ///< there is none: no single run shows that something cannot happen
  kMarking,  ///< in a marking that must not be
  kDead,     ///< in a dead marking, too early
  kLoop,     ///< never
};

struct Mutant {
  const char* name;  ///< what is wrong with it
  const char* model;
  const char* property;
  const char* file;
  const char* text;
  const char* replacement;
  std::vector<std::string> parameters;
  End end;
  std::size_t steps;
  /// Beginnings of steps of the counterexample, in their order; the last one is its last step.
  std::vector<std::string> story;
};

void PrintTo(const Mutant& mutant, std::ostream* out) {
  *out << mutant.model << ": " << mutant.name;
}

const std::string kCore = "Replicas.Proposer.ProposerCore.";
const std::string kAcceptor = "Replicas.Acceptor.";

std::vector<Mutant> Mutants() {
  return {
      {"LeaderMakesUpAValue",  // it need not wait for a client's request
       "paxos",
       "S1",
       "proposer.lua",
       "test = { Request { s, v } },",
       "",
       {"replicas=2", "reduce=false"},
       End::kMarking,
       13,
       {kCore + "InitProposer.ObtainLeaderRound (s = 1, rnd = 1, v = M1)",
        kAcceptor + "HandleAccept.CastVote (a = 1, rnd = 1, v = M1,",
        kAcceptor + "HandleAccept.CastVote (a = 2, rnd = 1, v = M1,"}},
      {"NextLeaderProposesItsOwnValue",  // although the promises tell of a vote
       "paxos",
       "S2",
       "phases.lua",
       "output = { AcceptCall { s, Message.Accept { rnd, locked } } }",
       "output = { AcceptCall { s, Message.Accept { rnd, v } } }",
       {"phase_two_failures=1"},
       End::kMarking,
       37,
       {kAcceptor + "HandleAccept.CastVote (a = 1, rnd = 1, v = M1,",
        kAcceptor + "HandleAccept.CastVote (a = 2, rnd = 1, v = M1,",
        kCore + "Phases.PhaseTwo.LeaderFails (s = 1,",
        kAcceptor + "HandlePrepare.Promise (a = 1, rnd = 2, promised = 1, vote = For(1, M1))",
        kCore + "Phases.PhaseTwo.ProposeLockedInValue (s = 2,",
        kAcceptor + "HandleAccept.CastVote (a = 1, rnd = 2, v = M2,",
        kAcceptor + "HandleAccept.CastVote (a = 2, rnd = 2, v = M2,"}},
      {"OneVoteIsAQuorum",  // so that a value is committed that is not chosen
       "paxos",
       "S3",
       "quorum_calls.lua",
       "count(replies, \"Learn\") >= quorum",
       "count(replies, \"Learn\") >= 1",
       {},
       End::kMarking,
       20,
       {kAcceptor + "HandleAccept.CastVote (a = 1, rnd = 1, v = M1,",
        kCore + "Accept.ApplyAcceptQF (a = 1,", kCore + "Phases.PhaseThree.SendCommitMessage",
        kCore + "Commit.SendCommitMessages (s = 1, rnd = 1, v = M1)"}},
      {"NobodyNoticesThatTheLeaderFails",  // so that nobody leads any more
       "paxos",
       "L1",
       "phases.lua",
       "output = { TimeoutFD(s) },\n  }\nend)\n\nPhaseTwo",
       "}\nend)\n\nPhaseTwo",
       {"phase_one_failures=1"},
       End::kDead,
       15,
       {kCore + "Phases.PhaseOne.LeaderFails (s = 1,", kAcceptor + "HandlePrepare.Promise (a = 3,",
        kCore + "Prepare.ApplyPrepareQF (a = 3,"}},
      {"LearnersAnswerOneClientOnly",
       "paxos",
       "L2",
       "learner.lua",
       "Response { a, all, v }",
       "Response { a, 1, v }",
       {},
       End::kDead,
       36,
       {kAcceptor + "HandleAccept.CastVote (a = 2, rnd = 1, v = M1,",
        "Clients.ProposeValue.ApplyRequestQF (a = 2, c = 1, v = M1,",
        kCore + "Commit.ApplyCommitQF (a = 3,"}},
      {"CoordinatorTakesEachAcknowledgementForAll",  // and so decides again and again
       "two_phase_commit",
       "agreement",
       "init.lua",
       "input  = { Acks { all, d } },",
       "input  = { Acks { w, d } },",
       {},
       End::kMarking,
       12,
       {"C.SendDecision (b = [(1, no), (2, no), (3, no)], d = abort)",
        "C.ReceiveAcks (w = 1, d = abort)", "C.ReceiveAcks (w = 2, d = abort)"}},
      {"WorkerThatVotesNoDoesNotListen",  // and never acknowledges the decision
       "two_phase_commit",
       "terminates",
       "init.lua",
       "output = { Votes { w, v }, Waiting(w) },",
       "output = { Votes { w, v }, Waiting(when(\"v == 'yes'\", w)) },",
       {"W=2"},
       End::kDead,
       6,
       {"Ws.ReceiveCanCommit (w = 1, v = no)",
        "C.SendDecision (b = [(1, no), (2, no)], d = abort)"}},
      {"CoordinatorForgetsWhatItHasCounted",  // and counts the same vote for ever
       "two_phase_commit",
       "terminates",
       "init.lua",
       "output   = { Collected(expr \"insert(b, { w, v })\") },",
       "output   = { Votes { w, v }, Collected(b) },",
       {"W=2"},
       End::kLoop,
       3,
       {"C.SendCanCommit ()", "Ws.ReceiveCanCommit (w = 1, v = no)",
        "C.CollectVote (w = 1, v = no, b = [])"}},
      {"CoordinatorAlwaysAborts",
       "two_phase_commit",
       "can commit",
       "init.lua",
       "return \"commit\"",
       "return \"abort\"",
       {},
       End::kNone,
       0,
       {}},
      {"CoordinatorIgnoresNo",
       "two_phase_commit",
       "can abort",
       "init.lua",
       "return \"abort\"",
       "return \"commit\"",
       {},
       End::kNone,
       0,
       {}},
      {"PhilosopherEatsWithOneFork",
       "philosophers.lua",
       "neighbours never eat at the same time",
       "philosophers.lua",
       "input  = { Hungry(p), Forks(expr \"right_of(p)\") },",
       "input  = { Hungry(p) },",
       {},
       End::kMarking,
       4,
       {"TakeLeft (p = 1)", "TakeRight (p = 2)"}},
      {"ServerForgetsItsVote",
       "raft_election.lua",
       "one leader in a term",
       "raft_election.lua",
       "(t == u and (v == 0 or v == s or double_vote))",
       "t == u",
       {},
       End::kMarking,
       8,
       {"Vote (s = 1, p = 3, t = 1,", "Vote (s = 2, p = 3, t = 1,", "Lead (s = 1, t = 1,",
        "Lead (s = 2, t = 1,"}},
      {"RequestsLeaveLate",  // all vote for themselves before anybody asks, in every term
       "raft_election.lua",
       "elects a leader",
       "raft_election.lua",
       "if p ~= s and at_once then",
       "if false then",
       {},
       End::kLoop,
       24,
       {"TimeOut (s = 3, role = candidate, t = 1,", "Ask (s = 1, t = 2,",
        "Ignore (m = request, s = 1, p = 2, t = 2,", "TimeOut (s = 3, role = candidate, t = 0,"}},
      {"ManagersDoNotWaitForEachOther",
       "distributed_data_base.lua",
       "one manager at a time changes the data",
       "distributed_data_base.lua",
       "input = { Inactive(s), Passive(unit), Unused",
       "input = { Inactive(s), Unused",
       {},
       End::kMarking,
       2,
       {"UpdateAndSend (s = 1)", "UpdateAndSend (s = 2)"}},
      {"PhilosopherEatsWithHisHands",
       "dining_philosophers.lua",
       "neighbours never eat at the same time",
       "dining_philosophers.lua",
       "input = { Think(p), UnusedChopsticks(each \"chopsticks(p)\") },",
       "input = { Think(p) },",
       {},
       End::kMarking,
       2,
       {"TakeChopsticks (p = 1)", "TakeChopsticks (p = 2)"}},
      {"ReceiverTakesAPacketTwice",
       "simple_protocol.lua",
       "what is received is a beginning of what is sent",
       "simple_protocol.lua",
       "return n == k and p ~= stop and",
       "return p ~= stop and",
       {},
       End::kMarking,
       6,
       {"SendPacket (", "SendPacket (", "TransmitPacket (", "TransmitPacket (", "ReceivePacket (",
        "ReceivePacket ("}},
      {"ReceiverTakesAPacketOfTheBookTwice",
       "limit_protocol.lua",
       "what is received is a beginning of what is sent",
       "limit_protocol.lua",
       "return n == k and data .. d or data",
       "return data .. d",
       {},
       End::kMarking,
       6,
       {"SendPacket (", "SendPacket (", "TransmitPacket (", "TransmitPacket (", "ReceivePacket (",
        "ReceivePacket ("}},
      {"ProducerDoesNotWaitForRoom",
       "producers_consumers.lua",
       "the buffer never overflows",
       "producers_consumers.lua",
       "input  = { Ready { p, v }, Free(unit) },",
       "input  = { Ready { p, v } },",
       {},
       End::kMarking,
       6,
       {"Put (p = 1, v = 1)", "Put (p = 1, v = 1)", "Put ("}},
      {"PreparedManagerAbortsAfterACommit",
       "transaction_commit.lua",
       "agreement",
       "transaction_commit.lua",
       "AbortPrepared = transition {\n  input     = { Prepared(rm) },\n  inhibitor = { Committed "
       "},",
       "AbortPrepared = transition {\n  input     = { Prepared(rm) },",
       {"N=2"},
       End::kMarking,
       4,
       {"Prepare (rm = 1)", "Prepare (rm = 2)", "Commit (rm = 1)", "AbortPrepared (rm = 2)"}},
      {"TransactionManagerDoesNotWaitForAll",
       "two_phase.lua",
       "agreement",
       "two_phase.lua",
       "test   = { Known(all) },",
       "",
       {},
       End::kMarking,
       4,
       {"Prepare (rm = 1)", "ChooseToAbort (rm = 2)", "Commit ()", "ReceiveCommit (rm = 1)"}},
      {"OneAcceptorWithoutVoteLeavesTheChoiceFree",
       "lamport_paxos.lua",
       "agreement",
       "lamport_paxos.lua",
       "vbal == NO_BALLOT and other_vbal == NO_BALLOT",
       "vbal == NO_BALLOT or other_vbal == NO_BALLOT",
       {},
       End::kMarking,
       12,
       {"Phase2a (b = 0, a = 1, max_val = 0, max_vbal = -1, other = 2, other_val = 0,",
        "Phase2a (b = 1, a = 1, max_val = 0, max_vbal = -1, other = 2, other_val = 1,",
        "Phase2b (a = 1, max_bal = 1,", "Phase2b (a = 2, max_bal = 1,", "Phase2b (a = 3,"}},
      {"ProposerKeepsItsOwnValue",  // although a promise tells of a vote
       "paxos_kernel.lua",
       "agreement",
       "paxos_kernel.lua",
       "return voted > highest and vote or value end",
       "return value end",
       {},
       End::kMarking,
       18,
       {"StartPhaseTwo (p = 1, a = 2, voted = 0,",
        "StartPhaseTwo (p = 2, a = 2, voted = 1, vote = 1,", "CountVote (p = 1, a = 2,",
        "CountVote (p = 1, a = 3,", "CountVote (p = 2, a = 1,", "CountVote (p = 2, a = 2,"}},
  };
}

std::vector<std::string> CheckCall(const std::string& path, const Mutant& mutant) {
  std::vector<std::string> call{"check", path, "--property", mutant.property};
  for (const std::string& parameter : mutant.parameters) {
    call.insert(call.end(), {"-D", parameter});
  }
  return call;
}

class MutantTest : public ::testing::TestWithParam<Mutant> {
 protected:
  const Mutant& mutant_ = GetParam();
};

TEST_P(MutantTest, PropertyHoldsInTheShippedModel) {
  const std::string path = test::SourcePath("/models/") + mutant_.model;
  const Outcome outcome = Call(CheckCall(path, mutant_));
  EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
}

/// Is `steps` a run with these steps in it, in this order, the last one at its end?
void ExpectStory(const nlohmann::json& steps, const std::vector<std::string>& story) {
  std::size_t told = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < steps.size() && told < story.size(); ++i) {
    if (!steps[i]["step"].get<std::string>().starts_with(story[told])) continue;
    ++told;
    last = i + 1;
  }
  ASSERT_EQ(told, story.size()) << "not there: " << story[told] << "\n" << steps.dump(1);
  EXPECT_EQ(last, steps.size()) << "goes on after " << story.back() << "\n" << steps.dump(1);
}

TEST_P(MutantTest, IsCaughtWithTheExpectedCounterexample) {
  const Variant variant(mutant_.model, mutant_.file, mutant_.text, mutant_.replacement);
  std::vector<std::string> call = CheckCall(variant.path(), mutant_);
  call.emplace_back("--json");
  const Outcome outcome = Call(call);
  ASSERT_EQ(outcome.code, 1) << outcome.err;
  const nlohmann::json result = nlohmann::json::parse(outcome.out)[0];
  EXPECT_EQ(result["holds"], false);
  if (mutant_.end == End::kNone) {
    EXPECT_TRUE(result["trace"].is_null());
    return;
  }
  EXPECT_EQ(result["evidence"], "counterexample");
  EXPECT_EQ(result["trace"].size(), mutant_.steps);
  EXPECT_EQ(result["ends_dead"], mutant_.end == End::kDead);
  EXPECT_EQ(!result["loop"].is_null(), mutant_.end == End::kLoop);
  ExpectStory(result["trace"], mutant_.story);
}

TEST_P(MutantTest, CounterexampleReplaysOnTheMutantAndNotOnTheModel) {
  if (mutant_.end == End::kNone) return;
  const Variant variant(mutant_.model, mutant_.file, mutant_.text, mutant_.replacement);
  const std::string trace = variant / "trace.json";
  std::vector<std::string> call = CheckCall(variant.path(), mutant_);
  call.insert(call.end(), {"--trace", trace});
  Call(call);
  std::vector<std::string> replay{"simulate", variant.path(), "--replay", trace};
  for (const std::string& parameter : mutant_.parameters) {
    replay.insert(replay.end(), {"-D", parameter});
  }
  const Outcome outcome = Call(replay);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr("after " + std::to_string(mutant_.steps) + " step"));
  replay[1] = test::SourcePath("/models/") + mutant_.model;
  const Outcome shipped = Call(replay);
  EXPECT_EQ(shipped.code, 2);
  EXPECT_THAT(shipped.err, HasSubstr("this run does not belong to the model"));
}

INSTANTIATE_TEST_SUITE_P(Shipped, MutantTest, ::testing::ValuesIn(Mutants()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(MutantsTest, EveryShippedPropertyHasOne) {
  std::set<std::pair<std::string, std::string>> shipped;
  for (const auto& entry : std::filesystem::directory_iterator(test::SourcePath("/models"))) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(".d.lua")) continue;  // for editors
    if (name == "liveness") continue;        // wrong by themselves: liveness_models_test.cc
    if (name == "fairness") continue;        // and by parameters: fairness_models_test.cc
    const auto model = cpn::lua::LuaModel::Load(entry.path());
    for (const auto& property : model->properties()) {
      shipped.emplace(name, property.name);
    }
  }
  std::set<std::pair<std::string, std::string>> mutated;
  for (const Mutant& mutant : Mutants()) mutated.emplace(mutant.model, mutant.property);
  EXPECT_EQ(mutated, shipped);
}

TEST(VariantTest, ChangeThatDoesNotApplyIsAnError) {
  EXPECT_THROW(Variant("two_phase_commit", "init.lua", "no such text", ""), std::runtime_error);
  EXPECT_THROW(Variant("two_phase_commit", "init.lua", "transition", ""), std::runtime_error);
  EXPECT_THROW(Variant("two_phase_commit", "no.lua", "x", ""), std::runtime_error);
}

}  // namespace
}  // namespace models
