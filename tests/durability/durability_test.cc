// Replicas are killed with SIGKILL at random moments while clients propose, and come back on the
// files that they left: no decided value is lost or changed, no promise is broken, and everybody
// gets the decided value in the end. A system decides once, so there are many systems, one after
// the other, and kills in each of them.
//
// The moments are what is tested, so that this test, unlike others, lets real time pass.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <time.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "base/temporary_folder.h"
#include "sut/paxos/roles/config.h"
#include "sut/paxos/rpc/client.h"
#include "sut/paxos/testing/test_process.h"
#include "tests/durability/event_log.h"
#include "tests/durability/history.h"

extern char** environ;

namespace durability {
namespace {

using testing::IsEmpty;

std::uint64_t FromEnvironment(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::stoull(text);
}

// One replica: its folder, its log of events, its process.
class ReplicaProcess {
 public:
  ReplicaProcess(int id, const std::string& peers, const std::string& folder)
      : event_log_(folder + "/events-" + std::to_string(id)),
        words_({paxos::kBin + "observed_server", "--id", std::to_string(id), "--peers", peers,
                "--data-dir", folder + "/data-" + std::to_string(id), "--delay", "20", "--delta",
                "5", "--timeout", "200", "--grace", "0"}) {}
  ~ReplicaProcess() { End(SIGKILL); }

  void Start() {
    std::vector<char*> arguments;
    for (std::string& word : words_) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::string log = "PAXOS_EVENT_LOG=" + event_log_;
    std::vector<char*> variables = {log.data()};
    for (char** variable = environ; *variable != nullptr; ++variable)
      variables.push_back(*variable);
    variables.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 2, (event_log_ + ".stderr").c_str(),
                                     O_WRONLY | O_CREAT | O_APPEND, 0600);
    logged_before_ = LoggedSoFar();
    EXPECT_EQ(
        posix_spawn(&pid_, arguments[0], &actions, nullptr, arguments.data(), variables.data()), 0);
    posix_spawn_file_actions_destroy(&actions);
  }

  /// How many bytes its incarnations have logged.
  std::uintmax_t LoggedSoFar() const {
    std::error_code missing;
    const std::uintmax_t size = std::filesystem::file_size(event_log_, missing);
    return missing ? 0 : size;
  }
  /// Whether the last one that was started came so far as to log something.
  bool HasLogged() const { return LoggedSoFar() > logged_before_; }

