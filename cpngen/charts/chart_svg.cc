// Message sequence charts as pictures. Units are pixels; the origin is above on the left.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "base/characters.h"
#include "base/markup.h"
#include "base/picture_colours.h"
#include "cpngen/charts/chart_places.h"
#include "cpngen/charts/message_sequence_chart.h"

namespace cpngen {
namespace chart {
namespace {

using base::Lines;
using cpn::lua::ChartMark;

constexpr double kLoss = 0.7;  // of its way, where a message is lost

std::string Escaped(std::string_view text) { return base::EscapeMarkup(base::Printable(text)); }

bool IsEvent(const ChartRow& row) {
  return row.kind == ChartRow::Kind::kMessage && row.from == row.to;
}

/// The rows from `begin` to `end`, as a picture.
class SvgWriter {
 public:
  SvgWriter(const MessageSequenceChart& chart, const Places& places, std::size_t begin,
            std::size_t end)
      : chart_(chart),
        places_(places),
        begin_(begin),
        end_(end),
        roles_(base::RolesOf(chart.participants)) {}

  std::string Write(const std::string& title) {
    Text(kMargin, kMargin + kNameSize, "start", kNameSize + 1, title, "font-weight=\"bold\"");
    PlaceRows();
    for (std::size_t i = begin_; i < end_; ++i) Leave(i);
    for (std::size_t i = begin_; i < end_; ++i) Row(i);
    const std::string inside = fmt::format(
        "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n{}{}{}", Lifelines(), loop_, body_);
    const double width = places_.width, height = bottom_ + 2 * kMargin;
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture chart\" width=\"{:.0f}\" "
        "height=\"{:.0f}\" viewBox=\"0 0 {:.0f} {:.0f}\" "
        "font-family=\"Helvetica,Arial,sans-serif\">\n<title>{}</title>\n{}{}</svg>\n",
        width * places_.scale, height * places_.scale, width, height, Escaped(title),
        base::PictureStyle(inside), inside);
  }

 private:
  void PlaceRows() {
    double y = kFirstRow;
    const bool goes_on = chart_.loop && *chart_.loop < begin_ && begin_ < end_;
    if (goes_on) y = BeginLoop(y);
    for (std::size_t i = begin_; i < end_; ++i) {
      if (chart_.loop == i) y = BeginLoop(y);
      top_.push_back(y);
      y += places_.TextHeight(i) + kRowSpace;
    }
    if (loop_top_ > 0) y = EndLoop(y, goes_on);
    bottom_ = y;
  }

  bool IsHere(std::size_t row) const { return row >= begin_ && row < end_; }
  double TopOf(std::size_t row) const { return top_[row - begin_]; }
  double ArrowOf(std::size_t row) const { return TopOf(row) + places_.TextHeight(row) + 4; }
  std::string_view ColourOf(const ChartRow& row) const {
    return base::HueOfRole(roles_[row.from]).line;
  }

  /// Where a message leaves: a dot, and its line as far as no row that it comes to is here.
  void Leave(std::size_t i) {
    const ChartRow& row = chart_.rows[i];
    if (row.mark != ChartMark::kSend || IsEvent(row)) return;
    const double x = places_.x[row.from], y = ArrowOf(i);
    Open(row);
    body_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\" fill=\"{}\"/>", x, y,
                         ColourOf(row));
    if (!row.received || !IsHere(*row.received)) {
      const double part = row.received ? 0.6 : 0.35;
      body_ += fmt::format(
          "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" stroke-dasharray=\"5 3\"/>", x, y,
          x + part * (places_.x[row.to] - x), row.received ? bottom_ : y, ColourOf(row));
    }
    body_ += "</g>\n";
  }

  void Row(std::size_t i) {
    const ChartRow& row = chart_.rows[i];
    const double height = places_.TextHeight(i);
    const Lines& text = places_.texts[i];
    y_ = TopOf(i);
    Open(row);
    if (row.kind == ChartRow::Kind::kNote) {
      Note(text, height);
    } else {
      Number(row.step, y_ + height);
      if (IsEvent(row)) {
        row.mark >= ChartMark::kCrash ? Mark(row, text) : Self(row, text, height);
      } else if (row.mark == ChartMark::kSend) {
        // What comes has its text there; what does not has it here.
        if (!row.received) TextLines(Middle(row), y_ + kLine - 3, "middle", text);
      } else {
        Message(row, text, height);
      }
    }
    body_ += "</g>\n";
  }

  double Middle(const ChartRow& row) const { return (places_.x[row.from] + places_.x[row.to]) / 2; }

