// For tests of online testing: a lock in this process, with its model and with bugs on demand. Time
// stands still: what does not come at once does not come.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "adapter/online/play.h"
#include "adapter/online/session.h"
#include "adapter/online/stimuli.h"
#include "cpn/lua/lua_model.h"

namespace adapter::online {

/// As examples/lock/lock.lua; `more` are fields of the test case specification.
inline std::string LockModel(int clients, const std::string& more = "") {
  return "N = " + std::to_string(clients) + R"(
Client = range(1, N)
var { c = Client }
Idle, Waiting = place(Client, all), place(Client)
Holding = place(Client)
Free = place(UNIT, { unit })
Request = transition { input = { Idle(c) }, output = { Waiting(c) } }
Grant = transition { input = { Waiting(c), Free(unit) }, output = { Holding(c) } }
Release = transition { input = { Holding(c) }, output = { Idle(c), Free(unit) } }
test "lock" {
  order = "sequence",
  observe = {
    [Request] = function(c) return stimulus("Request", { client = c }) end,
    [Grant] = function(c) return response("Granted", { client = c }) end,
    [Release] = function(c) return stimulus("Release", { client = c }) end,
  },
)" + more +
         "}\n";
}

/// A loaded model with all that a run needs of it.
struct ToyOracle {
  explicit ToyOracle(const std::string& text)
      : model(cpn::lua::LuaModel::LoadText(text, "toy.lua")),
        stimuli(*model, *model->specifications().front()),
        start(*model, *model->specifications().front()),
        oracle{*model->specifications().front(), stimuli, start} {}

  const std::unique_ptr<cpn::lua::LuaModel> model;
  Stimuli stimuli;
  const conformance::Tracker start;
  const Oracle oracle;
};

/// What the lock does with a stimulus: the names of what it answers, with the client.
class ToyLock {
 public:
  enum class Bug {
    kNone,
    kTwoHolders,  ///< whoever asks gets it
    kForgets,     ///< whoever waits is forgotten at a release
    kDies,        ///< at a release
    kHangs,       ///< the driver does not say that a release is done
  };
  explicit ToyLock(Bug bug) : bug_(bug) {}

  std::vector<std::string> Do(const std::string& stimulus, const std::string& client) {
    if (stimulus == "Request") {
      if (holder_.empty() || bug_ == Bug::kTwoHolders) return Grant(client);
      waiting_.push_back(client);
      return {};
    }
    if (bug_ == Bug::kDies)
      throw Broken(Outcome::kFail, "process lock ended", "process lock ended");
    holder_.clear();
    if (waiting_.empty() || bug_ == Bug::kForgets) return {};
    const std::string next = waiting_.front();
    waiting_.pop_front();
    return Grant(next);
  }
  bool Hangs(const std::string& stimulus) const {
    return bug_ == Bug::kHangs && stimulus == "Release";
  }

 private:
  std::vector<std::string> Grant(const std::string& client) {
    holder_ = client;
    return {client};
  }

  const Bug bug_;
  std::string holder_;
  std::deque<std::string> waiting_;
};

class ToySession : public Session {
 public:
  explicit ToySession(ToyLock::Bug bug) : lock_(bug) { trace_.header.system = "toy"; }

  void Send(const xml::Element& stimulus) override {
    const std::string client = stimulus.children.front().text;
    trace_.Add(
        {.kind = trace::Kind::kStimulus, .name = stimulus.name, .fields = {{"client", client}}});
    for (const std::string& granted : lock_.Do(stimulus.name, client)) Answer("Granted", granted);
    if (!lock_.Hangs(stimulus.name)) next_.push_back(Done{});
  }
  void Finish() override {
    if (at_end) at_end(*this);
    next_.push_back(Done{});
  }
  std::optional<Occurrence> Next(Deadline) override {
    if (next_.empty()) return std::nullopt;
    Occurrence first = std::move(next_.front());
    next_.pop_front();
    return first;
  }
  trace::Trace& trace() override { return trace_; }
  std::int64_t Now() const override { return 0; }

  void Answer(const std::string& name, const std::string& client) {
    const oracles::ObservedEvent event{name, {{"client", client}}, ""};
    const std::size_t step =
        trace_.Add({.kind = trace::Kind::kEvent, .name = name, .fields = event.fields});
    next_.push_back(Response{event, step});
  }

  std::function<void(ToySession&)> at_end;

 private:
  ToyLock lock_;
  std::deque<Occurrence> next_;
  trace::Trace trace_;
};

class ToySubject : public Subject {
 public:
  explicit ToySubject(ToyLock::Bug bug = ToyLock::Bug::kNone) : bug_(bug) {}

  Patience patience() const override { return {}; }
  std::unique_ptr<Session> Begin(const RunInfo& info) override {
    begun.push_back(info);
    if (!does_not_start.empty()) throw Broken(Outcome::kInconclusive, does_not_start, "system");
    auto session = std::make_unique<ToySession>(bug_);
    session->at_end = at_end;
    return session;
  }
  std::vector<ProcessLog> End(Session&, bool passed) override {
    ended.push_back(passed);
    return {};
  }
  Outcome Replay(const suite::Suite& suite, const suite::Case& test, std::uint64_t seed,
                 std::chrono::milliseconds) override {
    return replay(suite, test, seed);
  }
  void Stop() override {}

  /// What becomes of a saved case.
  std::function<Outcome(const suite::Suite&, const suite::Case&, std::uint64_t seed)> replay =
      [](const auto&...) { return Outcome::kFail; };
  std::string does_not_start;
  std::function<void(ToySession&)> at_end;
  std::vector<RunInfo> begun;
  std::vector<bool> ended;  ///< whether it passed, of each

 private:
  const ToyLock::Bug bug_;
};

}  // namespace adapter::online
