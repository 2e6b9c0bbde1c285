#include "adapter/process/process_tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <thread>
#include <vector>

#include "adapter/process/readiness.h"
#include "adapter/process/testing/instances.h"
#include "base/temporary_folder.h"
#include "testing/files.h"

namespace adapter {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

std::string ErrorOfStart(ProcessTree& tree, const ProcessSpec& spec) {
  try {
    tree.Start(spec);
  } catch (const ProcessError& error) {
    return error.what();
  }
  return "started";
}

ProcessSpec Running(const std::string& name, const std::vector<std::string>& command) {
  ProcessSpec spec;
  spec.name = name;
  spec.command = command;
  return spec;
}

std::string ReadSome(const base::FileDescriptor& from) {
  std::string text(4096, '\0');
  const ssize_t size = ::read(from.get(), text.data(), text.size());
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  return text;
}

TEST(ProcessTreeTest, ReportsExitCodeAfterTheLastWordsAreInTheLog) {
  ProcessTree tree;
  const StartedProcess started = tree.Start(Misbehaving("a", {"exit", "3"}));
  const auto exit = tree.WaitForExit("a", Soon());
  ASSERT_TRUE(exit);
  EXPECT_EQ(test::ReadFile(started.log), "last words\n");
  EXPECT_EQ(exit->code, 3);
  EXPECT_EQ(exit->signal, 0);
  EXPECT_EQ(exit->pid, started.pid);
  EXPECT_FALSE(exit->was_asked_for);
  EXPECT_EQ(ExitText(*exit), "exited with code 3");
}

TEST(ProcessTreeTest, ReportsTheSignalThatEndedAProcess) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"abort"}));
  const auto exit = tree.WaitForExit("a", Soon());
  ASSERT_TRUE(exit);
  EXPECT_EQ(ExitText(*exit), "was killed by signal 6 (Aborted)");
}

TEST(ProcessTreeTest, CallsBackForEachExitAndSaysWhichWereAskedFor) {
  std::mutex mutex;
  std::map<std::string, bool> asked_for;
  {
    ProcessTree tree([&](const ProcessExit& exit) {
      const std::lock_guard lock(mutex);
      asked_for[exit.name] = exit.was_asked_for;
    });
    tree.Start(Misbehaving("by itself", {"exit", "0"}));
    tree.Start(Misbehaving("killed", {"sleep"}));
    tree.Kill("killed");
    ASSERT_TRUE(tree.WaitForExit("by itself", Soon()));
  }
  EXPECT_EQ(asked_for, (std::map<std::string, bool>{{"by itself", false}, {"killed", true}}));
}

TEST(ProcessTreeTest, WaitsUntilItsDeadline) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"sleep"}));
  EXPECT_FALSE(tree.WaitForExit("a", ProcessTree::Clock::now() + std::chrono::milliseconds(5)));
}

TEST(ProcessTreeTest, KillIsOverWhenItReturns) {
  ProcessTree tree;
  const StartedProcess started = tree.Start(Misbehaving("a", {"ignore"}));
  const ProcessExit exit = tree.Kill("a");
  EXPECT_EQ(exit.signal, SIGKILL);
  EXPECT_TRUE(exit.was_asked_for);
  EXPECT_FALSE(fs::exists("/proc/" + std::to_string(started.pid)));
}

TEST(ProcessTreeTest, KillOfOneThatHasEndedSaysHowItEnded) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"exit", "4"}));
  ASSERT_TRUE(tree.WaitForExit("a", Soon()));
  EXPECT_EQ(tree.Kill("a").code, 4);
}

TEST(ProcessTreeTest, TerminateEndsWithSigtermWhoListens) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"sleep"}));
  EXPECT_EQ(tree.Terminate("a", std::chrono::seconds(30)).signal, SIGTERM);
}

