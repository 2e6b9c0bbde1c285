#include "trace/chart_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

#include "base/text_layout.h"
#include "trace/chart_layout.h"
#include "trace/story.h"
#include "trace/svg_canvas.h"

namespace trace {
namespace {

constexpr double kMargin = 12;        // around everything
constexpr double kTextSize = 10;      // of labels
constexpr double kNameSize = 11;      // of lifelines and titles
constexpr double kTimes = 92;         // right end of the column of times
constexpr double kStimulus = 34;      // length of the arrow of what the test case feeds in
constexpr double kFirst = 150;        // least place of the first lifeline
constexpr double kRow = 22;           // height of a row
constexpr double kLine = 14;          // of one more expectation in a row
constexpr double kBox = 22;           // height of a box with a name
constexpr double kMostLabel = 300;    // width of the labels of a lifeline
constexpr std::size_t kLabel = 52;    // characters of a label
constexpr std::size_t kName = 32;     // characters of a name
constexpr std::size_t kDetail = 110;  // characters of a line of the verdict

constexpr std::string_view kGrey = "#707070";
constexpr std::string_view kBad = "#c01020";
constexpr std::string_view kGood = "#207830";
constexpr std::string_view kSent = "#2050a0";

std::string LabelOf(const Step& step) {
  std::string label = step.name;
  if (!step.fields.empty()) label += " (" + ToString(step.fields) + ')';
  label = base::Cut(label, kLabel);
  if (step.unexpected) label += " - not expected";
  return label;
}

std::string_view ColourOf(const Step& step) {
  const bool ends_fault = step.name == kRestart || step.name == kResume;
  if (step.kind == Kind::kFault && ends_fault) return kGood;
  if (step.unexpected || step.kind == Kind::kFault) return kBad;
  return step.kind == Kind::kStimulus ? kSent : "black";
}

/// What the node of a lifeline is doing.
enum class Life { kRuns, kPaused, kDown };

class ChartWriter {
 public:
  explicit ChartWriter(const Trace& trace) : trace_(trace), layout_(LayOutChart(trace)) {
    PlaceLifelines();
  }

  std::string Write() {
    Heading();
    top_ = y_;
    y_ += kBox + kMargin;
    PlaceRows();
    Lifelines();
    for (const ChartRow& row : layout_.rows) Message(row);
    for (std::size_t i = 0; i < layout_.rows.size(); ++i) Row(layout_.rows[i], row_y_[i]);
    return canvas_.Document(width_, y_ + kMargin, Title());
  }

 private:
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

