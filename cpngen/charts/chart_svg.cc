// Message sequence charts as pictures. Units are pixels; the origin is above on the left.
//
// Lifelines stand as far apart as the messages between them need; a message that spans several
// widens the last of them. Below the boxes with the participants' names, row follows row.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.h"
#include "base/markup.h"
#include "base/text_layout.h"
#include "cpngen/charts/message_sequence_chart.h"

namespace cpngen {
namespace {

using base::Lines;

constexpr double kNameSize = 11;
constexpr double kTextSize = 10;
constexpr double kLine = 12;            // height of a line of text
constexpr double kMargin = 12;          // around everything
constexpr double kNumbers = 30;         // column of step numbers
constexpr double kBox = 24;             // height of a box with a name
constexpr double kGap = 24;             // least distance between two boxes
constexpr double kRowSpace = 14;        // of a row beside its text
constexpr double kSelf = 26;            // width of a message to oneself
constexpr double kHead = 6;             // length of an arrow's head
constexpr double kLoopTitle = 20;       // height of the loop's title
constexpr std::size_t kTextWidth = 44;  // of labels, in characters
constexpr std::size_t kMostLines = 4;

std::string Escaped(std::string_view text) { return base::EscapeMarkup(base::Printable(text)); }

double Width(const Lines& lines) { return base::TextWidth(lines, kTextSize); }

class SvgWriter {
 public:
  explicit SvgWriter(const MessageSequenceChart& chart) : chart_(chart) {
    for (const ChartRow& row : chart.rows) {
      texts_.push_back(base::Wrap(row.text, kTextWidth, kMostLines));
    }
    PlaceLifelines();
  }

  std::string Write() {
    y_ = kMargin + kNameSize;
    Text(kMargin, y_, "start", kNameSize + 1, chart_.title, "font-weight=\"bold\"");
    y_ += 2 * kMargin;
    const double top = y_;
    y_ += kBox + kMargin;
    for (std::size_t i = 0; i < chart_.rows.size(); ++i) {
      if (chart_.loop == i) BeginLoop();
      Row(i);
    }
    if (chart_.loop) EndLoop();
    y_ += kMargin;
    return Head() + Lifelines(top) + loop_ + body_ + "</svg>\n";
  }

 private:
  void PlaceLifelines() {
    const std::size_t count = chart_.participants.size();
    std::vector<double> half;
    for (const std::string& name : chart_.participants) {
      half.push_back(base::TextWidth(name, kNameSize) / 2 + 8);
    }
    x_.assign(count, 0);
    for (std::size_t i = 0; i < count; ++i) {
      x_[i] = i == 0 ? kMargin + kNumbers + half[0] : x_[i - 1] + half[i - 1] + kGap + half[i];
      for (std::size_t row = 0; row < chart_.rows.size() && i > 0; ++row) Widen(row, i);
    }
    width_ = 2 * kMargin + base::TextWidth(chart_.title, kNameSize + 1);
    if (count > 0) width_ = std::max(width_, x_.back() + half.back() + kMargin);
    for (std::size_t row = 0; row < chart_.rows.size(); ++row) {
      width_ = std::max(width_, RightEnd(row) + kMargin);
    }
  }

  /// Moves lifeline `i` to the right as far as the row needs it there.
  void Widen(std::size_t row, std::size_t i) {
    const ChartRow& r = chart_.rows[row];
    if (r.kind == ChartRow::Kind::kNote) return;
    const std::size_t left = std::min(r.from, r.to);
    const double text = Width(texts_[row]);
    if (r.from == r.to && r.from + 1 == i) x_[i] = std::max(x_[i], RightEnd(row) + kHead);
    if (r.from != r.to && std::max(r.from, r.to) == i) {
      x_[i] = std::max(x_[i], x_[left] + text + 2 * kHead + 8);
    }
  }

  /// Where a row ends that may end to the right of all lifelines.
  double RightEnd(std::size_t row) const {
    const ChartRow& r = chart_.rows[row];
    const double text = Width(texts_[row]);
    if (r.kind == ChartRow::Kind::kNote) return kMargin + kNumbers + text + 16;
    return r.from == r.to ? x_[r.from] + kSelf + 6 + text : 0;
  }

  void Row(std::size_t i) {
    const ChartRow& row = chart_.rows[i];
    const double height = kLine * static_cast<double>(std::max<std::size_t>(texts_[i].size(), 1));
    if (row.kind == ChartRow::Kind::kNote) {
      Note(texts_[i], height);
    } else {
      Number(row.step, y_ + height);
      row.from == row.to ? Self(x_[row.from], texts_[i], height)
                         : Arrow(x_[row.from], x_[row.to], texts_[i], height);
    }
    y_ += height + kRowSpace;
  }

