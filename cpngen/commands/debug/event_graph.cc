#include "cpngen/commands/debug/event_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace cpngen {
namespace {

constexpr std::size_t kWidest = 16;    // lane
constexpr std::size_t kNarrowest = 6;  // lane

/// The first column of a node that stands nowhere in particular.
constexpr const char* kNowhere = "(net)";

bool IsCrash(const std::string& fault) { return fault.starts_with("crash"); }

char SignOf(const std::string& fault) {
  if (fault.empty()) return '*';
  return fault == "restart" || fault == "resume" ? 'R' : 'X';
}

}  // namespace

/// Rows of characters; column 0 is the line of the first node.
class EventGraph::Canvas {
 public:
  Canvas(std::size_t rows, std::size_t lanes, std::size_t width)
      : width_(width), rows_(rows, std::string(lanes * width, ' ')) {}

  char& At(std::size_t row, std::size_t column) { return rows_[row][column]; }
  char& Lane(std::size_t row, std::size_t lane) { return rows_[row][lane * width_]; }
  const std::string& Row(std::size_t row) const { return rows_[row]; }

  /// What is sent and arrives in the same row.
  void DrawAtOnce(std::size_t row, std::size_t from, std::size_t to) {
    for (std::size_t offset = 1; offset < Distance(from, to); ++offset) {
      Put(row, from, to, offset, '-');
    }
    Put(row, from, to, Distance(from, to) - 1, from < to ? '>' : '<');
    Lane(row, from) = 'o';
  }

  void DrawSlant(const Way& way) {
    const char slant = way.from < way.to ? '\\' : '/';
    const auto last = static_cast<std::ptrdiff_t>(rows_.size()) - 1;
    for (std::ptrdiff_t row = way.begin + 1; row < way.end && row <= last; ++row) {
      char& cell = Cell(static_cast<std::size_t>(row), way.from, way.to, OffsetIn(way, row));
      const bool crosses = cell != slant && (cell == '\\' || cell == '/');
      cell = crosses ? 'x' : slant;
    }
  }

  /// The rows in which it is sent and in which it arrives, over the slants of others.
  void DrawEnds(const Way& way) {
    if (way.is_sent_here) {
      const auto row = static_cast<std::size_t>(way.begin);
      Lane(row, way.from) = 'o';
      PutIfFree(row, way.from, way.to, 1, '.');
    }
    if (way.end >= static_cast<std::ptrdiff_t>(rows_.size())) return;
    const auto row = static_cast<std::size_t>(way.end);
    const std::size_t distance = Distance(way.from, way.to);
    const std::size_t begin = OffsetIn(way, way.end);
    const std::size_t end = way.is_lost ? std::max(distance / 2, begin + 1) : distance - 1;
    PutIfFree(row, way.from, way.to, begin, way.from < way.to ? '`' : '\'');
    for (std::size_t offset = begin + 1; offset < end; ++offset) {
      PutIfFree(row, way.from, way.to, offset, '-');
    }
    Put(row, way.from, way.to, end, way.is_lost ? 'X' : way.from < way.to ? '>' : '<');
  }

 private:
  std::size_t Distance(std::size_t from, std::size_t to) const {
    return (std::max(from, to) - std::min(from, to)) * width_;
  }
  /// Columns from the sender, where it is in `row`.
  std::size_t OffsetIn(const Way& way, std::ptrdiff_t row) const {
    const std::size_t columns = Distance(way.from, way.to) - 3;
    const auto rows = static_cast<std::size_t>(way.end - way.begin);
    const auto gone = static_cast<std::size_t>(row - way.begin);
    return 1 + (rows <= columns ? gone : gone * columns / rows);
  }
  char& Cell(std::size_t row, std::size_t from, std::size_t to, std::size_t offset) {
    return rows_[row][from < to ? from * width_ + offset : from * width_ - offset];
  }
  void Put(std::size_t row, std::size_t from, std::size_t to, std::size_t offset, char sign) {
    Cell(row, from, to, offset) = sign;
  }
  void PutIfFree(std::size_t row, std::size_t from, std::size_t to, std::size_t offset, char sign) {
    char& cell = Cell(row, from, to, offset);
    if (cell == ' ' || cell == '|' || cell == '-') cell = sign;
  }

