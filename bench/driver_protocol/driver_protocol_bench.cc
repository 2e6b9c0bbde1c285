// How many stimuli a second a case can have: cases as `adapter run --system` runs them, with
// drivers that have no system, in C++ and in Python, over lines of JSON and over a stream of gRPC.
//
//   cmake --preset release && ninja -C build/release driver_protocol_bench
//   build/release/bin/driver_protocol_bench [ROUNDS] [STIMULI]
//
// A case has so many stimuli, one behind the other: the next one is sent when the driver is done
// with the one before. `done`: the driver does nothing else. `event and done`: each stimulus is a
// step, which expects an event that the driver sends first. Figures are medians over the rounds; a
// round has every driver, so that all of them meet the same load of the machine.
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
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

/// Runs the suite's one case on a driver of its own; stimuli a second.
double StimuliPerSecond(const Driver& driver, const suite::Suite& suite, int stimuli) {
  external::SystemDescription system;
  system.name = driver.name;
  system.driver = driver.how;
  system.limits = {kLong, kLong, kLong, std::chrono::milliseconds(0)};
  external::Instance instance(system);
  const auto run = [&] {
    const auto outcome =
        external::RunCase(system, instance, suite, suite.cases().front(), 1, kLong);
    if (!outcome.verdict.detail.empty()) throw std::runtime_error(outcome.verdict.detail);
  };
  run();  // the driver has been everywhere once
  const auto start = Clock::now();
  run();
  return stimuli / std::chrono::duration<double>(Clock::now() - start).count();
}

int Run(int rounds, int stimuli) {
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
  std::map<std::pair<std::string, std::string>, std::vector<double>> measured;
  for (int round = 0; round < rounds; ++round) {
    for (const Driver& driver : drivers) {
      for (const auto& [answers, suite] : suites) {
        measured[{driver.name, answers}].push_back(StimuliPerSecond(driver, suite, stimuli));
      }
    }
  }
  fmt::print("stimuli a second, medians of {} rounds of {}\n", rounds, stimuli);
  for (const Driver& driver : drivers) {
    fmt::print("{:<14}", driver.name);
    for (const auto& [answers, suite] : suites) {
      fmt::print("   {} {:>7.0f}", answers, bench::Median(measured[{driver.name, answers}]));
    }
    fmt::print("\n");
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return Run(argc > 1 ? std::atoi(argv[1]) : 7, argc > 2 ? std::atoi(argv[2]) : 5000);
  } catch (const std::exception& error) {
    fmt::print(stderr, "driver_protocol_bench: {}\n", error.what());
    return 1;
  }
}
