// How many stimuli a second a case can have: cases as `adapter run --system` runs them, with
// drivers that have no system, in C++ and in Python, over lines of JSON and over a stream of gRPC.
//
//   cmake --preset release && ninja -C build/release driver_protocol_bench
//   build/release/bin/driver_protocol_bench [ROUNDS] [STIMULI] [JOBS]
//
// A case has so many stimuli, one behind the other: the next one is sent when the driver is done
// with the one before. `done`: the driver does nothing else. `event and done`: each stimulus is a
// step, which expects an event that the driver sends first. Each is measured with one case at a
// time, which mostly sleeps and is woken, and with JOBS cases at a time (as many as there are
// cores), each on a driver of its own, as `adapter run --jobs` runs them. Figures are medians over
// the rounds; a round has every driver, so that all of them meet the same load of the machine.
#include <fmt/format.h>

#include <algorithm>
#include <barrier>
#include <cstdlib>
#include <future>
#include <map>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "adapter/process/process.h"
#include "adapter/systems/external/case_run.h"
#include "base/temporary_folder.h"
#include "bench/closed_loop.h"
#include "suite/reader.h"

namespace {

namespace external = adapter::external;
using Clock = std::chrono::steady_clock;

constexpr auto kLong = std::chrono::minutes(5);
const std::string kPythonDriver = CPNGEN_SOURCE_DIR "/bench/driver_protocol/null_driver.py";

struct Driver {
  std::string name;
  external::DriverDescription how;
};

/// Where the module of gRPC is, which not every Python has; empty: nowhere.
std::string PythonWithGrpc() {
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    if (adapter::RunProcess({python, "-c", "import grpc"}).exit_code == 0) return python;
  }
  return "";
}

Driver Json(const std::string& name, std::vector<std::string> command) {
  Driver driver{name, {}};
  driver.how.command = std::move(command);
  return driver;
}

Driver Grpc(const std::string& name, std::vector<std::string> command) {
  command.emplace_back("{port}");
  Driver driver = Json(name, std::move(command));
  driver.how.grpc = true;
  return driver;
}

std::vector<Driver> Drivers() {
  const std::string cpp = CPNGEN_BINARY_DIR "/bin/null_driver";
  std::vector<Driver> drivers = {Json("C++, JSON", {cpp}), Grpc("C++, gRPC", {cpp}),
                                 Json("Python, JSON", {"python3", kPythonDriver})};
  const std::string python = PythonWithGrpc();
  if (python.empty()) {
    fmt::print("Python, gRPC: left out, for there is no python3-grpcio\n");
    return drivers;
  }
  drivers.push_back(Grpc("Python, gRPC", {python, kPythonDriver}));
  drivers.back().how.environment = {{"PYTHONPATH", CPNGEN_BINARY_DIR "/bench/python"},
                                    {"PYTHONDONTWRITEBYTECODE", "1"}};
  return drivers;
}

suite::Suite SuiteOf(const std::string& steps) {
  return suite::ParseSuite(
      "<Test TestName=\"bench\"><TestCase CaseID=\"1\">" + steps + "</TestCase></Test>",
      "bench.xml");
}

std::string Repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

/// Runs the suite's one case on `jobs` drivers at the same time; stimuli a second of all together.
double StimuliPerSecond(const Driver& driver, const suite::Suite& suite, int stimuli, int jobs) {
  external::SystemDescription system;
  system.name = driver.name;
  system.driver = driver.how;
  system.limits = {kLong, kLong, kLong, std::chrono::milliseconds(0)};
  Clock::time_point start;
  std::barrier warm(jobs, [&]() noexcept { start = Clock::now(); });
  const auto job = [&] {
    external::Instance instance(system);
    const auto run = [&] {
      return external::RunCase(system, instance, suite, suite.cases().front(), 1, kLong)
          .verdict.detail;
    };
    std::string wrong = run();  // the driver has been everywhere once
    warm.arrive_and_wait();
    if (wrong.empty()) wrong = run();
    if (!wrong.empty()) throw std::runtime_error(wrong);
    return Clock::now();
  };
  std::vector<std::future<Clock::time_point>> ends;
  for (int i = 0; i < jobs; ++i) ends.push_back(std::async(std::launch::async, job));
  Clock::time_point last;
  for (auto& end : ends) last = std::max(last, end.get());
  return jobs * stimuli / std::chrono::duration<double>(last - start).count();
}

int Run(int rounds, int stimuli, int jobs) {
  const std::string stimulus = "<Echo><client>1</client><value>17</value></Echo>";
  const std::vector<std::pair<std::string, suite::Suite>> suites = [&] {
    std::vector<std::pair<std::string, suite::Suite>> all;
    all.emplace_back(
        "done",
        SuiteOf("<TestValues>" + Repeated("<Do><client>1</client><value>17</value></Do>", stimuli) +
                "</TestValues>"));
    all.emplace_back("event and done",
                     SuiteOf(Repeated("<TestValues>" + stimulus + "</TestValues><TestOracles>" +
                                          stimulus + "</TestOracles>",
                                      stimuli)));
    return all;
  }();
  const std::vector<Driver> drivers = Drivers();
  std::map<std::tuple<std::string, std::string, int>, std::vector<double>> measured;
  for (int round = 0; round < rounds; ++round) {
    for (const Driver& driver : drivers) {
      for (const auto& [answers, suite] : suites) {
        for (const int at_a_time : {1, jobs}) {
          measured[{driver.name, answers, at_a_time}].push_back(
              StimuliPerSecond(driver, suite, stimuli, at_a_time));
        }
      }
    }
  }
  fmt::print("stimuli a second, medians of {} rounds of {}\n{:<30}{:>9}{:>9}\n", rounds, stimuli,
             "cases at a time", 1, jobs);
  for (const Driver& driver : drivers) {
    for (const auto& [answers, suite] : suites) {
      fmt::print("{:<14}{:<16}{:>9.0f}{:>9.0f}\n", driver.name, answers,
                 bench::Median(measured[{driver.name, answers, 1}]),
                 bench::Median(measured[{driver.name, answers, jobs}]));
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int i, int standard) { return argc > i ? std::atoi(argv[i]) : standard; };
  try {
    const int cores = static_cast<int>(std::thread::hardware_concurrency());
    return Run(number(1, 7), number(2, 5000), std::max(2, number(3, cores)));
  } catch (const std::exception& error) {
    fmt::print(stderr, "driver_protocol_bench: {}\n", error.what());
    return 1;
  }
}
