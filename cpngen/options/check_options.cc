#include "cpngen/options/check_options.h"

#include <CLI/Validators.hpp>

#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_values.h"
#include "cpngen/options/reduction_options.h"

namespace cpngen {

void AddCheckOptions(CLI::App& command, CheckOptions& options) {
  command
      .add_option("--property", options.properties,
                  "check this one; may be given several times (default: all)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--fairness", options.fairness,
                  "which runs for ever count: those that are fair to the transitions that say so, "
                  "all, or those that are weakly or strongly fair to every transition")
      ->type_name("declared|none|weak|strong")
      ->check(CLI::IsMember({"declared", "none", "weak", "strong"}))
      ->capture_default_str();
  AddExploration(command, options.exploration);
  AddReduction(command, options.reduction);
  command.add_flag("--json", options.json, "print the results as JSON");
  command
      .add_option("--trace", options.trace,
                  "write the witnesses and counterexamples as a trace file")
      ->type_name("FILE");
  command.add_option("--msc", options.msc, "draw them as message sequence charts")
      ->type_name("FILE.svg|FILE.mmd");
  command
      .add_option("--to-suite", options.suite,
                  "write what was observed of them as a test suite, a case each")
      ->type_name("FILE");
  command
      .add_option("--spec", options.specification,
                  "the test case specification of that suite; may be left out if the model has one "
                  "only")
      ->type_name("NAME");
  command.add_flag("--stats", options.stats, "print the engine's counters");
  command.footer(kCheckFooter);
}

}  // namespace cpngen
