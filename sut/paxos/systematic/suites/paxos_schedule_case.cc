// paxos_schedule_case: a schedule of paxos_systematic as a suite, for `adapter run`.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "base/atomic_file.h"
#include "base/message_text.h"
#include "base/read_file.h"
#include "command_line/simple_program.h"
#include "command_line/standard_streams.h"
#include "sut/paxos/systematic/suites/schedule_case.h"
#include "systematic/schedule_file.h"
#include "xml/xml.h"

namespace {

constexpr const char* kName = "paxos_schedule_case";
constexpr std::size_t kMostBytes = 64u << 20;
constexpr const char* kFooter = R"(
What a case cannot say of the schedule is listed on standard error: foremost in which order messages
arrive. So a case that passes has not shown that the schedule's bug is gone; one that fails shows it in
real processes.

Examples:
  paxos_systematic --test replicas-3 --schedules 100000 --minimize
  paxos_schedule_case replicas-3.schedule -o case.xml
  adapter run case.xml --processes

Exit codes: 0 done; 2 the call or the schedule is wrong, or there is no such case.)";

int Refuse(const std::string& problem) {
  std::cerr << base::MessageText(std::string(kName) + ": " + problem) << '\n';
  return 2;
}

int Convert(const std::string& input, const std::string& output) {
  const base::FileContents file = base::ReadFile(input, kMostBytes);
  if (!file.problem.empty()) return Refuse(input + ": " + file.problem);
  const auto result = paxos::CaseOf(systematic::ReadSchedule(file.bytes, input));
  if (!result) {
    return Refuse(input +
                  ": no schedule of replicas alone, with majorities as quorums and clients");
  }
  for (const std::string& line : result->left_out) {
    std::cerr << base::MessageText("left out: " + line) << '\n';
  }
  const std::string text = xml::Write(result->suite);
  if (output == "-") {
    std::cout << text;
  } else {
    base::WriteFileAtomically(output, text);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  command_line::PrepareStandardStreams();
  CLI::App app{"Makes a test case, for real processes, of a schedule of the replicas.", kName};
  app.set_version_flag("--version", std::string(kName));
  std::string input;
  std::string output = "-";
  app.add_option("SCHEDULE", input, "a file that paxos_systematic wrote")->required();
  app.add_option("-o", output, "the suite; - for standard output")
      ->type_name("FILE")
      ->capture_default_str();
  app.footer(kFooter);
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (const auto code = command_line::ParseOrAnswer(app, words)) return *code;
  int code = 2;
  try {
    code = Convert(input, output);
  } catch (const std::exception& error) {
    std::cerr << base::MessageText(error.what()) << '\n';
  }
  return command_line::EndOfOutput(kName, code, std::cout, std::cerr);
}
