// The coordinator of two-phase commit: asks all workers whether they can commit, decides, and tells
// them all.
//
//   coordinator --listen 127.0.0.1:20000 --workers 127.0.0.1:20001,127.0.0.1:20002
//               [--patience 5000] [--with-bug NAME]
//
// Bugs, to see that tests find them:
//   majority         commits when most workers voted yes
//   presumes-commit  takes a worker that does not vote in time for one that can commit
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "examples/two_phase_commit/serve.h"
#include "examples/two_phase_commit/two_phase_commit.quorum.h"
#include "quorum/manager.h"

namespace two_phase_commit {
namespace {

/// All workers, always; what they decide is a quorum function, too.
class Everybody : public WorkerQuorumSpec {
 public:
  Everybody(int workers, bool majority) : workers_(workers), majority_(majority) {}

  quorum::Combined<Decision> CanCommitQF(const Transaction& transaction,
                                         const quorum::Replies<Vote>& votes) const override {
    Decision decision;
    decision.set_transaction(transaction.id());
    int yes = 0;
    for (const auto& [worker, vote] : votes) yes += vote.yes() ? 1 : 0;
    decision.set_commit(majority_ ? 2 * yes > workers_ : yes == workers_);
    return {decision, Missing(votes) == 0, Missing(votes)};
  }

  quorum::Combined<Ack> DecideQF(const Decision&, const quorum::Replies<Ack>& acks) const override {
    return {Ack(), Missing(acks) == 0, Missing(acks)};
  }

 private:
  template <class Reply>
  int Missing(const quorum::Replies<Reply>& replies) const {
    return workers_ - static_cast<int>(replies.size());
  }

  const int workers_;
  const bool majority_;
};

/// Thread-safe: transactions run side by side.
class CoordinatorNode : public CoordinatorHandlers {
 public:
  CoordinatorNode(const quorum::Configuration& workers, quorum::Duration patience,
                  const std::string& bug)
      : workers_(WorkerNodes(workers),
                 std::make_shared<Everybody>(workers.size(), bug == "majority")),
        patience_(patience),
        presumes_commit_(bug == "presumes-commit") {}

  void Run(const Transaction& transaction, quorum::Respond<Decision> respond) override {
    quorum::CallOptions options;
    options.timeout = patience_;
    workers_.CanCommit(transaction, options, [=, this](const quorum::Outcome<Decision>& votes) {
      Decision decision;
      decision.set_transaction(transaction.id());
      decision.set_commit(presumes_commit_);
      // A worker that does not vote in time is one that cannot commit.
      if (votes.ok()) decision = votes.value();
      workers_.Decide(decision, options, [=](const quorum::Outcome<Ack>&) {
        respond(quorum::NodeResult<Decision>::Ok(decision));
      });
    });
  }

 private:
  const WorkerConfiguration workers_;
  const quorum::Duration patience_;
  const bool presumes_commit_;
};

int Main(const std::string& listen, const std::vector<std::string>& workers, int patience,
         const std::string& bug) {
  std::vector<quorum::Endpoint> endpoints;
  for (std::size_t i = 0; i < workers.size(); ++i) {
    endpoints.push_back({static_cast<quorum::NodeId>(i + 1), workers[i], nullptr});
  }
  const quorum::Manager manager(endpoints);
  auto handlers = std::make_shared<quorum::Dispatcher>();
  AddCoordinatorHandlers(*handlers, std::make_shared<CoordinatorNode>(
                                        manager.All(), std::chrono::milliseconds(patience), bug));
  return ServeUntilKilled(listen, handlers);
}

}  // namespace
}  // namespace two_phase_commit

int main(int argc, char** argv) {
  CLI::App app("The coordinator of two-phase commit.");
  std::string listen;
  std::vector<std::string> workers;
  int patience = 5000;
  std::string bug;
  app.add_option("--listen", listen, "where it listens")->required()->type_name("HOST:PORT");
  app.add_option("--workers", workers, "all of them")
      ->required()
      ->delimiter(',')
      ->type_name("HOST:PORT,...");
  app.add_option("--patience", patience, "how long a worker may take to vote")->type_name("MS");
  app.add_option("--with-bug", bug, "majority, or presumes-commit")
      ->check(CLI::IsMember({"majority", "presumes-commit"}));
  CLI11_PARSE(app, argc, argv);
  try {
    return two_phase_commit::Main(listen, workers, patience, bug);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "coordinator: %s\n", error.what());
    return 1;
  }
}
