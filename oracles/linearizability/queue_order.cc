#include "oracles/linearizability/queue_order.h"

#include <algorithm>
#include <compare>
#include <functional>
#include <numeric>
#include <queue>
#include <tuple>
#include <utility>

namespace oracles::linearizability {
namespace {

constexpr std::uint64_t kNever = QueueOperation::kNever;

// When a value's put and take may happen, each with regard to the other: the put not after the take
// returned, the take not before the put was called.
struct Span {
  std::uint64_t put_begin = 0;
  std::uint64_t put_end = 0;
  std::uint64_t take_begin = kNever;
  std::uint64_t take_end = kNever;
};

Span SpanOf(const QueueHistory::Item& item) {
  Span span{item.put.called, item.put.returned};
  if (item.take) {
    span.put_end = std::min(item.put.returned, item.take->returned);
    span.take_begin = std::max(item.put.called, item.take->called);
    span.take_end = item.take->returned;
  }
  return span;
}

// Values that nobody took get the takes that never returned.
void ServeOpen(QueueHistory& history) {
  std::vector<QueueHistory::Item*> waiting;
  for (QueueHistory::Item& item : history.items) {
    if (!item.take) waiting.push_back(&item);
  }
  const auto place_and = [](std::uint64_t moment, std::size_t place) {
    return std::pair(moment, place);
  };
  std::ranges::sort(waiting, {}, [&](const QueueHistory::Item* item) {
    return place_and(item->put.returned, item->put.place);
  });
  std::ranges::sort(history.open, {},
                    [&](const QueueOperation& take) { return place_and(take.called, take.place); });
  for (std::size_t i = 0; i < std::min(waiting.size(), history.open.size()); ++i) {
    waiting[i]->take = history.open[i];
  }
}

using Numbers = std::vector<std::size_t>;

Numbers SortedBy(const std::vector<Span>& spans, std::uint64_t Span::*moment) {
  Numbers numbers(spans.size());
  std::iota(numbers.begin(), numbers.end(), std::size_t{0});
  std::ranges::stable_sort(numbers, {}, [&](std::size_t i) { return spans[i].*moment; });
  return numbers;
}

// Puts values in order, one after the other: first, of those that none of the rest must come
// before, the one whose put must end first.
class ValueOrder {
 public:
  explicit ValueOrder(const std::vector<Span>& spans)
      : spans_(spans),
        rows_{Row{&Span::put_begin, &Span::put_end, spans},
              Row{&Span::take_begin, &Span::take_end, spans}},
        open_rows_(spans.size(), 2),
        placed_(spans.size(), false) {}

  // Nothing when two of them contradict each other.
  std::optional<Numbers> Make() {
    Numbers order;
    while (order.size() < spans_.size()) {
      for (Row& row : rows_) Advance(row);
      if (ready_.empty()) return std::nullopt;
      const std::size_t next = std::get<2>(ready_.top());
      ready_.pop();
      placed_[next] = true;
      order.push_back(next);
    }
    return order;
  }

 private:
  // Of all puts, or of all takes: who begins next, and who ends next.
  struct Row {
    Row(std::uint64_t Span::*begins, std::uint64_t Span::*ends, const std::vector<Span>& spans)
        : begin(begins),
          end(ends),
          by_begin(SortedBy(spans, begins)),
          by_end(SortedBy(spans, ends)) {}
    std::uint64_t Span::*begin;
    std::uint64_t Span::*end;
    Numbers by_begin;
    Numbers by_end;
    std::size_t begun = 0;
    std::size_t ended = 0;
  };

  void Advance(Row& row) {
    while (placed_[row.by_end[row.ended]]) ++row.ended;  // one is left
    const std::uint64_t first_end = spans_[row.by_end[row.ended]].*row.end;
    for (; row.begun < spans_.size(); ++row.begun) {
      const std::size_t value = row.by_begin[row.begun];
      const Span& span = spans_[value];
      if (span.*row.begin > first_end) return;
      if (--open_rows_[value] == 0) ready_.emplace(span.put_end, span.take_begin, value);
    }
  }

