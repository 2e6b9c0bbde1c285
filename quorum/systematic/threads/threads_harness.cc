#include "quorum/systematic/threads/threads_harness.h"

#include <memory>
#include <optional>
#include <utility>

#include "quorum/local_link.h"
#include "quorum/node.h"
#include "quorum/stream_link.h"
#include "quorum/systematic/threads/local_handlers.h"
#include "quorum/systematic/threads/thread_call.h"
#include "quorum/systematic/threads/thread_timer_model.h"
#include "quorum/systematic/threads/wire.h"

namespace quorum::systematic {
namespace {

using ::systematic::fibers::ThreadKind;
using ::systematic::fibers::WaitUntil;

// All that the threads of an execution use; it lives until they have ended.
class Stage {
 public:
  Stage(Threads& threads, const ThreadsOptions& options)
      : scene(threads, options.budgets), options_(options) {
    timer_ = std::make_shared<ThreadTimerModel>(scene);
    MakeNodes();
  }

  void StartThreads() {
    Threads& threads = scene.threads;
    for (int i = 0; i < options_.calls; ++i) {
      const auto form = static_cast<AskForm>(threads.Choose("form", kAskForms));
      const int quorum = 1 + static_cast<int>(threads.Choose("quorum", options_.nodes.size() + 1));
      calls_.push_back(std::make_unique<ThreadCall>(scene, i, form, quorum));
      threads.Start("caller " + std::to_string(i), [this, i, own = configuration_]() mutable {
        calls_[static_cast<std::size_t>(i)]->Run(std::exchange(own, std::nullopt));
      });
    }
    // Not always: most of what happens between calls needs that nothing of it comes early.
    if (options_.cancel && Happens("cancel")) {
      threads.Start("canceller", [this] { Cancel(); });
    }
    if (options_.shutdown && Happens("close")) {
      threads.Start("closer", [this, own = configuration_]() mutable { Close(own); });
    }
    if (!wires_.empty() && scene.budgets.breaks > 0 && Happens("break")) {
      threads.Start(
          "breaker", [this] { Break(); }, ThreadKind::kServant);
    }
    if (!Happens("deadline")) scene.budgets.deadlines = 0;
    threads.Start("owner", [this] { Forget(); });
  }

  // At the end of all threads.
  void Judge() {
    for (const auto& handlers : handlers_) handlers->DropAnswers();
    for (const auto& call : calls_) call->Judge();
    if (timer_->waiting() > 0) {
      scene.Fail("leaks", std::to_string(timer_->waiting()) + " timers are left");
    }
    if (scene.alive.calls + scene.alive.streams == 0) return;
    scene.Fail("leaks", std::to_string(scene.alive.calls) + " calls and " +
                            std::to_string(scene.alive.streams) + " streams are left");
  }

  Scene scene;

 private:
  void MakeNodes() {
    Configuration::Nodes nodes;
    for (const char kind : options_.nodes) {
      const auto id = static_cast<NodeId>(nodes.size());
      std::unique_ptr<Link> link;
      if (kind == 'l') {
        handlers_.push_back(std::make_unique<LocalHandlers>(scene, id));
        link = std::make_unique<LocalLink>(handlers_.back()->dispatcher(), timer_);
      } else {
        wires_.push_back(std::make_unique<Wire>(scene, *timer_, id));
        link = std::make_unique<StreamLink>(wires_.back()->Opener(), timer_);
      }
      nodes.push_back(std::make_shared<Node>(id, "model", std::move(link), timer_));
    }
    configuration_.emplace(std::move(nodes));
  }

  bool Happens(std::string_view what) { return scene.threads.Choose(what, 2) == 1; }

  // Until some results have come, or none.
  void WaitForResults() {
    const int wanted = static_cast<int>(scene.threads.Choose("results", 3));
    WaitUntil([this, wanted] { return scene.results >= wanted; }, "results");
  }

  void Cancel() {
    WaitForResults();
    calls_[scene.threads.Choose("call", calls_.size())]->Cancel();
  }

  void Break() {
    while (scene.budgets.breaks > 0) {
      WaitForResults();
      if (scene.healed) return;
      --scene.budgets.breaks;
      wires_[scene.threads.Choose("node", wires_.size())]->Break();
    }
  }

  void Close(std::optional<Configuration>& own) {
    const auto index = scene.threads.Choose("node", own->nodes().size());
    Node& node = *own->nodes()[index];
    WaitForResults();
    if (scene.threads.Choose("close", 2) == 1) node.Close();
    std::vector<std::shared_ptr<const Sent>> before;
    for (const auto& sent : scene.sent) {
      if (sent->started && sent->node == node.id()) before.push_back(sent);
    }
    node.Shutdown();
    for (const auto& sent : before) {
      if (sent->delivered) continue;
      scene.Fail("shutdown",
                 "a call to node " + std::to_string(node.id()) + " is under way after Shutdown()");
    }
    own.reset();
  }

  // Whoever made the nodes lets go of them, before the calls are over or after.
  void Forget() {
    const bool patient = scene.threads.Choose("patient", 2) == 0;
    WaitUntil([this, patient] {
      for (const auto& call : calls_) {
        if (!call->begun() || (patient && !call->over())) return false;
      }
      return true;
    });
    configuration_.reset();
  }

  const ThreadsOptions options_;
  std::shared_ptr<ThreadTimerModel> timer_;
  std::vector<std::unique_ptr<Wire>> wires_;
  std::vector<std::unique_ptr<LocalHandlers>> handlers_;
  std::vector<std::unique_ptr<ThreadCall>> calls_;
  std::optional<Configuration> configuration_;
};

class ThreadCalls : public ::systematic::Harness {
 public:
  explicit ThreadCalls(ThreadsOptions options) : options_(std::move(options)) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    threads_.emplace(scheduler);
    stage_ = std::make_shared<Stage>(*threads_, options_);
    threads_->Keep(stage_);
    stage_->StartThreads();
  }

  void Heal() override {
    stage_->scene.healed = true;
    threads_->Refresh();
  }

  void Finish() override {
    if (!scheduler_->quiescent()) return;
    threads_->End();
    stage_->Judge();
  }

 private:
  const ThreadsOptions options_;
  Scheduler* scheduler_ = nullptr;
  std::shared_ptr<Stage> stage_;
  std::optional<Threads> threads_;  // ends first
};

}  // namespace

::systematic::HarnessInfo ThreadsHarness(const std::string& name, const std::string& about,
                                         const ThreadsOptions& options) {
  ::systematic::HarnessInfo info;
  info.name = name;
  info.about = about;
  info.bounds.heal_after = 2000;
  info.make = [options] { return std::make_unique<ThreadCalls>(options); };
  return info;
}

std::vector<::systematic::HarnessInfo> AllThreadHarnesses() {
  const ThreadsOptions streams;
  ThreadsOptions local;
  local.nodes = "ll";
  ThreadsOptions mixed;
  mixed.nodes = "lss";
  mixed.calls = 3;
  ThreadsOptions one;
  one.nodes = "s";
  one.calls = 3;
  return {
      ThreadsHarness("quorum_threads_streams", "threads call two nodes behind streams", streams),
      ThreadsHarness("quorum_threads_local", "threads call two nodes in this process", local),
      ThreadsHarness("quorum_threads_mixed",
                     "three threads call a node in this process and two others", mixed),
      ThreadsHarness("quorum_threads_one", "three threads call one node behind a stream", one)};
}

}  // namespace quorum::systematic
