#include "cpngen/options/report_options.h"

#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_values.h"

namespace cpngen {

void AddReportOptions(CLI::App& command, ReportOptions& options) {
  command.add_option("INPUT", options.files,
                     "test suites, what adapter run --json printed, and recorded runs");
  command.add_option("-o", options.html, "the page")->type_name("FILE.html")->required();
  command
      .add_option("--property", options.properties,
                  "check this one; may be given several times (default: all)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--spec", options.specification,
                  "the test case specification of the suites (default: those that they name)")
      ->type_name("NAME");
  AddNumber(command, "--list", options.list, "show so many of each long list", 1, 1'000'000);
  AddNumber(command, "--max-states", options.max_states,
            "stop exploring at N states, and report what was seen", 1, 4'000'000'000);
  AddNumber(command, "--max-cases", options.max_cases,
            "measure no coverage when the model has more than N test cases");
  AddNumber(command, "--workers", options.workers, "threads; no result depends on it", 1,
            kMostWorkers);
  AddLimits(command, options.limits);
  command.footer(kReportFooter);
}

}  // namespace cpngen