  using Ready = std::tuple<std::uint64_t, std::uint64_t, std::size_t>;
  const std::vector<Span>& spans_;
  Row rows_[2];
  std::vector<int> open_rows_;  // in how many rows something must still come before it
  std::vector<bool> placed_;
  std::priority_queue<Ready, std::vector<Ready>, std::greater<>> ready_;
};

// The moments at which some value is certainly in the queue.
class CertainlyFull {
 public:
  explicit CertainlyFull(const std::vector<Span>& spans) {
    for (const std::size_t i : SortedBy(spans, &Span::put_end)) {
      const Span& span = spans[i];
      put_ends_.push_back(span.put_end);
      if (span.put_end >= span.take_begin) continue;
      if (times_.empty() || span.put_end >= times_.back().second) {
        times_.emplace_back(span.put_end, span.take_begin);
      } else {
        times_.back().second = std::max(times_.back().second, span.take_begin);
      }
    }
  }
  // The first moment from this one on at which it may be empty.
  std::uint64_t EmptyFrom(std::uint64_t moment) const {
    const auto after = std::ranges::lower_bound(times_, moment, {},
                                                &std::pair<std::uint64_t, std::uint64_t>::first);
    return after == times_.begin() ? moment : std::max(moment, std::prev(after)->second);
  }
  // How many values come before an empty moment.
  std::size_t ValuesBefore(std::uint64_t moment) const {
    return static_cast<std::size_t>(std::ranges::lower_bound(put_ends_, moment) -
                                    put_ends_.begin());
  }

 private:
  std::vector<std::pair<std::uint64_t, std::uint64_t>> times_;
  std::vector<std::uint64_t> put_ends_;  // sorted
};

// A moment for each operation; of those at one moment, value by value.
struct Happening {
  enum Kind { kEmptyTake, kPut, kTake };
  std::uint64_t moment;
  std::size_t value;  // its number in the order, or of the first one after an empty moment
  Kind kind;
  std::size_t place;
  auto operator<=>(const Happening&) const = default;
};

// Puts as late as they may be, takes as early.
std::vector<Happening> Happenings(const QueueHistory& history, const std::vector<Span>& spans,
                                  const Numbers& order) {
  std::vector<std::uint64_t> put_at(order.size());
  std::uint64_t latest = kNever;
  for (std::size_t i = order.size(); i-- > 0;) {
    latest = std::min(latest, spans[order[i]].put_end);
    put_at[i] = latest;
  }
  std::vector<Happening> happenings;
  std::uint64_t take_at = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const QueueHistory::Item& item = history.items[order[i]];
    happenings.push_back({put_at[i], i, Happening::kPut, item.put.place});
    if (!item.take) continue;
    take_at = std::max({take_at, put_at[i], spans[order[i]].take_begin});
    happenings.push_back({take_at, i, Happening::kTake, item.take->place});
  }
  return happenings;
}

}  // namespace

std::optional<std::vector<std::size_t>> OrderOfQueue(QueueHistory history) {
  ServeOpen(history);
  std::vector<Span> spans;
  for (const QueueHistory::Item& item : history.items) {
    if (item.take && item.take->returned < item.put.called) return std::nullopt;
    spans.push_back(SpanOf(item));
  }
  const std::optional<Numbers> order = ValueOrder(spans).Make();
  if (!order) return std::nullopt;
  std::vector<Happening> happenings = Happenings(history, spans, *order);
  const CertainlyFull full(spans);
  for (const QueueOperation& take : history.empty) {
    const std::uint64_t moment = full.EmptyFrom(take.called);
    if (moment > take.returned) return std::nullopt;
    happenings.push_back({moment, full.ValuesBefore(moment), Happening::kEmptyTake, take.place});
  }
  std::ranges::sort(happenings);
  std::vector<std::size_t> places;
  for (const Happening& happening : happenings) places.push_back(happening.place);
  return places;
}

}  // namespace oracles::linearizability
