// Whatever processes do, and however the instance ends: nothing is left behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include "adapter/process/ports.h"
#include "adapter/process/process_tree.h"
#include "adapter/process/readiness.h"
#include "adapter/process/testing/instances.h"
#include "base/temporary_folder.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;
using ::testing::AnyOfArray;
using ::testing::Each;

// The descendants that misbehave("fork") has in the end: itself, a child and a grandchild.
constexpr std::size_t kForked = 3;

struct Instance {
  fs::path folder;
  pid_t warden = -1;
};

// A letter, as /proc has it; empty when there is no such process.
std::string StateOf(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number, name, state;
  stat >> number >> name >> state;
  return state;
}

// Does it stand still, or end? One that was ending when it was told to stop ends.
bool StopsOrEnds(pid_t pid) {
  const auto deadline = Soon();
  while (ProcessTree::Clock::now() < deadline) {
    const std::string state = StateOf(pid);
    if (state.empty() || state == "T" || state == "Z" || state == "X") return true;
  }
  return false;
}

Instance Of(const ProcessTree& tree) { return {tree.folder(), tree.warden()}; }

TEST(HostileProcessesTest, TheEndOfAnInstanceLeavesNothing) {
  Instance instance;
  {
    ProcessTree tree;
    instance = Of(tree);
    tree.Start(Misbehaving("forks", {"fork"}));
    tree.Start(Misbehaving("forgets", {"fork_and_forget"}));
    tree.Start(Misbehaving("ignores", {"ignore"}));
    tree.Start(Misbehaving("stops", {"stop"}));
    ASSERT_TRUE(WaitForLogText(tree, "forks", "grandchild", Soon()).is_ready);
    ASSERT_TRUE(HasSoMany(tree, kForked + kForked + 2));
  }
  EXPECT_EQ(WhatIsLeft(instance.folder, instance.warden), "");
  EXPECT_FALSE(fs::exists("/proc/" + std::to_string(instance.warden)));
}

TEST(HostileProcessesTest, KillTakesDescendantsThatHaveLeftTheGroup) {
  ProcessTree tree;
  tree.Start(Misbehaving("other", {"sleep"}));
  tree.Start(Misbehaving("forks", {"fork"}));
  ASSERT_TRUE(HasSoMany(tree, 1 + kForked));
  tree.Kill("forks");
  EXPECT_TRUE(HasSoMany(tree, 1));
  EXPECT_FALSE(tree.Exited("other"));
}

TEST(HostileProcessesTest, KillTakesWhatAProcessThatHasEndedLeftBehind) {
  ProcessTree tree;
  ProcessSpec spec;
  spec.name = "daemon";
  spec.command = {"sh", "-c", "setsid sleep 1000 & exit 0"};
  tree.Start(spec);
  ASSERT_TRUE(tree.WaitForExit("daemon", Soon()));
  ASSERT_TRUE(HasSoMany(tree, 1));
  tree.Kill("daemon");
  EXPECT_TRUE(HasSoMany(tree, 0));
}

TEST(HostileProcessesTest, PauseStopsDescendants) {
  ProcessTree tree;
  tree.Start(Misbehaving("forks", {"fork"}));
  // It has forked for the last time; before that, so many are sometimes others.
  ASSERT_TRUE(WaitForLogText(tree, "forks", "grandchild", Soon()).is_ready);
  ASSERT_TRUE(HasSoMany(tree, kForked));
  ASSERT_TRUE(tree.Pause("forks"));
  for (const pid_t pid : ProcessesOf(tree.folder(), tree.warden())) EXPECT_EQ(StateOf(pid), "T");
}

TEST(HostileProcessesTest, PauseStopsOneThatForksWithoutEnd) {
  // A fork that has begun ends although its process was told to stop: each time may be that time.
  for (int time = 0; time < 30; ++time) {
    ProcessTree tree;
    tree.Start(Misbehaving("forks", {"fork_without_end"}));
    ASSERT_TRUE(HasSoMany(tree, 2));
    ASSERT_TRUE(tree.Pause("forks"));
    const auto paused = ProcessesOf(tree.folder(), tree.warden());
    for (const pid_t pid : paused) EXPECT_TRUE(StopsOrEnds(pid)) << StateOf(pid);
    // Some were about to end; nobody has come.
    EXPECT_THAT(ProcessesOf(tree.folder(), tree.warden()), Each(AnyOfArray(paused)));
  }
}

TEST(HostileProcessesTest, KillLeavesThatOfAnotherInstanceAlone) {
  ProcessTree tree;
  ProcessTree other;  // what it starts is younger, and has the same name
  tree.Start(Misbehaving("forks", {"fork"}));
  ASSERT_TRUE(HasSoMany(tree, kForked));
  other.Start(Misbehaving("forks", {"fork"}));
  ASSERT_TRUE(HasSoMany(other, kForked));
  tree.Kill("forks");
  EXPECT_TRUE(HasSoMany(tree, 0));
  EXPECT_EQ(ProcessesOf(other.folder(), other.warden()).size(), kForked);
}

