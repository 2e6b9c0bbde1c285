#include "cpngen/options/debug_options.h"

#include "cpngen/options/help_texts.h"

namespace cpngen {

void AddDebugOptions(CLI::App& command, DebugOptions& options) {
  command.get_option("MODEL")->description(
      "a .lua file, a folder with an init.lua, a .cpn file, a .pnml file, or a trace file, which "
      "says itself what it is a run of");
  command
      .add_option("--replay", options.replay,
                  "begin with the run in FILE, a trace file or a line a step, of this model")
      ->type_name("FILE");
  command
      .add_option("--property", options.property,
                  "take the run of this property, of a file that has several (default: the first)")
      ->type_name("NAME");
  command
      .add_option("--command", options.commands,
                  "do this instead of reading commands; may be given several times")
      ->type_name("COMMAND")
      ->allow_extra_args(false);
  command.footer(kDebugFooter);
}

}  // namespace cpngen
