// A modelled world under many random schedules: processes that call each other, crash and come
// back.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "systematic/environment/clients.h"
#include "systematic/environment/network.h"
#include "systematic/environment/processes.h"
#include "systematic/environment/timers.h"
#include "systematic/runner.h"
#include "systematic/strategies/random.h"

namespace systematic {
namespace {

constexpr Microseconds kDelay = 100;

struct Options {
  ProcessOptions processes;
  NetworkOptions network;
  bool answers = true;
};

// What all executions together saw.
struct Seen {
  int calls = 0, replies = 0, nobody = 0, deadlines = 0;
  int requests = 0, crashes = 0, dead = 0, fired = 0, asked = 0, lost_asks = 0;
  int most_crashes = 0;  // of one execution before its heal
  int late_faults = 0;   // deadlines of calls begun after the heal, to a process that is up
  std::vector<std::string> wrong;
};

// Three processes; each calls the next one whenever its timer fires, and answers.
class Ring : public Harness,
             public Processes::Host,
             public Network::Server,
             public Network::Caller,
             public Clients::Service {
 public:
  Ring(Options options, Seen& seen) : options_(options), seen_(seen) {}

  void Start(Scheduler& scheduler) override {
    scheduler_ = &scheduler;
    processes_ = std::make_unique<Processes>(scheduler, options_.processes, *this);
    for (const char* const name : {"a", "b", "c"}) processes_->Add(name);
    timers_ = std::make_unique<Timers>(scheduler, *processes_);
    network_ = std::make_unique<Network>(scheduler, *processes_, *timers_, options_.network, *this);
    clients_ = std::make_unique<Clients>(scheduler, *processes_, 1, *this);
    call_ = network_->AddMethod("Call");
    tick_ = scheduler.Intern("tick");
    processes_->StartAll();
    clients_->Offer();
  }
  void Heal() override {
    seen_.most_crashes = std::max(seen_.most_crashes, crashes_);
    timers_->RunTimed(10 * kDelay);
    network_->Heal();
    processes_->Heal();
    clients_->Heal();
    healed_ = true;
    for (Node node = 0; node < 3; ++node) seen_.dead += processes_->up(node) ? 0 : 1;
  }
  void Finish() override {
    if (scheduler_->quiescent() && network_->under_way() > 0) Wrong("a message is still under way");
    for (std::uint32_t i = 0; i < calls_.size(); ++i) {
      const bool lives =
          calls_[i].life == processes_->life(calls_[i].from) && processes_->up(calls_[i].from);
      if (calls_[i].ends > (options_.network.reply_twice ? 2 : 1)) Wrong("a call ended twice");
      if (scheduler_->quiescent() && lives && calls_[i].ends == 0 && !timers_->stopped()) {
        Wrong("a call never ended");
      }
    }
    for (Node node = 0; node < 3; ++node) {
      if (processes_->up(node) && scheduler_->quiescent() && clients_->open(node) != 0) {
        Wrong("a question is open");
      }
    }
  }

  void OnStart(Node node) override { Tick(node); }
  void OnCrash(Node) override {
    ++crashes_;
    ++seen_.crashes;
  }
  void OnStepEnd(Node node) override {
    if (!processes_->up(node)) Wrong("a step of a process that is down");
  }
  void OnRequest(Network::Exchange exchange, Node from, Node to, Network::Method,
                 std::string_view bytes) override {
    ++seen_.requests;
    if (bytes != std::to_string(from)) Wrong("other bytes than were sent");
    if (!processes_->up(to)) Wrong("a request reached a process that is down");
    if (options_.answers) network_->Answer(exchange, bytes);
  }
  void OnCallEnd(std::uint32_t token, CallEnd end, std::string_view reply) override {
    Call& call = calls_[token];
    ++call.ends;
    if (call.life != processes_->life(call.from)) Wrong("an end reached another life");
    if (end == CallEnd::kReply && reply != std::to_string(call.from)) Wrong("another's reply");
    seen_.replies += end == CallEnd::kReply ? 1 : 0;
    seen_.nobody += end == CallEnd::kNobody ? 1 : 0;
    seen_.deadlines += end == CallEnd::kDeadline ? 1 : 0;
    if (end == CallEnd::kDeadline && call.after_heal && options_.answers) ++seen_.late_faults;
  }
  void OnAsk(std::uint16_t, Node, Clients::Ask ask) override {
    ++seen_.asked;
    if (!clients_->Answered(ask, "yes") || clients_->Answered(ask, "yes")) Wrong("answered twice");
  }

 private:
  struct Call {
    Node from = 0;
    std::uint16_t life = 0;
    bool after_heal = false;
    int ends = 0;
  };

  void Tick(Node node) {
    timers_->Start(node, tick_, kDelay, [this, node, due = timers_->now() + kDelay] {
      ++seen_.fired;
      if (timers_->timed() && healed_ && timers_->now() < due) Wrong("a timer fired early");
      const auto token = static_cast<std::uint32_t>(calls_.size());
      calls_.push_back({node, processes_->life(node), healed_, 0});
      ++seen_.calls;
      network_->Call(node, static_cast<Node>((node + 1) % 3), call_, std::to_string(node),
                     5 * kDelay, *this, token);
      Tick(node);
    });
  }
  void Wrong(const std::string& what) { scheduler_->Fail("ring", what); }

  const Options options_;
  Seen& seen_;
  Scheduler* scheduler_ = nullptr;
  std::unique_ptr<Processes> processes_;
  std::unique_ptr<Timers> timers_;
  std::unique_ptr<Network> network_;
  std::unique_ptr<Clients> clients_;
  Network::Method call_ = 0;
  Word tick_ = 0;
  std::vector<Call> calls_;
  int crashes_ = 0;
  bool healed_ = false;
};

struct Result {
  Seen seen;
  RunResult run;
};

Result RunRing(const Options& options, std::uint64_t schedules = 300) {
  Result result;
  HarnessInfo info;
  info.name = "ring";
  info.bounds = {.choices = 2000, .heal_after = 60};
  info.make = [&] { return std::make_unique<Ring>(options, result.seen); };
  RunOptions run;
  run.schedules = schedules;
  run.length = 100;
  result.run = RunSchedules(
      info,
      [](const StrategyContext& context) { return std::make_unique<RandomStrategy>(context); },
      run);
  const auto& failure = result.run.failure;
  EXPECT_FALSE(failure) << failure->iteration << ": " << failure->violation.message;
  EXPECT_EQ(result.run.totals.cut_off, 0u);
  return result;
}

Options Quiet() {
  Options options;
  options.processes.crashes = 0;
  options.network = {.losses = 0, .duplicates = 0, .late = 0};
  options.network.most_delay = kDelay;
  return options;
}

TEST(NetworkTest, WithoutFaultsEachRequestArrivesOnceAndIsAnswered) {
  const Seen seen = RunRing(Quiet()).seen;
  EXPECT_GT(seen.calls, 1000);
  EXPECT_EQ(seen.requests, seen.replies);
  EXPECT_EQ(seen.nobody + seen.deadlines, 0);
}

TEST(NetworkTest, LostMessagesEndAtTheirDeadlines) {
  Options options = Quiet();
  options.network.losses = 2;
  options.network.odds = 8;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.deadlines, 100);
  EXPECT_LE(seen.deadlines, 2 * 300);
}

TEST(NetworkTest, DuplicatesArriveTwiceAndAreHeardOnce) {
  Options options = Quiet();
  options.network.duplicates = 2;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.requests, seen.calls + 100);
  EXPECT_LE(seen.replies, seen.calls);
}

