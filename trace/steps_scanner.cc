#include "trace/steps_scanner.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

#include "trace/json_scanner.h"

namespace trace {
namespace {

constexpr std::uint64_t kMostNumber = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kMostPartsOfASet = 1'000'000;

class StepsReader {
 public:
  explicit StepsReader(std::string_view text) : text_(text), scanner_(text) {}

  std::variant<ScannedSteps, NotScanned> Read() {
    if (!Document()) return NotScanned{std::min(scanner_.at(), text_.size())};
    scanned_.rest.append(text_, copied_);
    return std::move(scanned_);
  }

 private:
  bool Document() {
    return scanner_.Object([this](const std::string& name) {
      if (name != "traces") return scanner_.Skip();
      return scanner_.List([this] {
        return scanner_.Object([this](const std::string& member) {
          return member == "steps" ? Steps() : scanner_.Skip();
        });
      });
    });
  }

  /// Takes the list over, and leaves an empty one of as many lines.
  bool Steps() {
    const std::size_t begin = scanner_.at();
    std::vector<Step> steps;
    if (!scanner_.List([&] { return OneStep(steps); })) return false;
    scanned_.steps.push_back(std::move(steps));
    const std::string_view list = text_.substr(begin, scanner_.at() - begin);
    scanned_.rest.append(text_, copied_, begin - copied_);
    scanned_.rest += '[';
    scanned_.rest.append(static_cast<std::size_t>(std::count(list.begin(), list.end(), '\n')),
                         '\n');
    scanned_.rest += ']';
    copied_ = scanner_.at();
    return true;
  }

  bool OneStep(std::vector<Step>& steps) {
    steps.emplace_back();
    Step& step = steps.back();
    seen_ = 0;
    const bool is_read =
        scanner_.Object([&](const std::string& name) { return Member(name, step, steps.size()); });
    return is_read && Has(kNumber) && Has(kKind) && !step.name.empty();
  }

  enum Seen : unsigned {
    kNumber,
    kTime,
    kKind,
    kNode,
    kName,
    kFields,
    kMoves,
    kState,
    kCause,
    kPart,
    kUnexpected,
    kKey,
    kHash
  };

  bool Has(Seen member) const { return ((seen_ >> member) & 1u) != 0; }
  /// False: it was there before.
  bool See(Seen member) {
    if (Has(member)) return false;
    seen_ |= 1u << member;
    return true;
  }

  bool Member(const std::string& name, Step& step, std::size_t number) {
    std::uint64_t value = 0;
    if (name == "number") return See(kNumber) && scanner_.Number(number, number, value);
    if (name == "kind") return See(kKind) && ReadKind(step.kind);
    if (name == "node") return See(kNode) && scanner_.Text(step.node);
    if (name == "name") return See(kName) && scanner_.Text(step.name);
    if (name == "fields") return See(kFields) && ReadFields(step.fields);
    if (name == "moves") return See(kMoves) && ReadMoves(step.moves);
    if (name == "state") return See(kState) && ReadFields(step.state);
    if (name == "key") return See(kKey) && scanner_.Text(step.key);
    if (name == "hash") return See(kHash) && scanner_.Text(step.hash);
    if (name == "cause") {
      const bool is_read = See(kCause) && scanner_.Number(1, kMostNumber, value);
      step.cause = value;
      return is_read;
    }
    if (name == "time") {
      const bool is_read = See(kTime) && scanner_.Number(0, kLatest, value);
      step.time = static_cast<std::int64_t>(value);
      return is_read;
    }
    if (name == "part") {
      const bool is_read = See(kPart) && scanner_.Number(1, kMostPartsOfASet, value);
      step.part = static_cast<int>(value);
      return is_read;
    }
    if (name == "unexpected") {
      step.unexpected = scanner_.Word("true");
      return See(kUnexpected) && (step.unexpected || scanner_.Word("false"));
    }
    return false;
  }

  bool ReadKind(Kind& kind) {
    if (!scanner_.Text(word_)) return false;
    const std::optional<Kind> known = KindNamed(word_);
    kind = known.value_or(kind);
    return known.has_value();
  }

  bool ReadFields(Fields& fields) {
    return scanner_.List([&] {
      auto& [name, value] = fields.emplace_back();
      return scanner_.Take('[') && scanner_.Text(name) && scanner_.Take(',') &&
             scanner_.Text(value) && scanner_.Take(']');
    });
  }

  bool ReadMoves(std::vector<TokenMove>& moves) {
    return scanner_.List([&] {
      TokenMove& move = moves.emplace_back();
      unsigned seen = 0;
      const bool is_read = scanner_.Object([&](const std::string& name) {
        const unsigned bit = name == "place" ? 1u : name == "removed" ? 2u : 4u;
        if ((bit == 4 && name != "added") || (seen & bit) != 0) return false;
        seen |= bit;
        return scanner_.Text(bit == 1 ? move.place : bit == 2 ? move.removed : move.added);
      });
      return is_read && seen == 7 && !move.place.empty();
    });
  }

  const std::string_view text_;
  JsonScanner scanner_;
  ScannedSteps scanned_;
  std::size_t copied_ = 0;  // bytes of the text that are in the rest already
  unsigned seen_ = 0;
  std::string word_;
};

}  // namespace

std::variant<ScannedSteps, NotScanned> ScanSteps(std::string_view text) {
  return StepsReader(text).Read();
}

}  // namespace trace
