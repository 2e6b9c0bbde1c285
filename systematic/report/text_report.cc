#include "systematic/report/text_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/characters.h"

namespace systematic {
namespace {

constexpr std::size_t kMostChoices = 400;
constexpr std::size_t kMostLanes = 12;
constexpr std::size_t kLaneWidth = 12;
constexpr std::size_t kNumberWidth = 6;

std::string_view NameOf(Heat heat) {
  switch (heat) {
    case Heat::kCold:
      return "cold";
    case Heat::kWarm:
      return "warm";
    case Heat::kHot:
      break;
  }
  return "hot";
}

/// The lines of the choices, one after the other.
class Lanes {
 public:
  explicit Lanes(const Recording& recording) : recording_(recording) {
    const bool drawn = recording.machines.size() <= kMostLanes;
    if (!drawn) return;
    for (const std::string& machine : recording.machines) width_ = WidthFor(machine);
  }

  std::string Header() const {
    std::string line = fmt::format("{:>{}}  ", "#", kNumberWidth);
    if (width_ == 0) return line + "\n";
    for (const std::string& machine : recording_.machines) {
      line += fmt::format("{:<{}.{}}", machine, width_, width_ - 1);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
  }

  std::string Line(std::size_t index) const {
    const RecordedChoice& choice = recording_.choices[index];
    std::string text = fmt::format("{:>{}}  {}{}\n", index + 1, kNumberWidth, LanesOf(choice),
                                   base::Printable(choice.text));
    return text + Below(index);
  }

  std::string Notes(const std::vector<std::string>& notes) const {
    std::string text;
    for (const std::string& note : notes) {
      text += fmt::format("{:>{}}  {}{}\n", "", kNumberWidth, EmptyLanes(),
                          "  " + base::Printable(note));
    }
    return text;
  }

 private:
  std::size_t WidthFor(const std::string& machine) const {
    return std::max(width_, std::min(machine.size() + 2, kLaneWidth));
  }

  std::string EmptyLanes() const {
    if (width_ == 0) return "";
    std::string lanes;
    for (std::size_t i = 0; i < recording_.machines.size(); ++i) {
      lanes += fmt::format("{:<{}}", '|', width_);
    }
    return lanes;
  }

  std::optional<std::size_t> LaneOf(const std::string& machine) const {
    const auto found = std::ranges::find(recording_.machines, machine);
    if (found == recording_.machines.end()) return std::nullopt;
    return static_cast<std::size_t>(found - recording_.machines.begin()) * width_;
  }

  std::string LanesOf(const RecordedChoice& choice) const {
    std::string lanes = EmptyLanes();
    const auto at = LaneOf(choice.machine);
    if (lanes.empty() || !at) return lanes;
    const auto from = LaneOf(choice.from);
    if (choice.is_step && from && *from != *at && choice.cause != 0) {
      DrawArrow(*from, *at, std::to_string(choice.cause), lanes);
    }
    lanes[*at] = !choice.is_step ? '?' : choice.option == OptionKind::kFault ? '!' : '*';
    return lanes;
  }

  static void DrawArrow(std::size_t from, std::size_t to, const std::string& number,
                        std::string& lanes) {
    const auto [left, right] = std::minmax(from, to);
    std::fill(lanes.begin() + static_cast<std::ptrdiff_t>(left + 1),
              lanes.begin() + static_cast<std::ptrdiff_t>(right), '-');
    if (from < to) {
      lanes[to - 1] = '>';
    } else {
      lanes[to + 1] = '<';
    }
    for (std::size_t i = 0; i < number.size() && from + i < lanes.size(); ++i) {
      lanes[from + i] = number[i];
    }
  }

  /// Notes, changes of heat, and whether what is owed is lost from here on.
  std::string Below(std::size_t index) const {
    std::vector<std::string> lines = recording_.choices[index].notes;
    if (index + 1 < recording_.choices.size()) {
      const auto& before = recording_.choices[index].heats;
      const auto& after = recording_.choices[index + 1].heats;
      for (std::size_t i = 0; i < after.size(); ++i) {
        if (i < before.size() && before[i] == after[i]) continue;
        if (i >= before.size() && after[i] == Heat::kCold) continue;
        lines.push_back(fmt::format("monitor {} is {}", recording_.monitors[i], NameOf(after[i])));
      }
    }
    if (recording_.critical == index + 1) {
      lines.emplace_back("critical: from here on no sampled execution makes good what is owed");
    }
    if (recording_.schedule.healed_at == index + 1) lines.emplace_back("heal: faults end");
    return Notes(lines);
  }

  const Recording& recording_;
  std::size_t width_ = 0;  // of a lane; 0: lanes are not drawn
};

std::string Parameters(const Schedule& schedule) {
  std::string text;
  for (const auto& [name, value] : schedule.parameters) {
    text += fmt::format("{}{} = {}", text.empty() ? " (" : ", ", name, value);
  }
  return text.empty() ? "" : text + ")";
}

std::string Summary(const Recording& recording) {
  const Schedule& schedule = recording.schedule;
  std::size_t faults = 0;
  for (const RecordedChoice& choice : recording.choices) {
    faults += choice.is_step && choice.option == OptionKind::kFault ? 1u : 0u;
  }
  return fmt::format(
      "{}\nharness {}{}, strategy {}, seed {}, iteration {}: {} choices, {} faults\n",
      ViolationText(recording), schedule.harness, Parameters(schedule), schedule.strategy,
      schedule.seed, schedule.iteration, recording.choices.size(), faults);
}

}  // namespace

std::string ViolationText(const Recording& recording) {
  const auto& violation = recording.schedule.violation;
  if (!violation) return "no violation";
  return base::Printable(violation->monitor) + ": " + base::Printable(violation->message);
}

std::string TextReport(const Recording& recording) {
  std::string text = Summary(recording);
  if (!recording.difference.empty()) {
    text += "not as the schedule says, at " + base::Printable(recording.difference) + "\n";
  }
  if (recording.critical == 0u) {
    text += "no sampled execution makes good what is owed, from the start\n";
  }
  const Lanes lanes(recording);
  text += "\n" + lanes.Header() + lanes.Notes(recording.notes_at_start);
  const std::size_t all = recording.choices.size();
  for (std::size_t i = 0; i < all; ++i) {
    if (all > kMostChoices && i == kMostChoices / 2) {
      text +=
          fmt::format("{:>{}}  {} choices are left out\n", "...", kNumberWidth, all - kMostChoices);
      i = all - kMostChoices / 2;
    }
    text += lanes.Line(i);
  }
  return text;
}

}  // namespace systematic
