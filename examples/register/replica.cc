// A replica of the registers.
//
//   register_replica --listen 127.0.0.1:20001 --data FOLDER [--with-bug state-lost]
//
// It answers an update when the state is on disk: a replica that was killed and is started again in
// its folder has everything that it ever said it has.
//
// A bug, to see that tests find it:
//   state-lost  a replica that is started again has forgotten everything
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <condition_variable>
#include <cstdio>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

#include "quorum/server.h"
#include "register.quorum.h"
#include "store.h"
#include "timestamp.h"

namespace abd {
namespace {

/// Does one thing after the other on a thread of its own. Thread-safe.
class Worker {
 public:
  Worker() : thread_([this] { Work(); }) {}
  ~Worker() { Do(nullptr); }
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void Do(std::function<void()> task) {
    std::unique_lock lock(mutex_);
    tasks_.push_back(std::move(task));
    lock.unlock();  // or who is woken would wait for it
    changed_.notify_one();
  }

 private:
  void Work() {
    std::unique_lock lock(mutex_);
    while (true) {
      changed_.wait(lock, [this] { return !tasks_.empty(); });
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      if (!task) return;  // the end
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  std::jthread thread_;  ///< last: it ends first
};

/// A query is answered at once. A handler must not block, and a disk does: updates are done one by
/// one, in the order in which they came, by a thread that may wait. A query that overtakes an
/// update finds all that was acknowledged before.
class ReplicaNode : public ReplicaHandlers {
 public:
  ReplicaNode(const std::string& folder, bool forgets) : store_(folder) {
    if (forgets) store_.Clear();
  }

  void Query(const Name& name, quorum::Respond<State> respond) override {
    respond(quorum::NodeResult<State>::Ok(store_.Get(name.name())));
  }

  void Update(const Entry& entry, quorum::Respond<Ack> respond) override {
    worker_.Do([this, entry, respond] { respond(Keep(entry)); });
  }

 private:
  quorum::NodeResult<Ack> Keep(const Entry& entry) {
    try {
      const bool is_new = store_.Get(entry.name()).timestamp() < entry.state().timestamp();
      if (is_new) store_.Put(entry.name(), entry.state());
      return quorum::NodeResult<Ack>::Ok({});
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      return quorum::NodeResult<Ack>::Failed({0, quorum::NodeErrorCode::kRemote, error.what()});
    }
  }

  Store store_;  ///< changed by the worker
  Worker worker_;
};

/// Returns an exit code when it cannot serve, and otherwise never.
int Serve(const std::string& listen, const std::string& folder, const std::string& bug) {
  try {
    auto handlers = std::make_shared<quorum::Dispatcher>();
    AddReplicaHandlers(*handlers, std::make_shared<ReplicaNode>(folder, bug == "state-lost"));
    const quorum::Server server(listen, handlers);
    std::printf("listening at %s\n", server.address().c_str());
    std::fflush(stdout);
    while (true) pause();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "register_replica: %s\n", error.what());
    return 1;
  }
}

}  // namespace
}  // namespace abd

int main(int argc, char** argv) {
  CLI::App app("A replica of the registers.");
  std::string listen;
  std::string folder;
  std::string bug;
  app.add_option("--listen", listen, "where it listens")->required()->type_name("HOST:PORT");
  app.add_option("--data", folder, "where it keeps its states")->required()->type_name("FOLDER");
  app.add_option("--with-bug", bug, "state-lost")->check(CLI::IsMember({"state-lost"}));
  CLI11_PARSE(app, argc, argv);
  return abd::Serve(listen, folder, bug);
}
