#include "cpngen/options/search_options.h"

#include <CLI/Validators.hpp>

#include "command_line/shard_option.h"
#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_values.h"

namespace cpngen {

void AddSearchOptions(CLI::App& command, SearchOptions& options) {
  command
      .add_option("--property", options.properties,
                  "look for this one, may be given several times (default: all that can be looked "
                  "for)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  AddNumber(command, "--seed", options.seed, "decides all random choices");
  AddNumber(command, "--executions", options.executions, "give up after N executions", 1);
  AddNumber(command, "--steps", options.steps,
            "length of an execution; 0: eight times the longest time that others needed", 0,
            1'000'000'000);
  AddNumber(command, "--depth", options.depth,
            "begin executions in all ways that there are, up to N steps", 0, 1'000);
  AddNumber(command, "--depth-step", options.depth_step, "by so many steps deeper each time", 1,
            1'000);
  AddNumber(command, "--from-live", options.from_live,
            "begin at the end of N runs in which each property has held, with --executions shared "
            "among them; 0: begin at the start",
            0, 1'000'000);
  AddNumber(command, "--walks", options.walks,
            "so many walks that miss the condition make a state dead", 1, 1'000'000);
  AddNumber(command, "--exact-states", options.exact_states,
            "look at up to N states that follow before walks are trusted; 0: never");
  command.add_flag("--temperature", options.temperature,
                   "walks go on where F holds, to twice the length; F must come again within the "
                   "length");
  command.add_flag("--lassos", options.lassos,
                   "of INV(EV(F)), look for runs that go round for ever without F, too");
  command
      .add_option("--fairness", options.fairness,
                  "a circle counts if all that is enabled all along it occurs on it (weak), if all "
                  "that is enabled anywhere on it does (strong), if it is fair to the transitions "
                  "that say so (declared), or in any case (none)")
      ->type_name("declared|none|weak|strong")
      ->check(CLI::IsMember({"declared", "none", "weak", "strong"}))
      ->capture_default_str();
  command.add_flag("--compare", options.compare,
                   "where all markings fit, say what walks alone would have answered");
  command.add_flag("--uniform", options.uniform,
                   "take all enabled binding elements as equally likely, whatever their weights");
  AddNumber(command, "--workers", options.workers, "threads; no result depends on it", 1,
            kMostWorkers);
  command_line::AddShard(command, options.shard,
                         "do every N-th of the executions, from the I-th on; cpngen merge adds up "
                         "what the N parts print with --json");
  command.add_flag("--json", options.json, "print what was found as JSON");
  command
      .add_option("--trace", options.trace,
                  "write the executions found, and the nearest that come to life, as a trace file")
      ->type_name("FILE");
  command.add_option("--msc", options.msc, "draw what was found as message sequence charts")
      ->type_name("FILE.svg|FILE.mmd");
  AddLimits(command, options.limits);
  command.footer(kSearchFooter);
}

}  // namespace cpngen
