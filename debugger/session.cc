#include "debugger/session.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "debugger/names.h"

namespace debugger {

void Session::GoTo(Position position) {
  if (position.branch >= Branches()) {
    throw SessionError(
        fmt::format("there is no branch {}; the last one is {}", position.branch, Branches() - 1));
  }
  const std::size_t length = LengthOf(position.branch);
  if (position.step > length) {
    throw SessionError(
        length == 0 ? fmt::format("there is no step {}: the run has none yet", position.step)
                    : fmt::format("there is no step {}: the run has {}", position.step, length));
  }
  Remember();
  at_ = position;
}

std::string Session::SetBookmark(std::string name) {
  for (std::size_t i = 1; name.empty(); ++i) {
    if (!bookmarks_.contains(std::to_string(i))) name = std::to_string(i);
  }
  Remember();
  bookmarks_[name] = at_;
  return name;
}

void Session::GoToBookmark(const std::string& name) {
  std::vector<std::string> names;
  for (const auto& [known, position] : bookmarks_) names.push_back(known);
  GoTo(bookmarks_.at(names[FindName("bookmark", name, names)]));
}

std::size_t Session::Add(Breakpoint breakpoint) {
  Remember();
  std::size_t number = 1;
  for (const Breakpoint& each : breakpoints_) number = std::max(number, each.number + 1);
  breakpoint.number = number;
  breakpoints_.push_back(std::move(breakpoint));
  return number;
}

std::size_t Session::BreakAtText(const std::string& expression) {
  return Add({.kind = Breakpoint::Kind::kText,
              .text = "matches " + expression,
              .pattern = std::make_shared<base::RegularExpression>(expression)});
}

std::size_t Session::BreakAtCritical() {
  if (!CriticalStep()) {
    throw SessionError(
        "no critical step is known of this run; a search finds it and writes it "
        "with --trace FILE");
  }
  return Add({.kind = Breakpoint::Kind::kCritical, .text = "the critical step"});
}

void Session::DeleteBreakpoint(std::size_t number) {
  const auto found = std::find_if(breakpoints_.begin(), breakpoints_.end(),
                                  [&](const Breakpoint& each) { return each.number == number; });
  if (found == breakpoints_.end()) {
    throw SessionError(fmt::format("there is no breakpoint {}", number));
  }
  Remember();
  breakpoints_.erase(breakpoints_.begin() + (found - breakpoints_.begin()));
}

const Breakpoint* Session::Met(std::size_t number) {
  for (const Breakpoint& each : breakpoints_) {
    bool met = false;
    if (each.kind == Breakpoint::Kind::kText) {
      met = each.pattern->FoundIn(StepText(number));
    } else if (each.kind == Breakpoint::Kind::kCritical) {
      met = CriticalStep() == number;
    } else {
      met = Meets(each, number);
    }
    if (met) return &each;
  }
  return nullptr;
}

Stop Session::Continue(const std::function<bool()>& stop) {
  const std::size_t last = Length();
  if (at() == last) return {at(), 0, "the run ends here"};
  for (std::size_t number = at() + 1; number <= last; ++number) {
    if (stop && number % 256 == 0 && stop()) {
      JumpTo(number);
      return {number, 0, "interrupted"};
    }
    const Breakpoint* const met = Met(number);
    if (met == nullptr) continue;
    JumpTo(number);
    return {number, met->number, met->text};
  }
  JumpTo(last);
  return {last, 0, "the run ends here"};
}

bool Session::Undo() {
  if (past_.empty()) return false;
  Moment& moment = past_.back();
  Forget(moment.tree);
  at_ = moment.at;
  bookmarks_ = std::move(moment.bookmarks);
  breakpoints_ = std::move(moment.breakpoints);
  past_.pop_back();
  return true;
}

void Session::Remember() { past_.push_back({at_, Now(), bookmarks_, breakpoints_}); }

}  // namespace debugger