TEST(HostileProcessesTest, KillAllEndsOneThatForksWithoutEnd) {
  ProcessTree tree;
  tree.Start(Misbehaving("forks", {"fork_without_end"}));
  ASSERT_TRUE(HasSoMany(tree, 2));
  tree.KillAll();
  EXPECT_EQ(ProcessesOf(tree.folder(), tree.warden()).size(), 0u);
}

TEST(HostileProcessesTest, TheFolderGoesHoweverItLooks) {
  const base::TemporaryFolder elsewhere;
  elsewhere.Write("kept", "kept");
  Instance instance;
  {
    ProcessTree tree;
    instance = Of(tree);
    ProcessSpec spec;
    spec.name = "litters";
    spec.command = {"sh", "-c",
                    "ln -s " + elsewhere.path().string() +
                        " link; mkdir -p a/b/c; ln -s . a/loop;"
                        "touch a/b/c/file; mkfifo a/pipe; chmod 0 a/b/c a/b a; echo done"};
    tree.Start(spec);
    ASSERT_TRUE(tree.WaitForExit("litters", Soon()));
  }
  EXPECT_EQ(WhatIsLeft(instance.folder, instance.warden), "");
  EXPECT_EQ(elsewhere.Names(), std::vector<std::string>{"kept"});
}

// A process that stands for the adapter: it has an instance with processes that misbehave.
class Stand {
 public:
  Stand() {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    pid_ = ::fork();
    if (pid_ == 0) {
      ::close(ends[0]);
      BeAdapter(ends[1]);
    }
    ::close(ends[1]);
    const base::FileDescriptor from(ends[0]);
    char buffer[256] = {};
    if (::read(from.get(), buffer, sizeof buffer - 1) <= 0) {
      End();
      throw std::runtime_error("the processes that misbehave did not start");
    }
    const std::string text(buffer);
    instance_.warden = std::stoi(text);
    instance_.folder = text.substr(text.find(' ') + 1);
  }
  ~Stand() { End(); }

  const Instance& instance() const { return instance_; }

  void End() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

 private:
  [[noreturn]] static void BeAdapter(int to) {
    ProcessTree tree;
    tree.Start(Misbehaving("forks", {"fork"}));
    tree.Start(Misbehaving("ignores", {"ignore"}));
    if (HasSoMany(tree, kForked + 1)) {
      const std::string text = std::to_string(tree.warden()) + " " + tree.folder().string();
      [[maybe_unused]] const ssize_t ignored = ::write(to, text.data(), text.size());
    }
    ::close(to);
    while (true) ::pause();
  }

  pid_t pid_ = -1;
  Instance instance_;
};

TEST(HostileProcessesTest, SigkillOfTheAdapterLeavesNothing) {
  Stand stand;
  ASSERT_GT(ProcessesOf(stand.instance().folder, stand.instance().warden).size(), 0u);
  stand.End();
  EXPECT_EQ(WhatIsLeft(stand.instance().folder, stand.instance().warden), "");
}

TEST(HostileProcessesTest, SigtermOfTheWardenLeavesNothing) {
  ProcessTree tree;
  const Instance instance = Of(tree);
  tree.Start(Misbehaving("forks", {"fork"}));
  ASSERT_TRUE(HasSoMany(tree, kForked));
  ::kill(tree.warden(), SIGTERM);
  EXPECT_EQ(WhatIsLeft(instance.folder, instance.warden), "");
}

TEST(HostileProcessesTest, SigkillOfTheWardenLeavesNothingAndIsNoticed) {
  ProcessTree tree;
  const Instance instance = Of(tree);
  tree.Start(Misbehaving("forks", {"fork"}));
  ASSERT_TRUE(HasSoMany(tree, kForked));
  ::kill(tree.warden(), SIGKILL);
  const auto exit = tree.WaitForExit("forks", Soon());
  ASSERT_TRUE(exit);
  EXPECT_FALSE(exit->was_asked_for);
  EXPECT_EQ(WhatIsLeft(instance.folder, instance.warden), "");
  const std::string lost = "the warden (process " + std::to_string(instance.warden) +
                           ") of the instance in " + instance.folder.string() +
                           " was killed by signal 9 (Killed); its processes are killed";
  EXPECT_EQ(tree.Lost(), lost);
  try {
    tree.Start(Misbehaving("a", {"sleep"}));
    FAIL() << "started";
  } catch (const ProcessError& error) {
    EXPECT_EQ(error.what(), lost);
  }
}

TEST(HostileProcessesTest, PortsAreFreeAfterTheInstance) {
  const PortReservation reserved;
  {
    ProcessTree tree;
    tree.Start(Misbehaving("server", {"listen", std::to_string(reserved.port())}));
    ASSERT_TRUE(WaitForPort(tree, "server", reserved.port(), Soon()).is_ready);
  }
  const base::FileDescriptor server(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int on = 1;
  ::setsockopt(server.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(reserved.port());
  EXPECT_EQ(::bind(server.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

}  // namespace
}  // namespace adapter