  const std::size_t width_;
  std::vector<std::string> rows_;
};

EventGraph::EventGraph(const std::vector<std::string>& nodes) : nodes_(nodes) {}

std::size_t EventGraph::LaneOf(const std::string& node) {
  const std::string name = node.empty() ? kNowhere : node;
  const auto found = std::find(nodes_.begin(), nodes_.end(), name);
  if (found != nodes_.end()) return static_cast<std::size_t>(found - nodes_.begin());
  nodes_.push_back(name);
  return nodes_.size() - 1;
}

void EventGraph::Add(GraphEvent event) {
  const std::size_t from = LaneOf(event.from);
  const std::size_t to = LaneOf(event.to);
  rows_.push_back({std::move(event), from, to});
}

void EventGraph::AddDown(const std::string& node) { down_.insert(LaneOf(node)); }

void EventGraph::AddUnderWay(std::size_t step, const std::string& from, const std::string& to) {
  const std::size_t lane = LaneOf(from);
  under_way_.push_back({{.sent = step}, lane, LaneOf(to)});
}

std::size_t EventGraph::Width() const {
  std::size_t width = kNarrowest;
  for (const std::string& node : nodes_) {
    width = std::max(width, std::min(node.size() + 2, kWidest));
  }
  return width;
}

EventGraph::Way EventGraph::WayOf(std::size_t from, std::size_t to, std::size_t sent,
                                  std::size_t end) const {
  const auto behind = std::find_if(rows_.begin(), rows_.end(),
                                   [&](const Row& row) { return row.event.step > sent; });
  Way way{.from = from, .to = to, .begin = behind - rows_.begin() - 1};
  way.end = static_cast<std::ptrdiff_t>(end);
  way.is_sent_here =
      way.begin >= 0 && rows_[static_cast<std::size_t>(way.begin)].event.step == sent;
  return way;
}

std::vector<EventGraph::Way> EventGraph::Ways() const {
  std::vector<Way> ways;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    if (row.event.sent == 0 || row.from == row.to) continue;
    ways.push_back(WayOf(row.from, row.to, row.event.sent, i));
    ways.back().is_lost = !row.event.fault.empty();
  }
  for (const Row& row : under_way_) {
    if (row.from != row.to) ways.push_back(WayOf(row.from, row.to, row.event.sent, rows_.size()));
  }
  return ways;
}

std::string EventGraph::Text() const {
  if (rows_.empty()) return "no steps\n";
  const std::size_t width = Width();
  Canvas canvas(rows_.size(), nodes_.size(), width);
  std::set<std::size_t> down = down_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t lane = 0; lane < nodes_.size(); ++lane) {
      canvas.Lane(i, lane) = down.contains(lane) ? ' ' : '|';
    }
    const Row& row = rows_[i];
    if (IsCrash(row.event.fault)) down.insert(row.to);
    if (row.event.fault == "restart") down.erase(row.to);
  }
  const std::vector<Way> ways = Ways();
  for (const Way& way : ways) canvas.DrawSlant(way);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const Row& row = rows_[i];
    const bool is_lost = row.event.sent > 0 && !row.event.fault.empty() && row.from != row.to;
    if (is_lost) continue;  // it does not come to its node
    // Who is down gets nothing.
    const bool is_in_vain = row.event.sent > 0 && canvas.Lane(i, row.to) == ' ';
    canvas.Lane(i, row.to) = is_in_vain ? 'X' : SignOf(row.event.fault);
    if (row.event.sent == 0 && row.from != row.to) canvas.DrawAtOnce(i, row.from, row.to);
  }
  for (const Way& way : ways) canvas.DrawEnds(way);

  std::string text(10, ' ');
  for (const std::string& node : nodes_) {
    text += fmt::format("{:<{}}", node.substr(0, width - 1), width);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    const GraphEvent& event = rows_[i].event;
    text += fmt::format("{} {:5}   {}  {}\n", event.is_now ? '>' : ' ', event.step, canvas.Row(i),
                        event.text);
  }
  return text;
}

}  // namespace cpngen
