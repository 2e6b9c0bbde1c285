#include "cpngen/options/conform_options.h"

#include <CLI/Validators.hpp>

#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_values.h"

namespace cpngen {

void AddConformOptions(CLI::App& command, ConformOptions& options) {
  command
      .add_option("TRACE", options.traces,
                  "trace files, with any number of traces each; with --log, logs of records of "
                  "JSON, a line each")
      ->required();
  command
      .add_option("--spec", options.specification,
                  "the test case specification that says what can be seen; may be left out if the "
                  "model has one only")
      ->type_name("NAME");
  CLI::Option* const log =
      command
          .add_option("--log", options.log,
                      "the files are logs; this Lua file makes events of their records")
          ->type_name("MAPPING.lua");
  command
      .add_option("--order", options.order,
                  "what is known of the order of a log's events: file: that of its lines; node: "
                  "only that of the events of each node; clock: vector clocks")
      ->type_name("file|node|clock")
      ->check(CLI::IsMember({"file", "node", "clock"}))
      ->capture_default_str()
      ->needs(log);
  command.add_flag("--observed", options.observed,
                   "of runs of models, look only at what the specification shows of them");
  command.add_flag("--at-rest", options.at_rest,
                   "nothing came after the last event, so that nothing may be owed there");
  AddNumber(command, "--max-markings", options.max_markings,
            "give up when more than N markings are needed at once", 1, 4'000'000'000);
  command.add_flag("--json", options.json, "print the verdicts as JSON");
  command
      .add_option("--trace", options.trace,
                  "write the runs of the model that explain what was seen, as a trace file")
      ->type_name("FILE");
  command
      .add_option("--msc", options.msc,
                  "draw the first trace that does not conform, or else the first: what was seen; "
                  "as FILE.explained.svg beside the run of the model that explains it; and as "
                  "FILE.model.svg that run, if the model has a chart. As FILE.txt, the second of "
                  "them in letters")
      ->type_name("FILE.svg|FILE.txt");
  AddLimits(command, options.limits);
  command.footer(kConformFooter);
}

}  // namespace cpngen