  /// What a reader sees who points at the row.
  void Open(const ChartRow& row) {
    body_ += "<g><title>";
    if (row.kind == ChartRow::Kind::kMessage) {
      const std::string& from = chart_.participants[row.from];
      body_ += fmt::format("step {}: {}", row.step, Escaped(from));
      if (!IsEvent(row)) body_ += " to " + Escaped(chart_.participants[row.to]);
      if (row.sent) body_ += fmt::format(", sent in step {}", chart_.rows[*row.sent].step);
      if (row.mark == ChartMark::kLoss) body_ += ", lost";
      body_ += '\n';
    }
    body_ += Escaped(base::Cut(row.text, 600)) + "</title>\n";
  }

  /// A step's number stands at the first of its rows.
  void Number(std::size_t step, double y) {
    if (step == numbered_) return;
    numbered_ = step;
    Text(kMargin + kNumbers - 12, y, "end", kNumberSize, std::to_string(step),
         fmt::format("fill=\"{}\"", base::kMuted));
  }

  /// From where it was sent, or straight across; a lost one ends in a cross on its way.
  void Message(const ChartRow& row, const Lines& label, double height) {
    const double x1 = places_.x[row.from], y2 = y_ + height + 4;
    const double y1 = !row.sent           ? y2
                      : IsHere(*row.sent) ? ArrowOf(*row.sent)
                                          : kFirstRow - kMargin;  // it left on a page before
    const bool is_lost = row.mark == ChartMark::kLoss;
    const double x2 = is_lost ? x1 + kLoss * (places_.x[row.to] - x1) : places_.x[row.to];
    const double length = std::hypot(x2 - x1, y2 - y1);
    const double dx = (x2 - x1) / length, dy = (y2 - y1) / length;
    const double end = is_lost ? 0 : kHead;
    body_ += fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\"/>", x1, y1,
                         x2 - end * dx, y2 - end * dy, ColourOf(row));
    if (is_lost) {
      Cross(x2, y2, 5);
    } else {
      body_ +=
          fmt::format("<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}L{:.1f} {:.1f}z\" fill=\"{}\"/>\n", x2,
                      y2, x2 - kHead * dx - 3.5 * dy, y2 - kHead * dy + 3.5 * dx,
                      x2 - kHead * dx + 3.5 * dy, y2 - kHead * dy - 3.5 * dx, ColourOf(row));
    }
    // The text of what leans stands by its end, where its row is.
    const bool leans = y1 != y2;
    const double middle = leans ? x2 - 0.3 * (x2 - x1) : (x1 + places_.x[row.to]) / 2;
    TextLines(middle, y_ + kLine - 3, "middle", label);
  }

