#include "systematic/strategies/parse.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "base/nearest.h"
#include "systematic/strategies/delay.h"
#include "systematic/strategies/dfs.h"
#include "systematic/strategies/pct.h"
#include "systematic/strategies/pctcp.h"
#include "systematic/strategies/portfolio.h"
#include "systematic/strategies/pos.h"
#include "systematic/strategies/probabilistic.h"
#include "systematic/strategies/random.h"
#include "systematic/strategies/random_suffix.h"

namespace systematic {
namespace {

/// What came after a strategy's name.
struct Parameters {
  unsigned number = 0;
  bool option = false;
};

using Made = std::unique_ptr<Strategy>;

struct Definition {
  std::string name;
  std::string number;  // what it is, for messages; empty: there is none
  unsigned least = 0;  // of the number
  unsigned most = 0;
  unsigned usual = 0;  // when it is left out
  std::string option;  // the word that it takes; empty: none
  std::string about;
  Made (*make)(const StrategyContext& context, const Parameters& parameters);
};

Lanes::Unit UnitOf(const Parameters& parameters) {
  return parameters.option ? Lanes::Unit::kLink : Lanes::Unit::kReceiver;
}

Made MakeRandom(const StrategyContext& context, const Parameters&) {
  return std::make_unique<RandomStrategy>(context);
}

Made MakeProbabilistic(const StrategyContext& context, const Parameters& parameters) {
  return std::make_unique<ProbabilisticStrategy>(context, parameters.number);
}

Made MakePct(const StrategyContext& context, const Parameters& parameters) {
  return std::make_unique<PctStrategy>(context, parameters.number, UnitOf(parameters));
}

Made MakeFairPct(const StrategyContext& context, const Parameters& parameters) {
  Made pct = MakePct(context, parameters);
  std::string name = "fair-" + pct->name();
  return std::make_unique<RandomSuffix>(context, std::move(pct), std::move(name));
}

Made MakePctcp(const StrategyContext& context, const Parameters& parameters) {
  return std::make_unique<PctcpStrategy>(context, parameters.number);
}

Made MakePos(const StrategyContext& context, const Parameters&) {
  return std::make_unique<RandomSuffix>(context, std::make_unique<PosStrategy>(context), "pos");
}

Made MakeDelay(const StrategyContext& context, const Parameters& parameters) {
  if (parameters.option) return std::make_unique<AllDelaysStrategy>(context, parameters.number);
  return std::make_unique<DelayStrategy>(context, parameters.number);
}

Made MakeDfs(const StrategyContext&, const Parameters& parameters) {
  return std::make_unique<DfsStrategy>(
      DfsStrategy::Options{.depth = parameters.number, .cache = parameters.option});
}

Made MakePortfolio(const StrategyContext& context, const Parameters&) {
  std::vector<Made> members;
  members.push_back(MakeRandom(context, {}));
  members.push_back(MakeProbabilistic(context, {.number = 3}));
  members.push_back(MakeFairPct(context, {.number = 2}));
  members.push_back(MakeFairPct(context, {.number = 3}));
  members.push_back(MakeFairPct(context, {.number = 3, .option = true}));
  members.push_back(MakePctcp(context, {.number = 3}));
  members.push_back(MakePos(context, {}));
  members.push_back(MakeDelay(context, {.number = 2}));
  return std::make_unique<Portfolio>(context.seed, std::move(members));
}

const std::vector<Definition>& Definitions() {
  static const std::vector<Definition> kDefinitions = {
      {"random", "", 0, 0, 0, "", "uniform over what is enabled; fair", MakeRandom},
      {"probabilistic", "p", 0, 31, 3, "",
       "stays with a machine, and leaves it with probability 2^-p; fair", MakeProbabilistic},
      {"pct", "a depth", 1, 1000, 3, "links",
       "random priorities of machines (or links), changed at D-1 random moments", MakePct},
      {"fair-pct", "a depth", 1, 1000, 3, "links", "pct, then random; fair at the end",
       MakeFairPct},
      {"pctcp", "a depth", 1, 1000, 3, "", "pct over chains of causes instead of machines",
       MakePctcp},
      {"pos", "", 0, 0, 0, "",
       "random priorities of options, drawn anew after what they depend on,"
       " then random; fair at the end",
       MakePos},
      {"delay", "a number of delays", 0, 1000, 2, "all",
       "the oldest option, delayed D times at random moments (or at all of them, in turn)",
       MakeDelay},
      {"dfs", "a depth", 1, 1'000'000, 0, "cache",
       "every schedule, depth by depth (leaving out states met before)", MakeDfs},
      {"portfolio", "", 0, 0, 0, "", "one of the others but dfs, drawn for each schedule",
       MakePortfolio},
  };
  return kDefinitions;
}

std::vector<std::string> KnownNames() {
  std::vector<std::string> names;
  for (const Definition& definition : Definitions()) names.push_back(definition.name);
  return names;
}

std::string Listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

const Definition& DefinitionOf(const std::string& name) {
  for (const Definition& definition : Definitions()) {
    if (definition.name == name) return definition;
  }
  const std::vector<std::string> known = KnownNames();
  const std::string advice = base::DidYouMean(name, known);
  throw StrategyError("there is no strategy '" + name + "'" +
                      (advice.empty() ? "; there are " + Listed(known) : advice));
}

std::optional<unsigned> NumberIn(std::string_view text, unsigned least, unsigned most) {
  unsigned number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (number < least || number > most) return std::nullopt;
  return number;
}

unsigned NumberOf(const Definition& definition, std::string_view text) {
  const std::string said = "strategy '" + definition.name + ":" + std::string(text) + "': ";
  if (definition.number.empty()) {
    throw StrategyError(said + definition.name + " takes no parameter");
  }
  const auto number = NumberIn(text, definition.least, definition.most);
  if (number) return *number;
  const unsigned example = definition.usual != 0 ? definition.usual : 20;
  throw StrategyError(said + definition.name + " takes " + definition.number + " from " +
                      std::to_string(definition.least) + " to " + std::to_string(definition.most) +
                      ", as in " + definition.name + ":" + std::to_string(example));
}

bool OptionOf(const Definition& definition, std::string_view word, std::string_view text) {
  if (!definition.option.empty() && word == definition.option) return true;
  throw StrategyError(
      "strategy '" + std::string(text) + "': " + definition.name + " takes " +
      (definition.option.empty()
           ? "no option"
           : "the option " + definition.option + ", as in " + definition.name +
                 (definition.usual != 0 ? ":" + std::to_string(definition.usual) : "") + "," +
                 definition.option) +
      ", not '" + std::string(word) + "'");
}

}  // namespace

MakeStrategy ParseStrategy(std::string_view text) {
  const std::size_t comma = text.find(',');
  const std::string_view head = text.substr(0, comma);
  const std::size_t colon = head.find(':');
  const Definition& definition = DefinitionOf(std::string(head.substr(0, colon)));
  Parameters parameters{.number = definition.usual};
  if (colon != std::string_view::npos) {
    parameters.number = NumberOf(definition, head.substr(colon + 1));
  }
  if (comma != std::string_view::npos) {
    parameters.option = OptionOf(definition, text.substr(comma + 1), text);
  }
  return [make = definition.make, parameters](const StrategyContext& context) {
    return make(context, parameters);
  };
}

std::vector<StrategyForm> StrategyForms() {
  std::vector<StrategyForm> forms;
  for (const Definition& definition : Definitions()) {
    std::string form = definition.name;
    if (!definition.number.empty()) form += definition.number == "p" ? "[:P]" : "[:D]";
    if (!definition.option.empty()) form += "[," + definition.option + "]";
    forms.push_back({form, definition.about});
  }
  return forms;
}

}  // namespace systematic