TEST(NetworkTest, AReplyIsHeardTwiceInTheHostileModeOnly) {
  Options options = Quiet();
  options.network.duplicates = 2;
  options.network.reply_twice = true;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.replies, seen.calls);
}

TEST(NetworkTest, LateMessagesArriveAfterTheirDeadline) {
  Options options = Quiet();
  options.network.late = 2;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.deadlines, 50);
  EXPECT_GT(seen.requests, seen.replies);
}

TEST(NetworkTest, WhoIsNotAnsweredMeetsTheDeadline) {
  Options options = Quiet();
  options.answers = false;
  const Seen seen = RunRing(options).seen;
  EXPECT_EQ(seen.replies, 0);
  EXPECT_GT(seen.deadlines, 1000);
}

TEST(NetworkTest, LinksAreCutAndMended) {
  Options options = Quiet();
  options.network.cuts = 3;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.deadlines, 100);
  EXPECT_EQ(seen.late_faults, 0);
}

TEST(NetworkTest, NothingBefallsCallsAfterTheHeal) {
  Options options = Quiet();
  options.network.losses = options.network.late = 1000;
  options.network.odds = 4;
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.deadlines, 1000);
  EXPECT_EQ(seen.late_faults, 0);
}

TEST(ProcessesTest, NoMoreCrashThanTheBudgetSays) {
  Options options = Quiet();
  options.processes = {.crashes = 2, .dead = 0, .odds = 8};
  const Seen seen = RunRing(options).seen;
  EXPECT_EQ(seen.most_crashes, 2);
  EXPECT_GT(seen.nobody, 100);
  EXPECT_EQ(seen.dead, 0);
}

TEST(ProcessesTest, SomeStayDeadAfterTheHeal) {
  Options options = Quiet();
  options.processes = {.crashes = 1, .dead = 1, .odds = 8};
  const Seen seen = RunRing(options).seen;
  EXPECT_GT(seen.dead, 30);
  EXPECT_LE(seen.dead, 300);
}

TEST(ClientsTest, TheyAskAgainWhereTheirQuestionWasLost) {
  Options options = Quiet();
  const Result quiet = RunRing(options);
  // Those that were run twice, to compare, count twice.
  EXPECT_EQ(static_cast<std::uint64_t>(quiet.seen.asked),
            3 * (quiet.run.totals.executions + quiet.run.totals.checked));
  options.processes = {.crashes = 1, .dead = 0, .odds = 8};
  EXPECT_GT(RunRing(options).seen.asked, 3 * 300 + 30);
}

}  // namespace
}  // namespace systematic