  /// A step's number stands at the first of its rows.
  void Number(std::size_t step, double y) {
    if (step == numbered_) return;
    numbered_ = step;
    Text(kMargin + kNumbers - 12, y, "end", kTextSize - 1, std::to_string(step),
         "fill=\"#606060\"");
  }

  void Arrow(double from, double to, const Lines& label, double height) {
    TextLines((from + to) / 2, y_ + kLine - 3, "middle", label);
    const double y = y_ + height + 4;
    const double back = to > from ? -kHead : kHead;
    body_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}H{:.1f}\" stroke=\"black\"/>"
        "<path d=\"M{:.1f} {:.1f}l{:.1f} -3.5v7z\"/>\n",
        from, y, to + back, to, y, back);
  }

  void Self(double x, const Lines& label, double height) {
    const double y = y_ + 2;
    const double end = y + std::max(height, kLine);
    body_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}h{:.1f}V{:.1f}H{:.1f}\" fill=\"none\" stroke=\"black\"/>"
        "<path d=\"M{:.1f} {:.1f}l{:.1f} -3.5v7z\"/>\n",
        x, y, kSelf, end, x + kHead, x, end, kHead);
    TextLines(x + kSelf + 6, y_ + kLine - 1, "start", label);
  }

  void Note(const Lines& text, double height) {
    const double left = kMargin + kNumbers;
    const double right =
        x_.empty() ? width_ - kMargin : std::max(x_.back() + 16, left + Width(text) + 16);
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"#fff6d0\" "
        "stroke=\"#b0a060\"/>\n",
        left, y_ - 1, right - left, height + 6);
    TextLines((left + right) / 2, y_ + kLine - 1, "middle", text);
  }

  void BeginLoop() {
    y_ += kRowSpace / 2;
    loop_top_ = y_;
    y_ += kLoopTitle + 4;
  }

  /// The frame goes below the rows: they are drawn over it.
  void EndLoop() {
    const double left = kMargin + kNumbers - 8;
    loop_ = fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" fill=\"none\" "
        "stroke=\"#404080\"/>\n<path d=\"M{0:.1f} {1:.1f}h84v10l-8 8h-76z\" fill=\"#e4e4f4\" "
        "stroke=\"#404080\"/>\n",
        left, loop_top_, width_ - kMargin / 2 - left, y_ - loop_top_);
    Text(left + 8, loop_top_ + 13, "start", kTextSize, "loop for ever", "");
    y_ += kRowSpace;
  }

  std::string Lifelines(double top) const {
    std::string lines;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const double half = base::TextWidth(chart_.participants[i], kNameSize) / 2 + 8;
      lines += fmt::format(
          "<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"#909090\" stroke-dasharray=\"4 3\"/>\n"
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"white\" "
          "stroke=\"black\"/>\n"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"{}\">{}</text>\n",
          x_[i], top + kBox, y_, x_[i] - half, top, 2 * half, kBox, x_[i], top + kBox / 2 + 4,
          kNameSize, Escaped(chart_.participants[i]));
    }
    return lines;
  }

  std::string Head() const {
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"Helvetica,Arial,sans-serif\">\n"
        "<style>text {{ paint-order: stroke; stroke: white; stroke-width: 2px; }}</style>\n"
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width_, y_ + kMargin);
  }

  /// The style in Head() gives it a white seam, so that it can be read on a lifeline.
  void Text(double x, double y, const char* anchor, double size, std::string_view text,
            std::string_view style) {
    body_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" font-size=\"{}\"{}{}>{}</text>\n", x, y,
        anchor, size, style.empty() ? "" : " ", style, Escaped(text));
  }

  void TextLines(double x, double y, const char* anchor, const Lines& lines) {
    for (const std::string& line : lines) {
      Text(x, y, anchor, kTextSize, line, "");
      y += kLine;
    }
  }

  const MessageSequenceChart& chart_;
  std::vector<Lines> texts_;  ///< of the rows
  std::vector<double> x_;     ///< of the lifelines
  double width_ = 0;
  double y_ = 0;  ///< where the next row begins
  double loop_top_ = 0;
  std::size_t numbered_ = 0;
  std::string loop_;
  std::string body_;
};

}  // namespace

std::string ChartSvg(const MessageSequenceChart& chart) { return SvgWriter(chart).Write(); }

}  // namespace cpngen
