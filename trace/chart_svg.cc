#include "trace/chart_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "base/picture_colours.h"
#include "base/text_layout.h"
#include "trace/chart_layout.h"
#include "trace/story.h"
#include "trace/svg_canvas.h"

namespace trace {
namespace {

constexpr double kMargin = 12;      // around everything
constexpr double kTextSize = 10;    // of labels
constexpr double kNameSize = 11;    // of lifelines and titles
constexpr double kTimes = 92;       // right end of the column of times
constexpr double kStimulus = 34;    // length of the arrow of what the test case feeds in
constexpr double kFirst = 150;      // least place of the first lifeline
constexpr double kRow = 22;         // height of a row
constexpr double kLine = 14;        // of one more expectation in a row
constexpr double kBox = 22;         // height of a box with a name
constexpr double kMostLabel = 300;  // width of the labels of a lifeline
constexpr std::size_t kLabels[] = {52, 36, 24, 14};  // characters of a label; fewer on wide charts
constexpr std::size_t kNameCut = 32;                 // characters of a name
constexpr std::size_t kDetail = 110;                 // characters of a line of the verdict

constexpr std::string_view kGrey = base::kMuted;
constexpr std::string_view kBad = base::kVermillion.line;
constexpr std::string_view kGood = base::kGreen.line;
constexpr std::string_view kSent = base::kBlue.line;
constexpr std::string_view kHalted = base::kYellow.line;

constexpr double kMostPixels = 1600;  // of a page
/// By how much a page may be made smaller: its smallest text then has 7 pixels.
constexpr double kLeastScale = 7 / (kTextSize - 1);
constexpr std::size_t kTip = 300;  // characters of a line of a tooltip

std::string LabelOf(const Step& step, std::size_t most) {
  std::string label = step.name;
  if (!step.fields.empty()) label += " (" + ToString(step.fields) + ')';
  label = base::Cut(label, most);
  if (step.unexpected) label += " - not expected";
  return label;
}

std::string_view ColourOf(const Step& step) {
  const bool ends_fault = step.name == kRestart || step.name == kResume;
  if (step.kind == Kind::kFault && ends_fault) return kGood;
  if (step.unexpected || step.kind == Kind::kFault) return kBad;
  return step.kind == Kind::kStimulus ? kSent : "black";
}

constexpr double kBehind = -1;  // on a page behind this one

/// What the node of a lifeline is doing.
enum class Life { kRuns, kPaused, kDown };

class ChartWriter {
 public:
  explicit ChartWriter(const Trace& trace)
      : trace_(trace), layout_(LayOutChart(trace)), roles_(base::RolesOf(layout_.lifelines)) {
    for (const std::size_t label : kLabels) {
      label_ = label;
      PlaceLifelines();
      if (width_ * kLeastScale <= kMostPixels) break;
    }
  }

  std::string Write() { return Page(0, layout_.rows.size(), "", 1); }

  std::vector<std::string> WritePages() {
    const double scale = std::clamp(kMostPixels / width_, kLeastScale, 1.0);
    Heading("");
    const double most = kMostPixels / scale - 2 * kMargin;
    const double first = y_ + kBox + kMargin;
    std::vector<std::size_t> pages{0};
    double y = first;
    for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
      if (y + HeightOf(layout_.rows[i]) > most && i > pages.back()) {
        pages.push_back(i);
        y = first;
      }
      y += HeightOf(layout_.rows[i]);
    }
    pages.push_back(layout_.rows.size());
    std::vector<std::string> written;
    for (std::size_t i = 0; i + 1 < pages.size(); ++i) {
      const std::string number =
          pages.size() == 2 ? "" : fmt::format(", page {} of {}", i + 1, pages.size() - 1);
      written.push_back(Page(pages[i], pages[i + 1], number, scale));
    }
    return written;
  }

 private:
  /// The rows from `begin` to `end`.
  std::string Page(std::size_t begin, std::size_t end, const std::string& number, double scale) {
    canvas_ = SvgCanvas();
    row_y_.clear();
    begin_ = begin;
    end_ = end;
    Heading(number);
    top_ = y_;
    y_ += kBox + kMargin;
    PlaceRows();
    Lifelines();
    for (std::size_t i = 0; i < layout_.rows.size(); ++i) Message(layout_.rows[i]);
    for (std::size_t i = begin; i < end; ++i) Row(layout_.rows[i], row_y_[i - begin]);
    return canvas_.Document(width_, y_ + kMargin, Title() + number, scale);
  }

