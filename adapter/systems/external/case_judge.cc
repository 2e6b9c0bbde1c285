#include "adapter/systems/external/case_judge.h"

#include <fmt/format.h>

#include <algorithm>

namespace adapter::external {
namespace {

std::vector<Expected> ExpectedOf(std::span<const xml::Element> responses) {
  std::vector<Expected> expected;
  for (const xml::Element& response : responses) {
    expected.push_back({oracles::EventOf(response), std::nullopt});
  }
  return expected;
}

/// Of those that did not come; in an order, only the first can come next.
std::string MissingText(const std::vector<Expected>& expected) {
  std::string text;
  for (const Expected& response : expected) {
    if (response.came) continue;
    text += (text.empty() ? "" : ", ") + ToString(response.event);
  }
  return text;
}

}  // namespace

CaseJudge::CaseJudge(const std::vector<suite::Step>& steps) : steps_(&steps) { BeginStep(); }

void CaseJudge::BeginStep() {
  outcomes_.clear();
  events_.clear();
  for (const suite::Alternative& alternative : step().alternatives) {
    outcomes_.push_back({ExpectedOf(alternative.responses), alternative.order, &alternative.rest});
  }
  if (outcomes_.empty()) {
    outcomes_.push_back({ExpectedOf(step().responses), step().order, nullptr});
  }
}

std::optional<std::size_t> CaseJudge::Slot(const oracles::ObservedEvent& event,
                                           const Outcome& outcome) {
  for (std::size_t i = outcome.first_missing; i < outcome.expected.size(); ++i) {
    const Expected& expected = outcome.expected[i];
    if (expected.came) continue;
    if (SameEvent(expected.event, event)) return i;
    if (outcome.order == suite::Order::kSequence) break;
  }
  return std::nullopt;
}

void CaseJudge::Observe(const oracles::ObservedEvent& event) {
  if (unexpected_) return;
  events_.push_back(event);
  std::vector<std::optional<std::size_t>> slots;
  for (const Outcome& outcome : outcomes_) {
    slots.push_back(outcome.open ? Slot(event, outcome) : std::nullopt);
  }
  if (std::ranges::none_of(slots, [](const auto& slot) { return slot.has_value(); })) {
    unexpected_ = events_.size() - 1;  // what was open stays so, to say what was expected
    return;
  }
  for (std::size_t i = 0; i < outcomes_.size(); ++i) {
    Outcome& outcome = outcomes_[i];
    outcome.open = slots[i].has_value();
    if (!outcome.open) continue;
    outcome.expected[*slots[i]].came = events_.size() - 1;
    ++outcome.came;
    auto& first = outcome.first_missing;
    while (first < outcome.expected.size() && outcome.expected[first].came) ++first;
  }
}

const CaseJudge::Outcome* CaseJudge::Chosen() const {
  const auto chosen = std::ranges::find_if(outcomes_, [](const Outcome& outcome) {
    return outcome.open && outcome.came == outcome.expected.size();
  });
  return chosen == outcomes_.end() ? nullptr : &*chosen;
}

CaseJudge::State CaseJudge::state() const {
  if (unexpected_) return State::kFailed;
  const Outcome* const chosen = Chosen();
  if (chosen == nullptr) return State::kWaiting;
  const bool more = std::ranges::any_of(outcomes_, [&](const Outcome& outcome) {
    return outcome.open && outcome.expected.size() > chosen->expected.size();
  });
  return more ? State::kUndecided : State::kComplete;
}

bool CaseJudge::Next() {
  const std::vector<suite::Step>* const rest = Chosen()->rest;
  ++index_;
  if (rest != nullptr) {
    steps_ = rest;
    index_ = 0;
  }
  if (index_ == steps_->size()) return false;
  ++number_;
  BeginStep();
  return true;
}

const CaseJudge::Outcome& CaseJudge::Best() const {
  if (const Outcome* const chosen = Chosen(); chosen != nullptr && !unexpected_) return *chosen;
  return *std::ranges::max_element(outcomes_, [](const Outcome& a, const Outcome& b) {
    return std::pair(a.open, a.came) < std::pair(b.open, b.came);
  });
}

const std::vector<Expected>& CaseJudge::Nearest() const { return Best().expected; }

int CaseJudge::NearestAlternative() const {
  return step().alternatives.empty() ? 0 : static_cast<int>(&Best() - outcomes_.data()) + 1;
}

std::string CaseJudge::Missing() const {
  std::vector<std::string> texts;
  for (const Outcome& outcome : outcomes_) {
    const std::string text = MissingText(outcome.expected);
    if (outcome.open && !text.empty()) texts.push_back(text);
  }
  return fmt::format("{}", fmt::join(texts, " or "));
}

oracles::Mismatch CaseJudge::Problem() const {
  const std::string missing = Missing();
  std::string expected = missing.empty() ? "nothing more" : missing;
  return {fmt::format("step {}", number_), std::move(expected),
          unexpected_ ? ToString(events_[*unexpected_]) : "nothing"};
}

}  // namespace adapter::external
