#include "generator/merged_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>

#include "cpn/lua/run/test_specification.h"
#include "generator/case_merger.h"
#include "generator/order_key.h"
#include "generator/pairwise.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using suite::Shard;
using suite::Suite;
using xml::Element;

/// What only cases that are written alike share, as in suite_builder.cc.
using WrittenAs = std::vector<std::string>;

const Shard& ShardOf(const Suite& part) { return *part.provenance()->shard; }

class PartsMerger {
 public:
  explicit PartsMerger(const std::vector<Suite>& parts) : parts_(parts) {
    for (const Suite& part : parts) {
      for (const suite::ShardObservation& observation : ShardOf(part).observations) {
        written_.emplace(observation.key, observation.written);
      }
    }
    std::uint32_t rank = 0;
    for (const auto& [key, written] : written_) rank_of_.emplace(key, rank++);
    for (const Suite& part : parts) AddCases(part);
  }

  MergedParts Merge() {
    const Shard& first = ShardOf(parts_.front());
    std::vector<Element> cases = DistinctCases();
    MergedParts merged;
    merged.all = cases.size();
    for (const Suite& part : parts_) merged.unfinished += ShardOf(part).unfinished;
    if (first.pairwise) KeepPairs(cases);
    const CaseMerger merger(cases);
    if (parts_.front().provenance()->merged) {
      cases = merger.Merge(first.is_set ? CaseOrder::kSet : CaseOrder::kSequence);
    } else if (const auto found = merger.FindContradictions()) {
      const auto id = [&](std::uint32_t i) { return cases[i].FindAttribute("CaseID")->value; };
      merged.contradictions = found->traces;
      merged.contradicting = {id(found->first), id(found->second)};
    }
    merged.cases = cases.size();
    merged.suite = Written(cases);
    return merged;
  }

 private:
  struct Source {
    const Element* element = nullptr;
    const suite::ShardCase* origin = nullptr;
  };

  void AddCases(const Suite& part) {
    const Shard& shard = ShardOf(part);
    if (shard.cases.size() != part.cases().size()) {
      part.Check(part.root())
          .Fail(fmt::format("{} cases, and {} are described in <Shard>", part.cases().size(),
                            shard.cases.size()),
                "a part is merged as it was generated");
    }
    for (std::size_t i = 0; i < shard.cases.size(); ++i) {
      std::vector<std::uint32_t> ranks;
      for (const std::uint32_t number : shard.cases[i].observations) {
        ranks.push_back(rank_of_.at(shard.observations[number].key));
      }
      sorted_.emplace(std::move(ranks), Source{part.cases()[i].element, &shard.cases[i]});
    }
  }

  /// In canonical order, those that are written alike once.
  std::vector<Element> DistinctCases() {
    std::vector<const std::string*> written;
    std::vector<bool> is_stimulus;
    for (const auto& [key, text] : written_) {
      written.push_back(&text);
      is_stimulus.push_back(IsStimulusKey(key));
    }
    const bool is_set = ShardOf(parts_.front()).is_set;
    std::vector<Element> cases;
    std::set<WrittenAs> known;
    for (const auto& [ranks, source] : sorted_) {
      WrittenAs content;
      for (const std::uint32_t rank : ranks) {
        if (written[rank]->empty()) continue;
        content.push_back((is_stimulus[rank] ? "+" : "-") + *written[rank]);
      }
      if (is_set) std::sort(content.begin(), content.end());
      content.push_back(AttributesOf(*source.element));
      if (!known.insert(std::move(content)).second) continue;
      cases.push_back(*source.element);
      cases.back().SetAttribute("CaseID", std::to_string(cases.size()));
      options_.push_back(source.origin->options);
    }
    return cases;
  }

  static std::string AttributesOf(const Element& element) {
    std::string text;
    for (const xml::Attribute& attribute : element.attributes) {
      if (attribute.name == "CaseID") continue;
      text += fmt::format("{}={}\n", attribute.name, attribute.value);
    }
    return text;
  }

  void KeepPairs(std::vector<Element>& cases) const {
    std::vector<Element> kept;
    for (const std::size_t number : CoverPairs(options_)) {
      kept.push_back(std::move(cases[number]));
      kept.back().SetAttribute("CaseID", std::to_string(kept.size()));
    }
    cases = std::move(kept);
  }

  Element Written(const std::vector<Element>& cases) const {
    const Suite& first = parts_.front();
    Element test(first.root().name);
    test.attributes = first.root().attributes;
    suite::Provenance provenance = *first.provenance();
    provenance.shard.reset();
    test.Add(suite::ToElement(provenance));
    if (first.configuration() != nullptr) test.Add(*first.configuration());
    for (const Element& test_case : cases) test.Add(test_case);
    return test;
  }

  const std::vector<Suite>& parts_;
  std::map<std::string, std::string> written_;  ///< by key of an observation
  std::map<std::string, std::uint32_t> rank_of_;
  std::map<std::vector<std::uint32_t>, Source> sorted_;  ///< the first part's of equal ones
  std::vector<CaseOptions> options_;                     ///< by distinct case
};

}  // namespace

MergedParts MergeParts(const std::vector<Suite>& parts) { return PartsMerger(parts).Merge(); }

}  // namespace generator