  std::string Title() const {
    const Header& header = trace_.header;
    std::string title = header.model + header.system;
    if (!header.suite.empty()) title = header.suite + '#' + header.test;
    if (!header.property.empty()) title += ": " + header.property;
    title = base::Cut(title, kDetail);
    if (trace_.outcome != Outcome::kNone) title += fmt::format(": {}", NameOf(trace_.outcome));
    if (header.seed) title += fmt::format(" (seed {})", *header.seed);
    return title;
  }

  void Heading(const std::string& number) {
    y_ = kMargin + kNameSize;
    const std::string title = Title() + number;
    canvas_.Text(kMargin, y_, title, kNameSize + 1, "black", "start", "font-weight=\"bold\"");
    width_ = std::max(width_, 2 * kMargin + base::TextWidth(title, kNameSize + 2));
    const bool bad = trace_.outcome == Outcome::kFail || trace_.outcome == Outcome::kViolated;
    for (std::string line : base::Wrap(trace_.detail, kDetail, 3)) {
      line = base::Cut(line, kDetail + 8);
      y_ += kLine + 2;
      canvas_.Text(kMargin, y_, line, kTextSize, bad ? kBad : "black");
      width_ = std::max(width_, 2 * kMargin + base::TextWidth(line, kTextSize));
    }
    y_ += kMargin;
  }

  /// A lifeline has room on its right for the labels of its steps.
  void PlaceLifelines() {
    x_.clear();
    std::map<std::string, double> labels;
    for (const ChartRow& row : layout_.rows) {
      if (!row.step) continue;
      const Step& step = trace_.steps[*row.step];
      double& widest = labels[step.node];
      widest =
          std::max(widest, std::min(kMostLabel, base::TextWidth(LabelOf(step, label_), kTextSize)));
    }
    double x = kFirst;
    for (std::size_t i = 0; i < layout_.lifelines.size(); ++i) {
      const std::string& name = layout_.lifelines[i];
      lifeline_of_[name] = i;
      const double half = base::TextWidth(base::Cut(name, kNameCut), kNameSize) / 2 + 8;
      x = i == 0 ? std::max(x, kTimes + kStimulus + half) : x + half;
      x_.push_back(x);
      x += std::max(labels[name] + 26, half + 16);
    }
    panel_ = std::max(x, kFirst + labels[""]) + 12;
    width_ = panel_ + kMargin;
    for (const Expectation& expectation : trace_.expected) {
      width_ = std::max(width_,
                        panel_ + 18 + kMargin + base::TextWidth(Expected(expectation), kTextSize));
    }
  }

  static std::string Expected(const Expectation& expectation) {
    std::string text = base::Cut(ToString(expectation), kLabels[0]);
    if (expectation.alternative > 0)
      text += fmt::format(", alternative {}", expectation.alternative);
    return expectation.came ? text : "missing: " + text;
  }

  static double HeightOf(const ChartRow& row) {
    return std::max(kRow, kLine * static_cast<double>(row.expected.size()) + 8);
  }

  /// What is on a page before is at the top, and what is on one behind at the bottom.
  void PlaceRows() {
    step_y_.assign(trace_.steps.size(), 0);
    for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
      const ChartRow& row = layout_.rows[i];
      const bool is_here = i >= begin_ && i < end_;
      if (is_here) row_y_.push_back(y_ + kRow / 2);
      if (row.step) {
        step_y_[*row.step] = is_here ? row_y_.back() : i < begin_ ? top_ + kBox : kBehind;
      }
      if (is_here) y_ += HeightOf(row);
    }
    for (double& y : step_y_) {
      if (y == kBehind) y = y_;
    }
  }

  /// The place of the step's node; nothing: it has no lifeline.
  std::optional<double> PlaceOf(const Step& step) const {
    const auto found = lifeline_of_.find(step.node);
    if (found == lifeline_of_.end()) return std::nullopt;
    return x_[found->second];
  }

  void Lifelines() {
    if (!trace_.expected.empty()) {
      canvas_.Text(panel_, top_ + kBox / 2 + 4, "expected", kNameSize, "black", "start",
                   "font-weight=\"bold\"");
    }
    for (std::size_t i = 0; i < layout_.lifelines.size(); ++i) {
      const std::string name = base::Cut(layout_.lifelines[i], kNameCut);
      const double half = base::TextWidth(name, kNameSize) / 2 + 8;
      Lifeline(layout_.lifelines[i], x_[i]);
      const base::PictureHue hue = base::HueOfRole(roles_[i]);
      canvas_.Box(x_[i] - half, top_, 2 * half, kBox, hue.soft, hue.line);
      canvas_.Text(x_[i], top_ + kBox / 2 + 4, name, kNameSize, "black", "middle",
                   "style=\"stroke: none\"");
    }
  }

