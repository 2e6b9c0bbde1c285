// Conformance by definition: all runs of a net that show what was seen, followed one event after
// the other. Every set is a std::map of whole markings, nothing is remembered from one event to the
// next, and silent elements are followed until nothing new comes.
//
// Of each configuration the least number of binding elements of a run to it is kept.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/reference/net.h"

namespace reference {

/// What an element shows, in order: texts that begin with ! (stimuli) or ? (responses).
using Shows = std::function<std::vector<std::string>(const Element&)>;

/// There are more configurations than the test wants to look at.
struct TooMany {};

class Explaining {
 public:
  /// Both must outlive this. At most `most` configurations are looked at, else TooMany.
  Explaining(const Net& net, const Shows& shows, std::size_t most);

  /// False: no run shows the event now; nothing has changed. Throws ColourError, too.
  bool Take(const std::string& event);
  /// False: something must come in each configuration.
  bool TakeQuiescence();
  /// What may come next.
  std::set<std::string> Possible() const;
  /// Configurations, with those that silent elements reach.
  std::size_t size() const;
  /// The fewest binding elements of a run that shows all that was taken.
  std::size_t FewestElements() const;

 private:
  /// A marking, and what is still to be seen of elements that occurred.
  using Configuration = std::pair<Marking, std::multiset<std::vector<std::string>>>;
  using Set = std::map<Configuration, std::size_t>;

  static void Improve(Set& set, const Configuration& configuration, std::size_t cost);
  Set Closed(const Set& set) const;
  /// Calls use(event, what is then) for each event that may come in the configuration.
  void ForEachEvent(
      const Configuration& configuration, std::size_t cost,
      const std::function<void(const std::string&, const Configuration&, std::size_t)>& use) const;
  bool MustAnswer(const Configuration& configuration) const;

  const Net& net_;
  const Shows& shows_;
  std::size_t most_;
  Set now_;
};

}  // namespace reference