  /// Sends the signal, and waits for the end. The exit code; -1: ended by a signal.
  int End(int signal) {
    if (pid_ == 0) return -1;
    kill(pid_, signal);
    int status = 0;
    waitpid(pid_, &status, 0);
    pid_ = 0;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  const std::string& event_log() const { return event_log_; }
  /// What its processes wrote on standard error.
  std::string Output() const {
    std::ifstream file(event_log_ + ".stderr");
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  const std::string event_log_;
  std::vector<std::string> words_;
  std::uintmax_t logged_before_ = 0;
  pid_t pid_ = 0;
};

// Clients that propose one value after the other, and what they did and got.
class Load {
 public:
  Load(const std::string& peers, int clients) {
    for (int client = 0; client < clients; ++client) {
      threads_.emplace_back([this, peers, client] { Run(peers, client); });
    }
  }
  ~Load() { Stop(); }

  /// Proposes a value: the decided one, or (false) the error.
  bool Propose(paxos::Client& client, int number, const std::string& value, std::string& answer) {
    Add(oracles::ClientProposed{number, value});
    const paxos::Client::Result result = client.Propose(value);
    answer = result.ok() ? result.value().value : ToString(result.error());
    if (result.ok()) Add(oracles::ClientAnswered{number, answer});
    return result.ok();
  }
  void Stop() {
    stop_ = true;
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }
  /// After Stop.
  const std::vector<Timed>& events() const { return events_; }

 private:
  void Run(const std::string& peers, int number) {
    paxos::Client client(paxos::ParsePeers(peers), {0, std::chrono::milliseconds(300)});
    std::string answer;
    for (int i = 0; !stop_; ++i) {
      Propose(client, number, "c" + std::to_string(number) + "-" + std::to_string(i), answer);
    }
  }
  void Add(oracles::Event event) {
    const std::lock_guard lock(mutex_);
    events_.push_back({Now(), std::move(event)});
  }

  std::mutex mutex_;
  std::vector<Timed> events_;
  std::atomic<bool> stop_ = false;
  std::vector<std::thread> threads_;
};

struct Totals {
  int systems = 0;
  int kills = 0;
  int seen = 0;          // starts that were seen to log something, at least
  int incarnations = 0;  // starts that the logs tell of
  int in_doubt = 0;
};

class System {
 public:
  System(int replicas, std::mt19937_64& random) : random_(random) {
    for (int id = 0; id < replicas; ++id) {
      replicas_.push_back(
          std::make_unique<ReplicaProcess>(id, peers_(replicas), folder_.path().string()));
    }
  }

  void Run(int kills, Totals& totals) {
    for (const auto& replica : replicas_) replica->Start();
    const int n = static_cast<int>(replicas_.size());
    Load load(peers_(n), 2);
    for (int kill = 0; kill < kills; ++kill) KillAndRestart(totals);
    const std::string decided = AnswerOfAll(load, n);
    load.Stop();
    std::vector<ReplicaHistory> histories;
    for (int id = 0; id < n; ++id) {
      totals.seen += replica(id).HasLogged() ? 1 : 0;
      EXPECT_EQ(replica(id).End(SIGTERM), 0) << replica(id).Output();
      histories.push_back(JudgeReplica(id, ReadLines(replica(id).event_log())));
      const auto decision = histories.back().state.decision;
      EXPECT_EQ(decision ? decision->value : "nothing", decided) << "replica " << id;
      totals.incarnations += histories.back().incarnations;
      totals.in_doubt += histories.back().in_doubt;
    }
    EXPECT_THAT(JudgeSystem(histories, load.events(), n / 2 + 1), IsEmpty());
    totals.kills += kills;
    ++totals.systems;
  }

 private:
  // The decided value when all replicas are up and have learned it.
  std::string AnswerOfAll(Load& load, int replicas) {
    paxos::Client client(paxos::ParsePeers(peers_(replicas)), {replicas, std::chrono::seconds(5)});
    std::string answer;
    for (int attempt = 0; attempt < 600; ++attempt) {
      if (load.Propose(client, 99, "last", answer)) return answer;
      Pause(100'000);  // a replica that is not up yet refuses at once
    }
    return answer;
  }
  void KillAndRestart(Totals& totals) {
    ReplicaProcess& victim = replica(static_cast<int>(random_() % replicas_.size()));
    AwaitActivity(victim);
    totals.seen += victim.HasLogged() ? 1 : 0;
    EXPECT_EQ(victim.End(SIGKILL), -1) << victim.Output();
    Pause(10'000);
    victim.Start();
  }
  // Until the replica has logged so and so much more: moments that are random in what it does, not
  // only in time. A replica that does nothing is not waited for.
  void AwaitActivity(const ReplicaProcess& replica) {
    const std::uintmax_t until = replica.LoggedSoFar() + random_() % 2'000;
    for (int nap = 0; nap < 300 && replica.LoggedSoFar() < until; ++nap) Pause(400);
  }
  // Up to so many microseconds.
  void Pause(std::uint64_t longest) {
    const timespec span = {0, static_cast<long>(random_() % longest * 1000)};
    nanosleep(&span, nullptr);
  }
  ReplicaProcess& replica(int id) { return *replicas_[static_cast<std::size_t>(id)]; }
  const std::string& peers_(int replicas) {
    if (text_.empty()) text_ = paxos::PeersOn(paxos::ReservePorts(replicas));
    return text_;
  }

  std::mt19937_64& random_;
  const base::TemporaryFolder folder_;
  std::string text_;
  std::vector<std::unique_ptr<ReplicaProcess>> replicas_;
};

TEST(DurabilityTest, NothingIsLostWhenReplicasAreKilledUnderLoad) {
  const auto kills = static_cast<int>(FromEnvironment("CPNGEN_KILLS", 40));
  const std::uint64_t seed = FromEnvironment("CPNGEN_SEED", 1);
  std::cout << "seed " << seed << ", " << kills << " kills\n";
  std::mt19937_64 random(seed);
  Totals totals;
  while (totals.kills < kills && !HasFailure()) {
    SCOPED_TRACE("system " + std::to_string(totals.systems) + " of seed " + std::to_string(seed));
    const int here = std::min(kills - totals.kills, 1 + static_cast<int>(random() % 6));
    System(random() % 4 == 0 ? 5 : 3, random).Run(here, totals);
  }
  std::cout << totals.systems << " systems, " << totals.kills << " kills, " << totals.incarnations
            << " incarnations, " << totals.in_doubt << " killed in the middle of a write\n";
  EXPECT_EQ(totals.kills, kills);
  // On a busy machine, some are killed before they log anything.
  EXPECT_GE(totals.incarnations, totals.seen);
  EXPECT_GE(totals.seen, 3 * totals.systems);
}

}  // namespace
}  // namespace durability
