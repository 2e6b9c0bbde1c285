#include "sut/paxos/roles/acceptor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sut/paxos/testing/failing_storage.h"
#include "sut/paxos/testing/recorder.h"

namespace paxos {
namespace {

PrepareRequest Prepare(Round rnd) {
  PrepareRequest request;
  request.set_rnd(rnd);
  return request;
}

AcceptRequest Accept(Round rnd, const std::string& value) {
  AcceptRequest request;
  request.set_rnd(rnd);
  request.set_value(value);
  return request;
}

class AcceptorTest : public testing::Test {
 protected:
  MemoryStorage storage_;
  Recorder recorder_;
  Acceptor acceptor_{storage_, Probe(1, &recorder_)};
};

TEST_F(AcceptorTest, PromisesFirstRoundWithoutVote) {
  const PrepareReply reply = acceptor_.OnPrepare(Prepare(0));
  ASSERT_TRUE(reply.has_promise());
  EXPECT_EQ(reply.promise().rnd(), 0);
  EXPECT_FALSE(reply.promise().has_vote());
}

TEST_F(AcceptorTest, PromiseCarriesLastVote) {
  acceptor_.OnAccept(Accept(0, "M1"));
  acceptor_.OnAccept(Accept(3, "M2"));
  const PrepareReply reply = acceptor_.OnPrepare(Prepare(4));
  ASSERT_TRUE(reply.promise().has_vote());
  EXPECT_EQ(reply.promise().vote().rnd(), 3);
  EXPECT_EQ(reply.promise().vote().value(), "M2");
}

TEST_F(AcceptorTest, VoteForEmptyValueIsAVote) {
  acceptor_.OnAccept(Accept(0, ""));
  EXPECT_TRUE(acceptor_.OnPrepare(Prepare(1)).promise().has_vote());
}

TEST_F(AcceptorTest, RefusesPrepareBelowPromised) {
  acceptor_.OnPrepare(Prepare(5));
  const PrepareReply reply = acceptor_.OnPrepare(Prepare(4));
  ASSERT_TRUE(reply.has_refusal());
  EXPECT_EQ(reply.refusal().promised(), 5);
}

TEST_F(AcceptorTest, PromisesARoundOnce) {
  acceptor_.OnPrepare(Prepare(5));
  const PrepareReply reply = acceptor_.OnPrepare(Prepare(5));
  ASSERT_TRUE(reply.has_refusal());
  EXPECT_EQ(reply.refusal().promised(), 5);
}

TEST_F(AcceptorTest, LearnsInPromisedRoundAndAbove) {
  acceptor_.OnPrepare(Prepare(2));
  for (const Round rnd : {2, 7}) {
    const AcceptReply reply = acceptor_.OnAccept(Accept(rnd, "M1"));
    ASSERT_TRUE(reply.has_learn());
    EXPECT_EQ(reply.learn().rnd(), rnd);
    EXPECT_EQ(reply.learn().value(), "M1");
  }
}

TEST_F(AcceptorTest, RefusesAcceptBelowPromised) {
  acceptor_.OnPrepare(Prepare(2));
  const AcceptReply reply = acceptor_.OnAccept(Accept(1, "M1"));
  ASSERT_TRUE(reply.has_refusal());
  EXPECT_EQ(reply.refusal().promised(), 2);
}

TEST_F(AcceptorTest, AcceptAbovePromisedIsAPromise) {
  acceptor_.OnAccept(Accept(7, "M1"));
  EXPECT_TRUE(acceptor_.OnPrepare(Prepare(6)).has_refusal());
}

TEST_F(AcceptorTest, StateSurvivesInStorage) {
  acceptor_.OnPrepare(Prepare(2));
  acceptor_.OnAccept(Accept(2, "M1"));
  Acceptor restarted(storage_, Probe(1));
  EXPECT_EQ(restarted.state(), (AcceptorState{2, 2, "M1"}));
  EXPECT_TRUE(restarted.OnPrepare(Prepare(1)).has_refusal());
}

TEST_F(AcceptorTest, SavesBeforeItReplies) {
  // Storage that remembers whether anything was observed as sent before it was asked to save.
  class OrderStorage : public MemoryStorage {
   public:
    explicit OrderStorage(const Recorder& recorder) : recorder_(recorder) {}
    void Save(const Record& record) override {
      sent_before_save_ += recorder_.At(Point::kPromised).size();
      sent_before_save_ += recorder_.At(Point::kVoted).size();
      MemoryStorage::Save(record);
      ++saves_;
    }
    std::size_t sent_before_save_ = 0;
    int saves_ = 0;

   private:
    const Recorder& recorder_;
  };
  for (const bool prepare : {true, false}) {
    Recorder recorder;
    OrderStorage storage(recorder);
    Acceptor acceptor(storage, Probe(0, &recorder));
    if (prepare) acceptor.OnPrepare(Prepare(1));
    if (!prepare) acceptor.OnAccept(Accept(1, "M1"));
    EXPECT_EQ(storage.saves_, 1);
    EXPECT_EQ(storage.sent_before_save_, 0u);
  }
}

TEST_F(AcceptorTest, NeitherPromisesNorVotesWhatCouldNotBeSaved) {
  FailingStorage storage;
  storage.fails = true;
  Acceptor acceptor(storage, Probe(0, &recorder_));
  EXPECT_THROW(acceptor.OnPrepare(Prepare(1)), StorageError);
  EXPECT_THROW(acceptor.OnAccept(Accept(2, "M1")), StorageError);
  EXPECT_EQ(acceptor.state(), AcceptorState());
  EXPECT_TRUE(recorder_.At(Point::kPromised).empty());
  EXPECT_TRUE(recorder_.At(Point::kVoted).empty());
}

TEST_F(AcceptorTest, RefusalChangesNothing) {
  acceptor_.OnAccept(Accept(5, "M1"));
  const AcceptorState before = acceptor_.state();
  acceptor_.OnPrepare(Prepare(3));
  acceptor_.OnAccept(Accept(3, "M2"));
  EXPECT_EQ(acceptor_.state(), before);
  EXPECT_EQ(storage_.Load(), (StoredState{5, RoundValue{5, "M1"}, std::nullopt, std::nullopt}));
  EXPECT_EQ(recorder_.At(Point::kAcceptorState).size(), 1u);
}

TEST_F(AcceptorTest, ReportsWhatItAnswersAndItsState) {
  acceptor_.OnPrepare(Prepare(2));
  acceptor_.OnAccept(Accept(2, "M1"));
  acceptor_.OnPrepare(Prepare(1));
  acceptor_.OnAccept(Accept(0, "M2"));
  acceptor_.OnPrepare(Prepare(4));
  const auto promises = recorder_.At(Point::kPromised);
  ASSERT_EQ(promises.size(), 2u);
  EXPECT_EQ(promises[0].rnd, 2);
  EXPECT_FALSE(promises[0].vrnd.has_value());
  EXPECT_EQ(promises[1].vrnd, 2);
  EXPECT_EQ(promises[1].vval, "M1");
  const auto refused = recorder_.At(Point::kPrepareRefused);
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_EQ(refused[0].replica, 1);
  EXPECT_EQ(refused[0].rnd, 1);
  EXPECT_EQ(refused[0].promised, 2);
  const auto refused_accept = recorder_.At(Point::kAcceptRefused);
  ASSERT_EQ(refused_accept.size(), 1u);
  EXPECT_EQ(refused_accept[0].rnd, 0);
  EXPECT_EQ(refused_accept[0].promised, 2);
  const auto states = recorder_.At(Point::kAcceptorState);
  ASSERT_EQ(states.size(), 3u);
  EXPECT_EQ(states[1].promised, 2);
  EXPECT_EQ(states[1].vrnd, 2);
  EXPECT_EQ(states[1].vval, "M1");
}

// All sequences of four messages in rounds 0..2 with two values, against a reference that computes
// each answer from the whole history.
class AcceptorReference {
 public:
  // The answer to the message after those seen so far: agreed?, and the vote or promise known then.
  bool Agrees(bool is_prepare, Round rnd) const {
    if (!promised_) return true;
    return is_prepare ? rnd > *promised_ : rnd >= *promised_;
  }
  void Take(bool is_prepare, Round rnd, const std::string& value) {
    if (!Agrees(is_prepare, rnd)) return;
    promised_ = rnd;
    if (!is_prepare) vote_ = {rnd, value};
  }
  std::optional<Round> promised_;
  std::optional<std::pair<Round, std::string>> vote_;
};

void CheckAll(const std::vector<std::pair<Round, std::string>>& sequence, int& checked) {
  MemoryStorage storage;
  Acceptor acceptor(storage, Probe(0));
  AcceptorReference reference;
  for (const auto& [rnd, value] : sequence) {
    const bool is_prepare = value.empty();
    const bool agrees = reference.Agrees(is_prepare, rnd);
    if (is_prepare) {
      const PrepareReply reply = acceptor.OnPrepare(Prepare(rnd));
      ASSERT_EQ(reply.has_promise(), agrees);
      ASSERT_EQ(reply.has_refusal(), !agrees);
      if (!agrees) {
        ASSERT_EQ(reply.refusal().promised(), reference.promised_);
      } else {
        ASSERT_EQ(reply.promise().has_vote(), reference.vote_.has_value());
      }
      if (agrees && reference.vote_) {
        ASSERT_EQ(reply.promise().vote().rnd(), reference.vote_->first);
        ASSERT_EQ(reply.promise().vote().value(), reference.vote_->second);
      }
    } else {
      const AcceptReply reply = acceptor.OnAccept(Accept(rnd, value));
      ASSERT_EQ(reply.has_learn(), agrees);
      ASSERT_EQ(reply.has_refusal(), !agrees);
    }
    reference.Take(is_prepare, rnd, value);
    ++checked;
  }
}

TEST(AcceptorReferenceTest, AgreesOnAllShortSequences) {
  std::vector<std::pair<Round, std::string>> messages;
  for (Round rnd = 0; rnd <= 2; ++rnd) {
    for (const char* value : {"", "M1", "M2"}) messages.emplace_back(rnd, value);
  }
  int checked = 0;
  for (const auto& a : messages) {
    for (const auto& b : messages) {
      for (const auto& c : messages) {
        for (const auto& d : messages) CheckAll({a, b, c, d}, checked);
      }
    }
  }
  EXPECT_EQ(checked, 9 * 9 * 9 * 9 * 4);
}

}  // namespace
}  // namespace paxos
