#include "oracles/responses.h"

#include <algorithm>
#include <utility>

namespace oracles {
namespace {

std::string ListText(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts) list += (list.empty() ? "" : ", ") + text;
  return texts.empty() ? "none" : list;
}

/// As text, with fields in one order, so that equal events have equal texts.
std::string NormalText(ObservedEvent event) {
  event.source.clear();
  std::ranges::sort(event.fields);
  return ToString(event);
}

}  // namespace

std::optional<Mismatch> CompareTexts(const std::string& what, std::vector<std::string> expected,
                                     std::vector<std::string> observed, suite::Order order) {
  if (order == suite::Order::kSet) {
    std::ranges::sort(expected);
    std::ranges::sort(observed);
  }
  if (expected == observed) return std::nullopt;
  return Mismatch{what, ListText(expected), ListText(observed)};
}

std::optional<Mismatch> CompareResponses(const std::string& what, const suite::Step& step,
                                         std::span<const ObservedEvent> observed) {
  std::vector<std::string> want;
  for (const xml::Element& response : step.responses) want.push_back(NormalText(EventOf(response)));
  std::vector<std::string> got;
  for (const ObservedEvent& event : observed) got.push_back(NormalText(event));
  return CompareTexts(what, std::move(want), std::move(got), step.order);
}

}  // namespace oracles
