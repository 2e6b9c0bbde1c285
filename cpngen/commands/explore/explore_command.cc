#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/read_file.h"
#include "cpngen/commands/commands.h"
#include "cpngen/commands/explore/net_pictures.h"
#include "cpngen/commands/explore/net_subject.h"
#include "cpngen/commands/explore/space_watch.h"
#include "cpngen/commands/explore/trace_subject.h"
#include "cpngen/input_error.h"
#include "cpngen/load.h"
#include "cpngen/replay_file.h"
#include "cpngen/value_json.h"
#include "explorer/local_server.h"
#include "trace/trace_file.h"

extern char** environ;

namespace cpngen {
namespace {

using explore::NetSubject;
using explore::OpenedRun;
using explore::SpaceWatch;
using explore::Subject;

constexpr std::chrono::milliseconds kLook{20};

/// What to show: the model, a file of traces, or both.
struct Inputs {
  ModelArguments model;  ///< without path: traces alone
  std::string trace_path;
  std::string trace_bytes;
};

/// The model that the traces name, where the call names none.
void FindModel(const std::vector<trace::Trace>& traces, Inputs& inputs) {
  const trace::Header& header = traces.front().header;
  if (header.model.empty()) return;
  std::filesystem::path model = header.model;
  if (!std::filesystem::exists(model)) {
    model = std::filesystem::path(inputs.trace_path).parent_path() / header.model;
  }
  if (!std::filesystem::exists(model)) {
    throw InputError(
        fmt::format("{}: its model {} is not there; name it: cpngen explore MODEL --trace {}",
                    inputs.trace_path, header.model, inputs.trace_path));
  }
  inputs.model.path = model.string();
  for (const auto& [name, value] : header.parameters) {
    inputs.model.parameters.try_emplace(name, value);
  }
}

Inputs ReadInputs(const ExploreOptions& options) {
  Inputs inputs{options.model, options.trace, ""};
  const bool alone = options.trace.empty() && IsTraceFile(options.model.path);
  if (alone) {
    inputs.trace_path = options.model.path;
    inputs.model.path.clear();
  }
  if (inputs.trace_path.empty()) return inputs;
  base::FileContents contents = base::ReadFile(inputs.trace_path, trace::kMaxFileBytes);
  if (!contents.problem.empty()) {
    throw InputError(
        fmt::format("{}: cannot read this file: {}", inputs.trace_path, contents.problem));
  }
  inputs.trace_bytes = std::move(contents.bytes);
  if (!alone) return inputs;
  const std::vector<trace::Trace> traces = trace::Parse(inputs.trace_bytes, inputs.trace_path);
  if (traces.empty()) throw InputError(inputs.trace_path + ": no trace is in it");
  FindModel(traces, inputs);
  return inputs;
}

std::vector<OpenedRun> OpenRuns(cpn::lua::LuaModel& model, const Inputs& inputs) {
  std::vector<OpenedRun> opened;
  if (inputs.trace_path.empty()) return opened;
  for (Trace& run : ReplayAll(model, inputs.trace_path, inputs.trace_bytes)) {
    opened.push_back({fmt::format("run {}", opened.size() + 1), std::move(run)});
  }
  if (!trace::LooksLikeTraces(inputs.trace_bytes)) return opened;
  const std::vector<trace::Trace> traces = trace::Parse(inputs.trace_bytes, inputs.trace_path);
  for (std::size_t i = 0; i < opened.size(); ++i) {
    if (!traces[i].header.property.empty()) opened[i].title = traces[i].header.property;
  }
  return opened;
}

/// The page in the user's browser, if there is one.
void OpenBrowser(const std::string& url, std::ostream& err) {
  std::string program = "xdg-open";
  std::string address = url;
  char* const argv[] = {program.data(), address.data(), nullptr};
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  for (const int stream : {1, 2}) {
    posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  const int error = posix_spawnp(&child, program.c_str(), &quiet, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
  if (error != 0) {
    err << "cpngen: note: no browser can be opened (xdg-open is not there); open the address\n";
    return;
  }
  std::thread([child] {  // xdg-open may wait for the browser
    int status = 0;
    waitpid(child, &status, 0);
  })
      .detach();
}

/// Serves until somebody ends it.
ExitCode Serve(const ExploreOptions& options, Subject& subject, const Streams& streams) {
  try {
    const explorer::LocalServer server(
        static_cast<int>(options.port),
        [&](const std::string& name, const explorer::Json& question) {
          return subject.Answer(name, question);
        });
    streams.budget->Enter("serving the page");
    streams.out << server.url() << std::endl;
    if (streams.progress) streams.err << "cpngen: open the address in a browser; Ctrl-C ends it\n";
    if (options.open) OpenBrowser(server.url(), streams.err);
    while (!streams.budget->stopped()) std::this_thread::sleep_for(kLook);
    const base::StopReason reason = streams.budget->reason();
    streams.budget->AllowReport();  // time for connections to end
    if (reason != base::StopReason::kInterrupted) throw base::StopError(reason);
  } catch (const explorer::ListenError& error) {
    throw InputError(fmt::format("--port {}: {}", options.port, error.what()));
  }
  return ExitCode::kDone;
}

ExitCode ServeNet(const ExploreOptions& options, const Inputs& inputs, const Streams& streams) {
  const auto model = LoadModelFor(inputs.model, &streams.err, streams.budget);
  streams.budget->Enter("drawing " + inputs.model.path);
  Json about = {{"title", model->name()},
                {"path", inputs.model.path},
                {"parameters", ParametersJson(*model)},
                {"modules", explore::PicturesJson(*model, *streams.budget)},
                {"runs", Json::array()}};
  streams.budget->Enter("reading " + inputs.trace_path);
  std::vector<OpenedRun> runs = OpenRuns(*model, inputs);
  const SpaceWatch space(
      [&](const base::Budget* budget) { return LoadModelFor(inputs.model, nullptr, budget); },
      options.max_states);
  NetSubject subject(*model, std::move(runs), std::move(about), space);
  return Serve(options, subject, streams);
}

}  // namespace

ExitCode Explore(const ExploreOptions& options, const Streams& streams) {
  const Inputs inputs = ReadInputs(options);
  if (!inputs.model.path.empty()) return ServeNet(options, inputs, streams);
  explore::TraceSubject subject(trace::Parse(inputs.trace_bytes, inputs.trace_path),
                                inputs.trace_path);
  return Serve(options, subject, streams);
}

}  // namespace cpngen
