#include "cpngen/charts/message_sequence_chart.h"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

namespace cpngen {
namespace {

class ChartMaker {
 public:
  explicit ChartMaker(const cpn::lua::Chart& chart) : source_(chart) {
    chart_.participants = chart.participants();
  }

  MessageSequenceChart Make(const cpn::Engine& engine, const Trace& trace) {
    auto remark = trace.remarks.begin();
    const auto remarks_after = [&](std::size_t steps) {
      for (; remark != trace.remarks.end() && remark->steps <= steps; ++remark) {
        Note(steps, remark->text);
      }
    };
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      remarks_after(i);
      if (trace.loop == i) chart_.loop = chart_.rows.size();
      for (const cpn::lua::ChartMessage& message :
           source_.MessagesOf(engine.Element(trace.steps[i]))) {
        const std::size_t from = Participant(message.from);
        const std::size_t to = Participant(message.to);
        chart_.rows.push_back(
            {ChartRow::Kind::kMessage, i + 1, from, to, message.label, message.mark});
        FindSending();
      }
    }
    remarks_after(trace.steps.size());
    if (chart_.loop == chart_.rows.size()) Note(trace.steps.size(), "no messages");
    if (trace.ends_dead) Note(trace.steps.size(), "dead marking: nothing can happen any more");
    return std::move(chart_);
  }

 private:
  /// The last row is what left first of those that are alike.
  void FindSending() {
    ChartRow& row = chart_.rows.back();
    const std::size_t index = chart_.rows.size() - 1;
    const auto key = std::tuple(row.from, row.to, row.text);
    if (row.mark == cpn::lua::ChartMark::kSend) {
      on_their_way_[key].push_back(index);
      return;
    }
    const auto found = on_their_way_.find(key);
    if (found == on_their_way_.end() || found->second.empty()) return;
    row.sent = found->second.front();
    chart_.rows[*row.sent].received = index;
    found->second.pop_front();
  }

  void Note(std::size_t step, const std::string& text) {
    chart_.rows.push_back({ChartRow::Kind::kNote, step, 0, 0, text});
  }

  std::size_t Participant(const std::string& name) {
    auto& all = chart_.participants;
    const auto known = std::find(all.begin(), all.end(), name);
    if (known != all.end()) return static_cast<std::size_t>(known - all.begin());
    all.push_back(name);
    return all.size() - 1;
  }

  const cpn::lua::Chart& source_;
  MessageSequenceChart chart_;
  /// Rows of messages that left, by sender, receiver and label.
  std::map<std::tuple<std::size_t, std::size_t, std::string>, std::deque<std::size_t>>
      on_their_way_;
};

}  // namespace

MessageSequenceChart MakeMessageSequenceChart(const cpn::Engine& engine,
                                              const cpn::lua::Chart& chart, const Trace& trace,
                                              const std::string& title) {
  MessageSequenceChart made = ChartMaker(chart).Make(engine, trace);
  made.title = title;
  return made;
}

}  // namespace cpngen
