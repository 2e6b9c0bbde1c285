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
  Worker() : thread_([this](const std::stop_token& stop) { Work(stop); }) {}

  void Do(std::function<void()> task) {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }

 private:
  void Work(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !tasks_.empty(); })) {
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    }
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<std::function<void()>> tasks_;
  std::jthread thread_;  ///< last: it ends first
};

/// A handler must not block, and a disk does: requests are done one by one, in the order in which
/// they came, by a thread that may wait.
class ReplicaNode : public ReplicaHandlers {
 public:
  ReplicaNode(const std::string& folder, bool forgets) : store_(folder) {
    if (forgets) store_.Clear();
  }

  void Query(const Name& name, quorum::Respond<State> respond) override {
    worker_.Do(
        [this, name, respond] { Answer<State>(respond, [&] { return store_.Get(name.name()); }); });
  }

  void Update(const Entry& entry, quorum::Respond<Ack> respond) override {
    worker_.Do([this, entry, respond] {
      Answer<Ack>(respond, [&] {
        const State& kept = store_.Get(entry.name());
        if (kept.timestamp() < entry.state().timestamp()) store_.Put(entry.name(), entry.state());
        return Ack();
      });
    });
  }

 private:
  template <class Reply>
  static void Answer(const quorum::Respond<Reply>& respond, const std::function<Reply()>& reply) {
    try {
      respond(quorum::NodeResult<Reply>::Ok(reply()));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s\n", error.what());
      respond(quorum::NodeResult<Reply>::Failed({0, quorum::NodeErrorCode::kRemote, error.what()}));
    }
  }

  Store store_;  ///< of the worker's thread
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
