#include "adapter/systems/external/driver_check.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "adapter/options.h"
#include "adapter/systems/external/instance.h"

namespace adapter::external {
namespace {

namespace protocol = driver_protocol;
using Clock = std::chrono::steady_clock;

/// A stimulus that no model has.
constexpr const char* kUnknownStimulus = "CpngenDriverTest";

class DriverChecker {
 public:
  explicit DriverChecker(const SystemDescription& system) : system_(system) {}

  std::vector<DriverCheck> Check() {
    const bool begun =
        Try("the system starts, and the driver answers hello with ready",
            [this] { instance_ = std::make_unique<Instance>(system_); }) &&
        Try("a case begins", [this] { Begin(); }) &&
        Try("a case ends, without an event that nobody caused", [this] { End(); }) &&
        Try("another case begins and ends in the same processes", [this] { Begin(), End(); }) &&
        Try("a stimulus that it does not know is answered with done or error",
            [this] { Begin(), UnknownStimulus(); }) &&
        Try("the case can be ended, and another one be begun, after that",
            [this] { End(), Begin(), End(); });
    if (!begun) return std::move(checks_);
    Try("it ends when its input ends", [this] { HangUp(); });
    Try("it can be killed in the middle of a case, and started again", [this] {
      Start();
      Begin();
      instance_->tree().Kill("driver");
      Start();
      Begin();
      End();
    });
    return std::move(checks_);
  }

 private:
  bool Try(const std::string& what, const std::function<void()>& check) {
    try {
      check();
      checks_.push_back({what, ""});
      return true;
    } catch (const SystemError& error) {
      checks_.push_back({what, error.what()});
    } catch (const ProcessError& error) {
      checks_.push_back({what, error.what()});
    }
    return false;
  }

  void Start() {
    instance_.reset();
    instance_ = std::make_unique<Instance>(system_);
  }

  void Begin() {
    protocol::BeginCase begin;
    begin.id = instance_->NextId();
    begin.suite = "driver-test";
    begin.test = std::to_string(instance_->cases + 1);
    begin.seed = 1;
    begin.fresh = instance_->cases++ == 0;
    begin.addresses = instance_->addresses();
    RequireDone(Tell(begin), begin.id, "beginCase");
  }

  void End() {
    const protocol::EndCase end{instance_->NextId()};
    RequireDone(Tell(end), end.id, "endCase");
  }

  void UnknownStimulus() {
    const protocol::Stimulus stimulus{instance_->NextId(), kUnknownStimulus, {}, ""};
    const protocol::FromDriver answer = Tell(stimulus);
    if (const auto* error = std::get_if<protocol::Error>(&answer)) {
      if (error->id != stimulus.id) FailOfId("error", error->id, stimulus.id);
      return;
    }
    RequireDone(answer, stimulus.id, "the stimulus");
  }

  void HangUp() {
    instance_->HangUp();
    const auto exit = instance_->tree().WaitForExit("driver", Clock::now() + system_.limits.stop);
    if (!exit) {
      throw SystemError(fmt::format(
          "it still runs {} after {}", DurationText(system_.limits.stop),
          system_.driver.grpc ? "the adapter has ended the stream" : "its input has ended"));
    }
  }

  /// The first answer to a message that is no log line; to a stimulus, no event either.
  protocol::FromDriver Tell(const protocol::ToDriver& message) {
    const bool events_come = std::holds_alternative<protocol::Stimulus>(message);
    const auto deadline = Clock::now() + system_.limits.step;
    instance_->Send(message, deadline);
    while (true) {
      const std::optional<Occurrence> next = instance_->Next(deadline);
      if (!next || Clock::now() > deadline) {
        throw SystemError(fmt::format("no answer for {}", DurationText(system_.limits.step)));
      }
      const auto* answer = std::get_if<protocol::FromDriver>(&*next);
      if (answer == nullptr || std::holds_alternative<protocol::Log>(*answer)) continue;
      if (events_come && std::holds_alternative<protocol::Event>(*answer)) continue;
      return *answer;
    }
  }

  [[noreturn]] static void FailOfId(const char* what, int id, int expected) {
    throw SystemError(fmt::format("{} has id {}, that of the message is {}", what, id, expected));
  }

  static void RequireDone(const protocol::FromDriver& answer, int id, const char* to) {
    if (const auto* done = std::get_if<protocol::Done>(&answer)) {
      if (done->id != id) FailOfId("done", done->id, id);
      return;
    }
    if (const auto* error = std::get_if<protocol::Error>(&answer)) {
      throw SystemError(fmt::format("{} was answered with the error: {}", to, error->message));
    }
    if (const auto* event = std::get_if<protocol::Event>(&answer)) {
      throw SystemError(
          fmt::format("{} was answered with the event {}", to, ToString(ObservedOf(*event))));
    }
    throw SystemError(fmt::format("{} was answered with ready", to));
  }

  const SystemDescription& system_;
  std::unique_ptr<Instance> instance_;
  std::vector<DriverCheck> checks_;
};

}  // namespace

std::vector<DriverCheck> CheckDriver(const SystemDescription& system) {
  return DriverChecker(system).Check();
}

}  // namespace adapter::external