  /// Solid while the node runs, dashed while it is paused, nothing while it is down.
  void Lifeline(const std::string& node, double x) {
    Life life = Life::kRuns;
    double from = top_ + kBox;
    const auto until = [&](double y) {
      if (life == Life::kRuns) canvas_.Line(x, from, x, y, base::kFaint);
      if (life == Life::kPaused) {
        canvas_.Line(x, from, x, y, kHalted, "stroke-dasharray=\"3 3\" stroke-width=\"2\"");
      }
      from = y;
    };
    for (std::size_t i = 0; i < end_; ++i) {
      if (!layout_.rows[i].step) continue;
      const Step& step = trace_.steps[*layout_.rows[i].step];
      if (step.kind != Kind::kFault || step.node != node) continue;
      Life next = life;
      if (step.name == kCrash) next = Life::kDown;
      if (step.name == kPause) next = Life::kPaused;
      if (step.name == kRestart || step.name == kResume) next = Life::kRuns;
      if (next == life) continue;
      if (i >= begin_) until(row_y_[i - begin_]);
      life = next;
    }
    until(y_);
  }

  /// The arrow from the step that sent it.
  void Message(const ChartRow& row) {
    if (!row.step) return;
    const Step& step = trace_.steps[*row.step];
    if (step.cause == 0 || step_y_[step.cause - 1] == 0) return;
    const auto from = PlaceOf(trace_.steps[step.cause - 1]);
    const auto to = PlaceOf(step);
    if (!from || !to || *from == *to) return;
    if (step_y_[step.cause - 1] == step_y_[*row.step]) return;  // both on another page
    const double gap = *from < *to ? -4 : 4;
    const std::size_t sender = lifeline_of_.at(trace_.steps[step.cause - 1].node);
    const std::string_view colour = base::HueOfRole(roles_[sender]).line;
    const double y = step_y_[step.cause - 1];
    if (step.kind == Kind::kFault) {  // it is lost there: Mark() has a cross
      canvas_.Line(*from, y, *to, step_y_[*row.step], colour, "stroke-opacity=\"0.7\"");
    } else {
      canvas_.Arrow(*from, y, *to + gap, step_y_[*row.step], colour, "stroke-opacity=\"0.7\"");
    }
  }

  void Row(const ChartRow& row, double y) {
    if (!row.note.empty()) Note(base::Cut(row.note, kDetail), y);
    if (row.step) {
      canvas_.Begin(TipOf(*row.step));
      DrawStep(trace_.steps[*row.step], *row.step + 1, y);
      canvas_.End();
    }
    double line = y;
    for (const std::size_t i : row.expected) {
      DrawExpectation(row, trace_.expected[i], line);
      line += kLine;
    }
  }

  /// What happened, where, when, with which fields, and what it followed from.
  std::string TipOf(std::size_t index) const {
    const Step& step = trace_.steps[index];
    std::string tip = fmt::format("step {}: {} {}", index + 1, NameOf(step.kind), step.name);
    if (!step.node.empty()) tip += " at " + step.node;
    tip = base::Cut(tip, kTip);
    if (step.time) tip += '\n' + TimeText(*step.time);
    for (const auto& [name, value] : step.fields) {
      if (tip.size() > 3 * kTip) break;
      tip += '\n' + base::Cut(name + ": " + value, kTip);
    }
    if (step.cause != 0) {
      tip += fmt::format("\nfollows from step {}", step.cause);
      const std::string& from = trace_.steps[step.cause - 1].node;
      if (from != step.node) tip += " at " + base::Cut(from, kNameCut);
    }
    return tip;
  }

  void Note(const std::string& text, double y) {
    const double width = base::TextWidth(text, kTextSize) + 16;
    width_ = std::max(width_, kTimes + 8 + width + kMargin);
    canvas_.Box(kTimes + 8, y - 9, width, 17, base::kYellow.soft, base::kYellow.line);
    canvas_.Text(kTimes + 16, y + 4, text, kTextSize, "black", "start", "style=\"stroke: none\"");
  }

