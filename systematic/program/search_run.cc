#include "systematic/program/search_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/nearest.h"

namespace systematic {
namespace {

bool HasProperty(const HarnessInfo& harness, const std::string& property) {
  if (!harness.search) return false;
  const auto& properties = harness.search->properties;
  return std::any_of(properties.begin(), properties.end(),
                     [&](const auto& known) { return known.first == property; });
}

/// Those of the harnesses that have all properties.
std::vector<const HarnessInfo*> ThoseWith(const std::vector<const HarnessInfo*>& harnesses,
                                          const std::vector<std::string>& properties,
                                          std::string& problem) {
  std::vector<std::string> names;
  for (const HarnessInfo* harness : harnesses) {
    if (!harness->search) continue;
    for (const auto& [name, about] : harness->search->properties) names.push_back(name);
  }
  if (names.empty()) {
    problem = "no harness here says what could come out of reach (systematic::SearchForm)";
    return {};
  }
  std::vector<const HarnessInfo*> those = harnesses;
  for (const std::string& property : properties) {
    if (std::find(names.begin(), names.end(), property) == names.end()) {
      problem =
          fmt::format("there is no property '{}'{}", property, base::DidYouMean(property, names));
      if (problem.ends_with("'")) problem += "; --search list prints them";
      return {};
    }
    std::erase_if(those,
                  [&](const HarnessInfo* harness) { return !HasProperty(*harness, property); });
  }
  if (those.empty()) problem = "no harness has all of these properties";
  return those;
}

/// The world that the call wants of the harness.
SearchWorld WorldOf(const HarnessInfo& harness, const SearchCall& call, std::string& problem) {
  SearchWorld world;
  world.ordered = call.timers == "ordered";
  std::vector<std::string> known;
  for (const auto& [name, about] : harness.search->faults) known.push_back(name);
  const bool is_none = call.faults == std::vector<std::string>{"none"};
  if (!harness.search->make && (world.ordered || !call.faults.empty())) {
    problem =
        harness.name + " has its timers and faults as they are: leave out --timers and --fault";
    return world;
  }
  world.faults = call.faults.empty() ? known : is_none ? std::vector<std::string>() : call.faults;
  for (const std::string& fault : world.faults) {
    if (std::find(known.begin(), known.end(), fault) != known.end()) continue;
    problem =
        fmt::format("{} has no fault '{}'{}", harness.name, fault, base::DidYouMean(fault, known));
    if (problem.ends_with("'")) problem += "; --search list prints them";
  }
  return world;
}

bool IsAnyFound(const std::vector<SearchedHarness>& all) {
  return std::any_of(all.begin(), all.end(), [](const SearchedHarness& searched) {
    return std::any_of(searched.findings.begin(), searched.findings.end(),
                       [](const SearchFinding& finding) { return finding.is_found; });
  });
}

int CodeOf(const std::vector<SearchedHarness>& all) {
  bool is_open = false;
  for (const SearchedHarness& searched : all) {
    is_open = is_open || searched.stopped;
    for (const SearchFinding& finding : searched.findings) {
      if (!finding.is_found) continue;
      if (!finding.is_liveness || finding.is_dead()) return 1;
      is_open = true;
    }
  }
  return is_open ? 3 : 0;
}

}  // namespace

SearchAnswer RunSearch(const std::vector<const HarnessInfo*>& harnesses,
                       const ProgramOptions& options, const std::string& program,
                       const base::Interrupt& interrupt, base::Progress& progress) {
  SearchAnswer answer;
  std::vector<std::string> properties = options.search.properties;
  const bool is_list = properties == std::vector<std::string>{"list"};
  const auto those =
      ThoseWith(harnesses, is_list ? std::vector<std::string>() : properties, answer.problem);
  if (!answer.problem.empty()) return answer;
  if (is_list) {
    answer.output = SearchListText(those);
    return answer;
  }
  std::vector<SearchWorld> worlds;
  for (const HarnessInfo* harness : those) {
    worlds.push_back(WorldOf(*harness, options.search, answer.problem));
    if (!answer.problem.empty()) return answer;
  }
  std::vector<SearchedHarness> all;
  for (std::size_t i = 0; i < those.size() && !interrupt.requested(); ++i) {
    all.push_back(SearchHarness(*those[i], worlds[i], options, interrupt, progress));
    if (!options.json) answer.output += SearchText(all.back(), options);
  }
  if (options.json) answer.output = SearchJson(all, options);
  answer.files = SearchFiles(all, options, program);
  if (!options.search.msc.empty() && !IsAnyFound(all)) {
    answer.note =
        fmt::format("note: no chart is written to {}: nothing was found", options.search.msc);
  }
  answer.code = CodeOf(all);
  if (answer.code == 0 && all.size() < those.size()) answer.code = 3;
  return answer;
}

}  // namespace systematic
