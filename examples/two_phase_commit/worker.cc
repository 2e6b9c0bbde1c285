// A worker of two-phase commit: votes when its user has chosen, and learns what was decided.
//
//   worker --listen 127.0.0.1:20001
//
// It keeps its transactions in memory only: a worker that crashes forgets them.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "examples/two_phase_commit/serve.h"
#include "examples/two_phase_commit/two_phase_commit.quorum.h"

namespace two_phase_commit {
namespace {

/// Thread-safe.
class WorkerNode : public WorkerHandlers {
 public:
  void CanCommit(const Transaction& transaction, quorum::Respond<Vote> respond) override {
    const std::lock_guard lock(mutex_);
    State& state = states_[transaction.id()];
    state.asked.push_back(std::move(respond));
    Answer(state);
  }

  void Choose(const Vote& vote, quorum::Respond<Ack> respond) override {
    const std::lock_guard lock(mutex_);
    State& state = states_[vote.transaction()];
    state.vote = vote;
    Answer(state);
    respond(quorum::NodeResult<Ack>::Ok({}));
  }

  void Decide(const Decision& decision, quorum::Respond<Ack> respond) override {
    const std::lock_guard lock(mutex_);
    State& state = states_[decision.transaction()];
    state.decision = decision;
    Answer(state);
    respond(quorum::NodeResult<Ack>::Ok({}));
  }

  void AwaitDecision(const Transaction& transaction, quorum::Respond<Decision> respond) override {
    const std::lock_guard lock(mutex_);
    State& state = states_[transaction.id()];
    state.awaiting.push_back(std::move(respond));
    Answer(state);
  }

 private:
  struct State {
    std::optional<Vote> vote;
    std::optional<Decision> decision;
    std::vector<quorum::Respond<Vote>> asked;         ///< who waits for the vote
    std::vector<quorum::Respond<Decision>> awaiting;  ///< who waits for the decision
  };

  static void Answer(State& state) {
    if (state.vote) {
      for (const auto& respond : state.asked) respond(quorum::NodeResult<Vote>::Ok(*state.vote));
      state.asked.clear();
    }
    if (state.decision) {
      for (const auto& respond : state.awaiting) {
        respond(quorum::NodeResult<Decision>::Ok(*state.decision));
      }
      state.awaiting.clear();
    }
  }

  std::mutex mutex_;
  std::map<int, State> states_;  ///< by transaction
};

}  // namespace
}  // namespace two_phase_commit

int main(int argc, char** argv) {
  CLI::App app("A worker of two-phase commit.");
  std::string listen;
  app.add_option("--listen", listen, "where it listens")->required()->type_name("HOST:PORT");
  CLI11_PARSE(app, argc, argv);
  auto handlers = std::make_shared<quorum::Dispatcher>();
  two_phase_commit::AddWorkerHandlers(*handlers, std::make_shared<two_phase_commit::WorkerNode>());
  return two_phase_commit::ServeUntilKilled(listen, handlers);
}
