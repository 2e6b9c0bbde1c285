#include "cpngen/properties.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "base/nearest.h"
#include "cpn/ctl/run_monitor.h"
#include "cpn/lua/text/suggest.h"
#include "cpngen/input_error.h"

namespace cpngen {

using cpn::ctl::Property;

std::vector<const Property*> ChooseProperties(const cpn::lua::LuaModel& model,
                                              const std::string& path,
                                              const std::vector<std::string>& names) {
  std::vector<const Property*> all;
  std::vector<std::string> known;
  for (const Property& property : model.properties()) {
    all.push_back(&property);
    known.push_back(property.name);
  }
  if (all.empty()) {
    throw InputError(fmt::format(
        "{}: the model states no property; property \"name\" (formula) does (docs/properties.md)",
        path));
  }
  if (names.empty()) return all;
  std::vector<const Property*> chosen;
  for (const std::string& name : names) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Property* p) { return p->name == name; });
    if (found == all.end()) {
      throw InputError(fmt::format("--property {}: the model has no such property{}", name,
                                   QuotedAlternatives(name, known)));
    }
    if (std::find(chosen.begin(), chosen.end(), *found) == chosen.end()) chosen.push_back(*found);
  }
  return chosen;
}

std::vector<const Property*> ChooseWatched(const cpn::lua::LuaModel& model, const std::string& path,
                                           const std::vector<std::string>& names,
                                           const std::string& option, std::ostream& err) {
  std::vector<const Property*> watched;
  for (const Property* property : ChooseProperties(model, path, names)) {
    const auto why = cpn::ctl::WhyNoRunViolates(*property);
    if (!why) {
      watched.push_back(property);
      continue;
    }
    const std::string text =
        fmt::format("no finite run can violate it: {}; cpngen check decides it", *why);
    if (!names.empty()) {
      throw InputError(fmt::format("--property {}: {}", property->name, text));
    }
    err << fmt::format("cpngen: note: \"{}\" is left out, since {}\n", property->name, text);
  }
  if (watched.empty()) {
    throw InputError(
        fmt::format("{}: {} states no property that a finite run can violate", option, path));
  }
  return watched;
}

std::string QuotedListing(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (const std::string& name : names) quoted.push_back('"' + name + '"');
  return cpn::lua::Listing(quoted);
}

std::string QuotedAlternatives(const std::string& name, const std::vector<std::string>& known) {
  if (known.empty()) return " (there is none)";
  const auto nearest = base::Nearest(name, {known.begin(), known.end()});
  return fmt::format(" (there {} {}){}", known.size() == 1 ? "is" : "are", QuotedListing(known),
                     nearest ? fmt::format("; did you mean \"{}\"?", *nearest) : "");
}

}  // namespace cpngen