  void Heading() {
    y_ = kMargin + kNameSize;
    canvas_.Text(kMargin, y_, Title(), kNameSize + 1, "black", "start", "font-weight=\"bold\"");
    width_ = std::max(width_, 2 * kMargin + base::TextWidth(Title(), kNameSize + 2));
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
    std::map<std::string, double> labels;
    for (const ChartRow& row : layout_.rows) {
      if (!row.step) continue;
      const Step& step = trace_.steps[*row.step];
      double& widest = labels[step.node];
      widest = std::max(widest, std::min(kMostLabel, base::TextWidth(LabelOf(step), kTextSize)));
    }
    double x = kFirst;
    for (std::size_t i = 0; i < layout_.lifelines.size(); ++i) {
      const std::string& name = layout_.lifelines[i];
      lifeline_of_[name] = i;
      const double half = base::TextWidth(base::Cut(name, kName), kNameSize) / 2 + 8;
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
    std::string text = base::Cut(ToString(expectation), kLabel);
    if (expectation.alternative > 0)
      text += fmt::format(", alternative {}", expectation.alternative);
    return expectation.came ? text : "missing: " + text;
  }

  void PlaceRows() {
    step_y_.assign(trace_.steps.size(), 0);
    for (const ChartRow& row : layout_.rows) {
      row_y_.push_back(y_ + kRow / 2);
      if (row.step) step_y_[*row.step] = row_y_.back();
      const auto expected = static_cast<double>(row.expected.size());
      y_ += std::max(kRow, kLine * expected + 8);
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
      const std::string name = base::Cut(layout_.lifelines[i], kName);
      const double half = base::TextWidth(name, kNameSize) / 2 + 8;
      Lifeline(layout_.lifelines[i], x_[i]);
      canvas_.Box(x_[i] - half, top_, 2 * half, kBox, "white", "black");
      canvas_.Text(x_[i], top_ + kBox / 2 + 4, name, kNameSize, "black", "middle");
    }
  }

  /// Solid while the node runs, dashed while it is paused, nothing while it is down.
  void Lifeline(const std::string& node, double x) {
    Life life = Life::kRuns;
    double from = top_ + kBox;
    const auto until = [&](double y) {
      if (life == Life::kRuns) canvas_.Line(x, from, x, y, "#909090");
      if (life == Life::kPaused) {
        canvas_.Line(x, from, x, y, "#d08020", "stroke-dasharray=\"3 3\" stroke-width=\"2\"");
      }
      from = y;
    };
    for (std::size_t i = 0; i < layout_.rows.size(); ++i) {
      if (!layout_.rows[i].step) continue;
      const Step& step = trace_.steps[*layout_.rows[i].step];
      if (step.kind != Kind::kFault || step.node != node) continue;
      Life next = life;
      if (step.name == kCrash) next = Life::kDown;
      if (step.name == kPause) next = Life::kPaused;
      if (step.name == kRestart || step.name == kResume) next = Life::kRuns;
      if (next == life) continue;
      until(row_y_[i]);
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
    const double gap = *from < *to ? -4 : 4;
    canvas_.Arrow(*from, step_y_[step.cause - 1], *to + gap, step_y_[*row.step], kSent,
                  "stroke-opacity=\"0.7\"");
  }

  void Row(const ChartRow& row, double y) {
    if (!row.note.empty()) Note(base::Cut(row.note, kDetail), y);
    if (row.step) DrawStep(trace_.steps[*row.step], *row.step + 1, y);
    double line = y;
    for (const std::size_t i : row.expected) {
      DrawExpectation(row, trace_.expected[i], line);
      line += kLine;
    }
  }

  void Note(const std::string& text, double y) {
    const double width = base::TextWidth(text, kTextSize) + 16;
    width_ = std::max(width_, kTimes + 8 + width + kMargin);
    canvas_.Box(kTimes + 8, y - 9, width, 17, "#fff6d0", "#b0a060");
    canvas_.Text(kTimes + 16, y + 4, text, kTextSize, "black");
  }

  void DrawStep(const Step& step, std::size_t number, double y) {
    canvas_.Text(kMargin + 20, y + 4, std::to_string(number), kTextSize - 1, kGrey, "end");
    if (step.time) canvas_.Text(kTimes, y + 4, TimeText(*step.time), kTextSize - 1, kGrey, "end");
    const auto x = PlaceOf(step);
    if (!x) {
      const std::string node = step.node.empty() ? "" : base::Cut(step.node, kName) + ": ";
      canvas_.Text(kTimes + 12, y + 4, node + LabelOf(step), kTextSize, ColourOf(step));
      return;
    }
    if (step.kind == Kind::kStimulus) {
      canvas_.Arrow(*x - kStimulus, y, *x - 4, y, kSent);
    }
    Mark(step, *x, y);
    canvas_.Text(*x + 9, y + 4, LabelOf(step), kTextSize, ColourOf(step));
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
      lines("m-3 -6v12m6 -12v12", "#d08020");
    } else if (step.name == kRestart) {
      canvas_.Dot(x, y, 5, "white", kGood);
      lines("m-2.5 0h5m-2.5 -2.5v5", kGood);
    } else if (step.name == kResume) {
      canvas_.Path(at + "m-4 -6l9 6l-9 6z", fmt::format("fill=\"{}\"", kGood));
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
  SvgCanvas canvas_;
  std::map<std::string, std::size_t> lifeline_of_;  ///< by node
  std::vector<double> x_;                           ///< of the lifelines
  std::vector<double> row_y_;                       ///< of the middles of the rows
  std::vector<double> step_y_;                      ///< of the steps; 0: it has no row
  double panel_ = 0;                                ///< where what was expected begins
  double top_ = 0;                                  ///< of the boxes with the nodes' names
  double width_ = 0;
  double y_ = 0;
};

}  // namespace

std::string ChartSvg(const Trace& trace) { return ChartWriter(trace).Write(); }

}  // namespace trace