  void DrawStep(const Step& step, std::size_t number, double y) {
    canvas_.Text(kMargin + 20, y + 4, std::to_string(number), kTextSize - 1, kGrey, "end");
    if (step.time) canvas_.Text(kTimes, y + 4, TimeText(*step.time), kTextSize - 1, kGrey, "end");
    const auto x = PlaceOf(step);
    if (!x) {
      const std::string node = step.node.empty() ? "" : base::Cut(step.node, kNameCut) + ": ";
      canvas_.Text(kTimes + 12, y + 4, node + LabelOf(step, kLabels[0]), kTextSize, ColourOf(step));
      return;
    }
    if (step.kind == Kind::kStimulus) {
      canvas_.Arrow(*x - kStimulus, y, *x - 4, y, kSent);
    }
    Mark(step, *x, y);
    canvas_.Text(*x + 9, y + 4, LabelOf(step, label_), kTextSize, ColourOf(step));
  }

  void Mark(const Step& step, double x, double y) {
    const std::string at = fmt::format("M{:.1f} {:.1f}", x, y);
    const auto lines = [&](const char* path, std::string_view colour) {
      canvas_.Path(at + path,
                   fmt::format("stroke=\"{}\" stroke-width=\"2.5\" fill=\"none\"", colour));
    };
    if (step.kind != Kind::kFault) {
      canvas_.Dot(x, y, step.unexpected ? 4.5 : 3, step.unexpected ? "white" : "black",
                  step.unexpected ? kBad : "black");
    } else if (step.name == kCrash) {
      lines("m-6 -6l12 12m0 -12l-12 12", kBad);
    } else if (step.name == kPause) {
      lines("m-3 -6v12m6 -12v12", kHalted);
    } else if (step.name == kRestart) {
      canvas_.Dot(x, y, 5, "white", kGood);
      lines("m-2.5 0h5m-2.5 -2.5v5", kGood);
    } else if (step.name == kResume) {
      canvas_.Path(at + "m-4 -6l9 6l-9 6z", fmt::format("fill=\"{}\"", kGood));
    } else if (step.cause != 0) {
      lines("m-5 -5l10 10m0 -10l-10 10", kBad);
    } else {
      canvas_.Path(at + "m0 -6l6 6l-6 6l-6 -6z", fmt::format("fill=\"{}\"", kBad));
    }
  }

  void DrawExpectation(const ChartRow& row, const Expectation& expectation, double y) {
    const std::string_view colour = expectation.came ? kGood : kBad;
    const std::string at = fmt::format("M{:.1f} {:.1f}", panel_, y);
    canvas_.Path(at + (expectation.came ? "m0 0l3 4l6 -9" : "m0 -4l8 8m0 -8l-8 8"),
                 fmt::format("stroke=\"{}\" stroke-width=\"2\" fill=\"none\"", colour));
    canvas_.Text(panel_ + 14, y + 4, Expected(expectation), kTextSize, colour);
    if (!row.step && expectation.time) {
      canvas_.Text(kTimes, y + 4, TimeText(*expectation.time), kTextSize - 1, kBad, "end");
    }
    if (row.step || expectation.node.empty()) return;
    const auto found = lifeline_of_.find(expectation.node);
    if (found == lifeline_of_.end()) return;
    canvas_.Line(x_[found->second], y, panel_ - 4, y, kBad, "stroke-dasharray=\"2 4\"");
  }

  const Trace& trace_;
  const ChartLayout layout_;
  const std::vector<std::size_t> roles_;  ///< of the lifelines
  std::size_t label_ = kLabels[0];        ///< characters of a label
  std::size_t begin_ = 0;                 ///< rows of the page that is written
  std::size_t end_ = 0;
  SvgCanvas canvas_;
  std::map<std::string, std::size_t> lifeline_of_;  ///< by node
  std::vector<double> x_;                           ///< of the lifelines
  std::vector<double> row_y_;                       ///< of the middles of the page's rows
  std::vector<double> step_y_;                      ///< of the steps; 0: it has no row
  double panel_ = 0;                                ///< where what was expected begins
  double top_ = 0;                                  ///< of the boxes with the nodes' names
  double width_ = 0;
  double y_ = 0;
};

}  // namespace

std::string ChartSvg(const Trace& trace) { return ChartWriter(trace).Write(); }

std::vector<std::string> ChartPages(const Trace& trace) { return ChartWriter(trace).WritePages(); }

}  // namespace trace
