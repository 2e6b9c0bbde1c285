#include "sut/paxos/programs/server_program.h"

#include <fmt/format.h>
#include <grpcpp/ext/proto_server_reflection_plugin.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "command_line/standard_streams.h"
#include "sut/paxos/programs/log.h"
#include "sut/paxos/programs/server_call.h"
#include "sut/paxos/roles/config.h"

namespace paxos {
namespace {

constexpr int kStorageFailed = 1;
constexpr int kWrongCall = 2;

// Serves until one of `signals` (blocked in all threads) arrives, or the storage fails.
int Serve(const ServerSettings& settings, const sigset_t& signals, const ServerHooks& hooks) {
  // It ends by the signal that the program waits for.
  StartedServer server(settings, hooks, [] { kill(getpid(), SIGTERM); });
  server.Serve();
  int signal = 0;
  sigwait(&signals, &signal);
  if (server.halted()) return kStorageFailed;
  const std::string id = std::to_string(settings.id);
  Log(LogLevel::kInfo, fmt::format("replica {} ends on signal {}", id, signal),
      {{"event", "ends"}, {"replica", id}});
  server.Drain();
  return 0;
}

}  // namespace

int RunServerProgram(int argc, char** argv, const ServerHooks& hooks) {
  command_line::PrepareStandardStreams();
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);  // before the first thread, which all inherit

  signal(SIGPIPE, SIG_IGN);  // a reader of the log that is gone is no reason to die

  setenv("GRPC_VERBOSITY", "NONE", 0);  // we say what is wrong; who wants more sets it
  ServerSettings settings;
  if (const auto code = ReadServerCall({argv + 1, argv + argc}, settings)) return *code;
  StartLog("paxos_server");
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  try {
    return Serve(settings, signals, hooks);
  } catch (const ConfigError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  } catch (const quorum::CredentialsError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  } catch (const StorageError& error) {
    Log(LogLevel::kError, error.what(), {{"event", "refused"}});
  }
  return kWrongCall;
}

}  // namespace paxos
