#include "cpngen/charts/chart_places.h"

#include <algorithm>

namespace cpngen::chart {
namespace {

using base::TextWidth;

constexpr double kGap = 24;  // least distance between two boxes
constexpr std::size_t kMostLines = 4;
constexpr std::size_t kTextWidths[] = {44, 28, 18};  // of labels, in characters

class Placer {
 public:
  Placer(const MessageSequenceChart& chart, std::size_t text_width) : chart_(chart) {
    for (const ChartRow& row : chart.rows) {
      places_.texts.push_back(base::Wrap(row.text, text_width, kMostLines));
    }
  }

  Places Run() {
    const std::size_t count = chart_.participants.size();
    for (const std::string& name : chart_.participants) {
      places_.half.push_back(TextWidth(name, kNameSize) / 2 + 8);
    }
    const std::vector<double>& half = places_.half;
    std::vector<double>& x = places_.x;
    x.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      x[i] = i == 0 ? kMargin + kNumbers + half[0] : x[i - 1] + half[i - 1] + kGap + half[i];
      for (std::size_t row = 0; row < chart_.rows.size() && i > 0; ++row) Widen(row, i);
    }
    double& width = places_.width;
    width = 2 * kMargin + TextWidth(chart_.title + ", page 10 of 10", kNameSize + 1);
    if (count > 0) width = std::max(width, x.back() + half.back() + kMargin);
    for (std::size_t row = 0; row < chart_.rows.size(); ++row) {
      width = std::max(width, RightEnd(row) + kMargin);
    }
    const double least = kLeastChartText / kNumberSize;
    places_.scale = std::clamp(kMostChartPixels / width, least, 1.0);
    return std::move(places_);
  }

 private:
  double Width(std::size_t row) const { return TextWidth(places_.texts[row], kTextSize); }

  /// Moves lifeline `i` to the right as far as the row needs it there.
  void Widen(std::size_t row, std::size_t i) {
    const ChartRow& r = chart_.rows[row];
    if (r.kind == ChartRow::Kind::kNote) return;
    double& x = places_.x[i];
    const std::size_t left = std::min(r.from, r.to);
    if (r.from == r.to && r.from + 1 == i) x = std::max(x, RightEnd(row) + kHead);
    if (r.from != r.to && std::max(r.from, r.to) == i) {
      x = std::max(x, places_.x[left] + Width(row) + 2 * kHead + 8);
    }
  }

  /// Where a row ends that may end to the right of all lifelines.
  double RightEnd(std::size_t row) const {
    const ChartRow& r = chart_.rows[row];
    if (r.kind == ChartRow::Kind::kNote) return kMargin + kNumbers + Width(row) + 16;
    return r.from == r.to ? places_.x[r.from] + kSelf + 6 + Width(row) : 0;
  }

  const MessageSequenceChart& chart_;
  Places places_;
};

}  // namespace

double Places::TextHeight(std::size_t row) const {
  return kLine * static_cast<double>(std::max<std::size_t>(texts[row].size(), 1));
}

Places PlacesOf(const MessageSequenceChart& chart) {
  Places places;
  for (const std::size_t width : kTextWidths) {
    places = Placer(chart, width).Run();
    if (places.width * places.scale <= kMostChartPixels) break;
  }
  return places;
}

std::vector<std::size_t> PagesOf(const MessageSequenceChart& chart, const Places& places) {
  const double end = kMostChartPixels / places.scale - 2 * kMargin - kRowSpace;
  std::vector<std::size_t> pages{0};
  double y = kFirstRow;
  for (std::size_t row = 0; row < chart.rows.size(); ++row) {
    const double loop = chart.loop == row ? kRowSpace / 2 + kLoopTitle + 4 : 0;
    const double height = places.TextHeight(row) + kRowSpace;
    if (y + loop + height > end && row > pages.back()) {
      pages.push_back(row);
      y = kFirstRow;
      if (chart.loop && *chart.loop <= row) y += kRowSpace / 2 + kLoopTitle + 4;
      y += height;
    } else {
      y += loop + height;
    }
  }
  pages.push_back(chart.rows.size());
  return pages;
}

}  // namespace cpngen::chart