TEST(ProcessTreeTest, TerminateKillsWhoIgnoresSigterm) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"ignore"}));
  ASSERT_TRUE(WaitForLogText(tree, "a", "ignoring", Soon()).is_ready);
  EXPECT_EQ(tree.Terminate("a", std::chrono::milliseconds(5)).signal, SIGKILL);
}

TEST(ProcessTreeTest, TerminateReachesOneThatStandsStill) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"sleep"}));
  ASSERT_TRUE(tree.Pause("a"));
  EXPECT_EQ(tree.Terminate("a", std::chrono::seconds(30)).signal, SIGTERM);
}

TEST(ProcessTreeTest, APausedProcessDoesNothingUntilItIsResumed) {
  ProcessTree tree;
  ProcessSpec spec = Misbehaving("a", {"echo"});
  spec.has_pipes = true;
  const StartedProcess started = tree.Start(spec);
  ASSERT_TRUE(tree.Pause("a"));
  EXPECT_TRUE(tree.IsPaused("a"));
  std::ifstream stat("/proc/" + std::to_string(started.pid) + "/stat");
  std::string pid, name, state;
  stat >> pid >> name >> state;
  EXPECT_EQ(state, "T");
  ASSERT_EQ(::write(started.input.get(), "hello", 5), 5);
  ASSERT_TRUE(tree.Resume("a"));
  EXPECT_FALSE(tree.IsPaused("a"));
  EXPECT_EQ(ReadSome(started.output), "hello");
}

TEST(ProcessTreeTest, SeesThatAProcessStopsItself) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"stop"}));
  while (!tree.IsPaused("a")) std::this_thread::yield();
  ASSERT_TRUE(tree.Resume("a"));
  EXPECT_TRUE(WaitForLogText(tree, "a", "resumed", Soon()).is_ready);
}

TEST(ProcessTreeTest, PauseOfOneThatHasEndedSaysSo) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"exit", "0"}));
  ASSERT_TRUE(tree.WaitForExit("a", Soon()));
  EXPECT_FALSE(tree.Pause("a"));
}

TEST(ProcessTreeTest, RestartKeepsFolderAndLog) {
  ProcessTree tree;
  const base::TemporaryFolder folder;
  ProcessSpec spec = Misbehaving("a", {"count"});
  spec.working_folder = folder.path();
  const pid_t first = tree.Start(spec).pid;
  ASSERT_TRUE(WaitForLogText(tree, "a", "counted", Soon()).is_ready);
  const StartedProcess again = tree.Restart("a");
  ASSERT_TRUE(WaitForLogText(tree, "a", "counted", Soon()).is_ready);
  EXPECT_EQ(test::ReadFile(folder / "starts"),
            std::to_string(first) + "\n" + std::to_string(again.pid) + "\n");
  EXPECT_EQ(again.log_start, std::string("counted\n").size());
  EXPECT_EQ(test::ReadFile(again.log), "counted\ncounted\n");
}

TEST(ProcessTreeTest, DriversTalkOverPipesAndComplainToTheLog) {
  ProcessTree tree;
  ProcessSpec spec = Misbehaving("driver", {"echo"});
  spec.has_pipes = true;
  StartedProcess started = tree.Start(spec);
  ASSERT_EQ(::write(started.input.get(), "ping", 4), 4);
  EXPECT_EQ(ReadSome(started.output), "ping");
  started.input.Close();
  EXPECT_EQ(ReadSome(started.output), "");
  const auto exit = tree.WaitForExit("driver", Soon());
  ASSERT_TRUE(exit);
  EXPECT_EQ(exit->code, 0);
  EXPECT_EQ(test::ReadFile(started.log), "echoed\n");
}