  void Cross(double x, double y, double size) {
    body_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}l{:.1f} {:.1f}m0 -{:.1f}l-{:.1f} {:.1f}\" fill=\"none\" "
        "stroke=\"{}\" stroke-width=\"2.5\"/>\n",
        x - size, y - size, 2 * size, 2 * size, 2 * size, 2 * size, 2 * size,
        base::kVermillion.line);
  }

  /// What happens to a participant, on its lifeline.
  void Mark(const ChartRow& row, const Lines& text) {
    const double x = places_.x[row.from], y = y_ + kLine / 2 + 2;
    const std::string at = fmt::format("M{:.1f} {:.1f}", x, y);
    if (row.mark == ChartMark::kCrash) {
      Cross(x, y, 6);
    } else if (row.mark == ChartMark::kPause) {
      body_ +=
          fmt::format("<path d=\"{}m-3 -6v12m6 -12v12\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", at,
                      base::kYellow.line);
    } else {
      body_ += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"6\" fill=\"white\" stroke=\"{}\"/>"
          "<path d=\"{}m-3 0h6m-3 -3v6\" stroke=\"{}\" stroke-width=\"2\"/>\n",
          x, y, base::kGreen.line, at, base::kGreen.line);
    }
    TextLines(x + 12, y_ + kLine - 1, "start", text);
  }

  void Self(const ChartRow& row, const Lines& label, double height) {
    const double x = places_.x[row.from], y = y_ + 2, end = y + std::max(height, kLine);
    body_ += fmt::format(
        "<path d=\"M{0:.1f} {1:.1f}h{2:.1f}V{3:.1f}H{4:.1f}\" fill=\"none\" stroke=\"{6}\"/>"
        "<path d=\"M{0:.1f} {3:.1f}l{5:.1f} -3.5v7z\" fill=\"{6}\"/>\n",
        x, y, kSelf, end, x + kHead, kHead, ColourOf(row));
    TextLines(x + kSelf + 6, y_ + kLine - 1, "start", label);
  }

  void Note(const Lines& text, double height) {
    const double left = kMargin + kNumbers, width = base::TextWidth(text, kTextSize);
    const double right = places_.x.empty() ? places_.width - kMargin
                                           : std::max(places_.x.back() + 16, left + width + 16);
    body_ += fmt::format(
        "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
        "stroke=\"{}\"/>\n",
        left, y_ - 1, right - left, height + 6, base::kYellow.soft, base::kYellow.line);
    for (std::size_t i = 0; i < text.size(); ++i) {
      Text((left + right) / 2, y_ + kLine - 1 + kLine * static_cast<double>(i), "middle", kTextSize,
           text[i], "style=\"stroke: none\"");
    }
  }

  double BeginLoop(double y) {
    loop_top_ = y + kRowSpace / 2;
    return loop_top_ + kLoopTitle + 4;
  }

  /// The frame goes below the rows: they are drawn over it.
  double EndLoop(double y, bool goes_on) {
    const double left = kMargin + kNumbers - 8;
    loop_ = fmt::format(
        "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" fill=\"none\" "
        "stroke=\"{4}\"/>\n<path d=\"M{0:.1f} {1:.1f}h{6}v10l-8 8h-{7}z\" fill=\"{5}\" "
        "stroke=\"{4}\"/>\n",
        left, loop_top_, places_.width - kMargin / 2 - left, y - loop_top_, base::kBlue.line,
        base::kBlue.soft, goes_on ? 134 : 84, goes_on ? 126 : 76);
    Text(left + 8, loop_top_ + 13, "start", kTextSize,
         goes_on ? "loop for ever, goes on" : "loop for ever", "");
    return y + kRowSpace;
  }

  std::string Lifelines() const {
    std::string lines;
    const double top = kMargin + kNameSize + 2 * kMargin;
    for (std::size_t i = 0; i < places_.x.size(); ++i) {
      const double x = places_.x[i], half = places_.half[i];
      const base::PictureHue hue = base::HueOfRole(roles_[i]);
      lines += Lifeline(i, x, top + kBox);
      lines += fmt::format(
          "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" fill=\"{}\" "
          "stroke=\"{}\"/>\n"
          "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-size=\"{}\" "
          "style=\"stroke: none\">{}</text>\n",
          x - half, top, 2 * half, kBox, hue.soft, hue.line, x, top + kBox / 2 + 4, kNameSize,
          Escaped(chart_.participants[i]));
    }
    return lines;
  }

  /// Solid while the participant runs, dashed while it is paused, nothing while it is down.
  std::string Lifeline(std::size_t lane, double x, double from) const {
    std::string lines;
    ChartMark now = ChartMark::kRestart;
    const auto until = [&](double y) {
      if (now != ChartMark::kCrash) {
        const bool is_paused = now == ChartMark::kPause;
        lines += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\"{}/>\n", x, from, y,
                             is_paused ? base::kYellow.line : base::kFaint,
                             is_paused ? " stroke-dasharray=\"3 3\" stroke-width=\"2\"" : "");
      }
      from = y;
    };
    for (std::size_t i = 0; i < end_; ++i) {
      const ChartRow& row = chart_.rows[i];
      if (!IsEvent(row) || row.from != lane || row.mark < ChartMark::kCrash) continue;
      if (i >= begin_) until(TopOf(i) + kLine / 2 + 2);
      now = row.mark;
    }
    until(bottom_);
    return lines;
  }

  /// The style in the picture gives it a white seam, so that it can be read on a lifeline.
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
  const Places& places_;
  const std::size_t begin_, end_;
  const std::vector<std::size_t> roles_;  ///< of the participants
  std::vector<double> top_;               ///< of the rows
  double y_ = 0;                          ///< of the row that is written
  double bottom_ = 0;
  double loop_top_ = 0;  ///< 0: there is no loop here
  std::size_t numbered_ = 0;
  std::string loop_;
  std::string body_;
};

}  // namespace
}  // namespace chart

using chart::PagesOf;
using chart::PlacesOf;
using chart::SvgWriter;

std::string ChartSvg(const MessageSequenceChart& chart) {
  const chart::Places places = PlacesOf(chart);
  return SvgWriter(chart, places, 0, chart.rows.size()).Write(chart.title);
}

std::vector<std::string> ChartPages(const MessageSequenceChart& chart) {
  const chart::Places places = PlacesOf(chart);
  const std::vector<std::size_t> pages = PagesOf(chart, places);
  std::vector<std::string> pictures;
  for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
    const std::string title =
        pages.size() == 2 ? chart.title
                          : fmt::format("{}, page {} of {}", chart.title, i + 1, pages.size() - 1);
    pictures.push_back(SvgWriter(chart, places, pages[i], pages[i + 1]).Write(title));
  }
  return pictures;
}

}  // namespace cpngen
