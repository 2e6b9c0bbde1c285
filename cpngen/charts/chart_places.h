// Where everything of a chart's picture goes: lifelines beside each other, rows below each other,
// and on which page.
//
// Lifelines stand as far apart as the messages between them need; a message that spans several
// widens the last of them. What is too wide gets shorter lines of text, then smaller ones.
// Invariants: every row is on one page, in its order; a page at its scale is at most
// kMostChartPixels wide and high, unless there are so many lifelines that texts would be smaller
// than kLeastChartText: then it is wider.
// Thread safety: plain values; a free function.
#pragma once

#include <cstddef>
#include <vector>

#include "base/text_layout.h"
#include "cpngen/charts/message_sequence_chart.h"

namespace cpngen {

inline constexpr double kMostChartPixels = 1600;
inline constexpr double kLeastChartText = 7;  ///< pixels

namespace chart {

inline constexpr double kNameSize = 11;
inline constexpr double kTextSize = 10;
inline constexpr double kNumberSize = 9;
inline constexpr double kLine = 12;      ///< height of a line of text
inline constexpr double kMargin = 12;    ///< around everything
inline constexpr double kNumbers = 30;   ///< column of step numbers
inline constexpr double kBox = 24;       ///< height of a box with a name
inline constexpr double kRowSpace = 14;  ///< of a row beside its text
inline constexpr double kSelf = 26;      ///< width of a message to oneself
inline constexpr double kHead = 6;       ///< length of an arrow's head
inline constexpr double kLoopTitle = 20;
/// Where the first row begins, below title and names.
inline constexpr double kFirstRow = kMargin + kNameSize + 2 * kMargin + kBox + kMargin;

struct Places {
  std::vector<base::Lines> texts;  ///< of the rows
  std::vector<double> x;           ///< of the lifelines
  std::vector<double> half;        ///< half the widths of their boxes
  double width = 0;
  double scale = 1;  ///< of all that is drawn

  double TextHeight(std::size_t row) const;
};

/// `text` is what stands in a row.
Places PlacesOf(const MessageSequenceChart& chart);

/// The first row of each page, and the number of rows behind the last one.
std::vector<std::size_t> PagesOf(const MessageSequenceChart& chart, const Places& places);

}  // namespace chart
}  // namespace cpngen