TEST(ProcessTreeTest, AProcessInheritsNothingButWhatItIsTold) {
  const auto before = ::signal(SIGPIPE, SIG_IGN);
  sigset_t blocked;
  sigset_t mask_before;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &blocked, &mask_before);
  const base::TemporaryFolder folder;
  ProcessTree tree;
  ProcessSpec spec = Misbehaving("a", {"inventory"});
  spec.environment = {{"COLOUR", "green"}};
  spec.inherits_environment = false;
  spec.working_folder = folder.path();
  const StartedProcess started = tree.Start(spec);
  ASSERT_TRUE(tree.WaitForExit("a", Soon()));
  EXPECT_EQ(test::ReadFile(started.log),
            "descriptor 0\ndescriptor 1\ndescriptor 2\n"
            "dies with its parent by 9\nleads a session\nfolder " +
                folder.path().string() + "\nCOLOUR=green\nCPNGEN_PROCESS=a\n");
  pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
  ::signal(SIGPIPE, before);
}

TEST(ProcessTreeTest, AProcessHasTheEnvironmentOfThisProgramAndWhatIsAdded) {
  ::setenv("CPNGEN_TEST_INHERITED", "yes", 1);
  ProcessTree tree;
  ProcessSpec spec = Running("a", {"sh", "-c", "echo $CPNGEN_TEST_INHERITED $ADDED"});
  spec.environment = {{"ADDED", "too"}};
  const StartedProcess started = tree.Start(spec);
  ASSERT_TRUE(tree.WaitForExit("a", Soon()));
  EXPECT_EQ(test::ReadFile(started.log), "yes too\n");
}

TEST(ProcessTreeTest, ALogHasALimitAndSaysSo) {
  ProcessTree tree;
  ProcessSpec spec = Misbehaving("a", {"fill_log"});
  spec.log_limit = 2000;
  const StartedProcess started = tree.Start(spec);
  // Without its output being read, it would wait for ever and never make that file.
  while (!fs::exists(tree.folder() / "filled")) std::this_thread::yield();
  const ProcessExit exit = tree.Kill("a");
  const std::string notice =
      "\n[the log ends here: its limit of 2000 bytes is reached, the rest is dropped]\n";
  const std::string log = test::ReadFile(started.log);
  EXPECT_EQ(log.size(), 2000 + notice.size());
  EXPECT_THAT(log, ::testing::EndsWith(notice));
  EXPECT_EQ(exit.dropped_output, 6 + 4000 * 1001 - 2000);
}

TEST(ProcessTreeTest, NamesAProgramThatIsNotInThePath) {
  ProcessTree tree;
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {"no-such-program"})),
            "cannot start 'server': no program 'no-such-program' in PATH");
}

TEST(ProcessTreeTest, NamesAProgramThatIsNotThere) {
  ProcessTree tree;
  const base::TemporaryFolder folder;
  ProcessSpec spec = Running("server", {"./server"});
  spec.working_folder = folder.path();
  EXPECT_EQ(ErrorOfStart(tree, spec),
            "cannot start 'server': no program './server' in " + folder.path().string());
}

TEST(ProcessTreeTest, NamesAProgramThatIsNotExecutable) {
  ProcessTree tree;
  const base::TemporaryFolder folder;
  const std::string file = folder.Write("server", "#!/bin/sh\n");
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {file})),
            "cannot start 'server': program '" + file + "' is not executable");
}

TEST(ProcessTreeTest, NamesAProgramWhoseInterpreterIsMissing) {
  ProcessTree tree;
  const base::TemporaryFolder folder;
  const std::string file = folder.Write("server", "#!/no/such/interpreter\n");
  fs::permissions(file, fs::perms::owner_all);
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {file})),
            "cannot start 'server': program '" + file +
                "': the interpreter of its first line is missing");
}

TEST(ProcessTreeTest, NamesAFolderThatIsTakenForAProgram) {
  ProcessTree tree;
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {"/tmp"})),
            "cannot start 'server': program '/tmp' is a folder");
}

