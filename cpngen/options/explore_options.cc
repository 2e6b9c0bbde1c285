#include "cpngen/options/explore_options.h"

#include <cstdint>

#include "cpngen/options/help_texts.h"
#include "cpngen/options/option_values.h"

namespace cpngen {
namespace {

constexpr std::uint64_t kLastPort = 65535;

}  // namespace

void AddExploreOptions(CLI::App& command, ExploreOptions& options) {
  command
      .add_option("--trace", options.trace,
                  "open the runs of this trace file or record, as branches of what is tried")
      ->type_name("FILE");
  AddNumber(command, "--port", options.port, "listen on this port of 127.0.0.1; 0: any", 0,
            kLastPort);
  command.add_flag("--open", options.open, "open the page in the browser (by xdg-open)");
  AddNumber(command, "--max-states", options.max_states,
            "explore up to N states in the background, to say how large the space is; 0: none");
  AddLimits(command, options.limits);
  command.footer(kExploreFooter);
}

}  // namespace cpngen