TEST(ProcessTreeTest, NamesAWorkingFolderThatIsNotThere) {
  ProcessTree tree;
  ProcessSpec spec = Running("server", {"true"});
  spec.working_folder = "/no/such/folder";
  EXPECT_EQ(ErrorOfStart(tree, spec),
            "cannot start 'server': working folder /no/such/folder: No such file or directory");
}

TEST(ProcessTreeTest, NamesALogThatCannotBeWritten) {
  ProcessTree tree;
  ProcessSpec spec = Running("server", {"true"});
  spec.log = "/no/such/folder/log";
  EXPECT_EQ(ErrorOfStart(tree, spec),
            "cannot start 'server': log file /no/such/folder/log: No such file or directory");
}

TEST(ProcessTreeTest, RefusesACommandThatIsEmpty) {
  ProcessTree tree;
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {})), "cannot start 'server': it has no command");
}

TEST(ProcessTreeTest, RefusesACommandThatIsTooLong) {
  ProcessTree tree;
  ProcessSpec spec = Running("server", {"true", std::string(1 << 18, 'x')});
  spec.inherits_environment = false;
  EXPECT_THAT(ErrorOfStart(tree, spec),
              HasSubstr("cannot start 'server': its command and environment have 262"));
  EXPECT_EQ(ErrorOfStart(tree, Running("server", {"true"})), "started");
}

TEST(ProcessTreeTest, RefusesToStartAProcessTwice) {
  ProcessTree tree;
  const pid_t pid = tree.Start(Misbehaving("a", {"sleep"})).pid;
  EXPECT_EQ(ErrorOfStart(tree, Misbehaving("a", {"sleep"})),
            "cannot start 'a': it runs already (process " + std::to_string(pid) + ")");
}

TEST(ProcessTreeTest, RefusesNamesThatWereNeverStarted) {
  ProcessTree tree;
  try {
    tree.Kill("b");
    FAIL() << "killed";
  } catch (const ProcessError& error) {
    EXPECT_STREQ(error.what(), "no process 'b' was started");
  }
}

TEST(ProcessTreeTest, AFailedStartLeavesTheNameFree) {
  ProcessTree tree;
  EXPECT_NE(ErrorOfStart(tree, Running("a", {"no-such-program"})), "started");
  EXPECT_EQ(ErrorOfStart(tree, Misbehaving("a", {"sleep"})), "started");
}

TEST(ProcessTreeTest, KillAllEndsThoseThatOthersWaitFor) {
  ProcessTree tree;
  tree.Start(Misbehaving("a", {"sleep"}));
  std::thread killer([&] { tree.KillAll(); });
  EXPECT_TRUE(tree.WaitForExit("a", Soon()));
  killer.join();
  EXPECT_EQ(ErrorOfStart(tree, Misbehaving("a", {"sleep"})), "started");
}

TEST(ProcessTreeTest, ManyThreadsUseOneTree) {
  ProcessTree tree;
  std::vector<std::thread> threads;
  std::atomic<int> ended{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&tree, &ended, i] {
      const std::string name = "p" + std::to_string(i);
      tree.Start(Misbehaving(name, {"sleep"}));
      for (int round = 0; round < 5; ++round) {
        tree.Pause(name);
        tree.Resume(name);
        tree.Restart(name);
      }
      if (tree.Kill(name).signal == SIGKILL) ++ended;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(ended, 4);
}

TEST(ProcessTreeTest, InstancesHaveFoldersOfTheirOwn) {
  fs::path first;
  {
    const ProcessTree a;
    const ProcessTree b;
    first = a.folder();
    EXPECT_NE(a.folder(), b.folder());
    EXPECT_TRUE(fs::is_directory(a.folder()));
    EXPECT_EQ(a.folder().parent_path(), fs::temp_directory_path());
    EXPECT_THAT(a.folder().filename().string(), ::testing::StartsWith("cpngen-instance-"));
  }
  EXPECT_FALSE(fs::exists(first));
}

}  // namespace
}  // namespace adapter
