#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>

#include "systematic/schedule_file.h"
#include "systematic/schedule_tokens.h"

namespace systematic {
namespace {

class ScheduleReader {
 public:
  ScheduleReader(std::string_view text, const std::string& filename) : tokens_(text, filename) {}

  Schedule Read() {
    ReadHeader();
    ReadChoices();
    ReadEnd();
    if (tokens_.NextLine()) tokens_.Fail("the schedule is over here", "nothing comes after it");
    return std::move(schedule_);
  }

 private:
  /// Goes to the next line, which begins with `word`; takes that.
  void Line(const std::string& word) {
    if (!tokens_.NextLine()) {
      tokens_.Fail("the file ends here, without '" + word + "'", "the rest of it is missing");
    }
    tokens_.Expect(word, "each line has its place; docs: systematic/schedule_file.h");
  }
  std::string NameLine(const std::string& word) {
    Line(word);
    std::string name = tokens_.Name("the " + word);
    tokens_.EndLine();
    return name;
  }
  std::uint64_t NumberLine(const std::string& word) {
    Line(word);
    const std::uint64_t number = tokens_.Number("the " + word);
    tokens_.EndLine();
    return number;
  }
  std::uint64_t Bound(const std::string& which) {
    Line("bound");
    tokens_.Expect(which, "the bounds are choices, fair-factor, heal-after and temperature");
    const std::uint64_t bound = tokens_.Number("a bound");
    tokens_.EndLine();
    return bound;
  }

  void ReadHeader() {
    if (!tokens_.NextLine() || tokens_.Peek() != "systematic") {
      tokens_.Fail("this is not a schedule", "a schedule begins with: systematic schedule 1");
    }
    tokens_.Expect("systematic", "");
    tokens_.Expect("schedule", "a schedule begins with: systematic schedule 1");
    if (tokens_.Number("the version") != 1) {
      tokens_.FailAtLast("this version of the format is not known", "this program reads version 1");
    }
    tokens_.EndLine();
    schedule_.harness = NameLine("harness");
    ReadParameters();
    schedule_.bounds.choices = Bound("choices");
    schedule_.bounds.fair_factor = Bound("fair-factor");
    schedule_.bounds.heal_after = Bound("heal-after");
    schedule_.bounds.temperature = Bound("temperature");
    schedule_.strategy = NameLine("strategy");
    schedule_.seed = NumberLine("seed");
    schedule_.iteration = NumberLine("iteration");
    schedule_.build = NameLine("build");
    ReadFair();
    Line("choices");
    tokens_.EndLine();
  }

  /// Parameters, as many as there are, and the time.
  void ReadParameters() {
    while (true) {
      if (!tokens_.NextLine()) tokens_.Fail("the file ends here, without 'time'", "");
      if (tokens_.Peek() != "parameter") break;
      tokens_.Expect("parameter", "");
      std::string name = tokens_.Name("the parameter");
      std::string value = tokens_.Name("the parameter's value");
      schedule_.parameters.emplace_back(std::move(name), std::move(value));
      tokens_.EndLine();
    }
    tokens_.Expect("time", "after the harness come its parameters and its time");
    schedule_.time = tokens_.Name("the time");
    tokens_.EndLine();
  }

  void ReadFair() {
    Line("fair");
    if (tokens_.Peek() == "never") {
      tokens_.Expect("never", "");
    } else {
      schedule_.fair_from = tokens_.Number("the number of choices, or never");
    }
    tokens_.EndLine();
  }

  void ReadChoices() {
    while (tokens_.NextLine()) {
      const std::string_view word = tokens_.Peek();
      if (word == "end") return;
      if (word == "heal") {
        ReadHeal();
      } else if (word == "step" || word == "value") {
        schedule_.choices.push_back(ReadChoice(word == "step"));
      } else {
        tokens_.Fail("'" + std::string(word) + "' is no choice",
                     "choices begin with step, value or heal; after them comes end");
      }
      tokens_.EndLine();
    }
    tokens_.Fail("the file ends here, without 'end'", "the rest of it is missing");
  }

  void ReadHeal() {
    if (schedule_.healed_at) tokens_.Fail("there is a second 'heal'", "an execution heals once");
    tokens_.Expect("heal", "");
    schedule_.healed_at = schedule_.choices.size();
  }

  ScheduledChoice ReadChoice(bool is_step) {
    tokens_.Expect(is_step ? "step" : "value", "");
    ScheduledChoice choice;
    choice.is_step = is_step;
    choice.key.kind = WordOf(tokens_.Name("the kind"));
    choice.key.from = WordOf(tokens_.Name("who it comes from"));
    choice.key.to = WordOf(tokens_.Name("who it goes to"));
    choice.key.what = WordOf(tokens_.Name("what it is"));
    choice.key.life = static_cast<std::uint16_t>(
        tokens_.Number("an incarnation", std::numeric_limits<std::uint16_t>::max()));
    choice.key.ordinal = static_cast<std::uint32_t>(
        tokens_.Number("an ordinal", std::numeric_limits<std::uint32_t>::max()));
    if (!is_step) {
      tokens_.Expect("=", "a value has its key, then: = VALUE of N");
      choice.value = tokens_.Number("a value");
    }
    tokens_.Expect("of", "then comes how many there were: of N");
    choice.n = tokens_.Number("a number of alternatives");
    if (choice.n == 0) tokens_.FailAtLast("there is nothing to choose from", "at least 1");
    if (choice.value >= choice.n) {
      tokens_.FailAtLast("the value is not one of so many",
                         "a value is less than their number: at least " +
                             std::to_string(choice.value) + " and one more");
    }
    choice.enabled = tokens_.Hash();
    return choice;
  }

  Word WordOf(const std::string& name) {
    if (name.empty()) return 0;
    const auto [entry, is_new] = words_.emplace(name, static_cast<Word>(schedule_.names.size()));
    if (!is_new) return entry->second;
    if (schedule_.names.size() > std::numeric_limits<Word>::max()) {
      tokens_.FailAtLast("there are too many names", "at most 65535");
    }
    schedule_.names.push_back(name);
    return entry->second;
  }

  void ReadEnd() {
    tokens_.Expect("end", "");
    schedule_.end = ReadHowItEnds();
    tokens_.EndLine();
    if (schedule_.end == End::kViolation) {
      Line("violation");
      Violation violation;
      violation.monitor = tokens_.Name("the monitor");
      violation.message = tokens_.Name("the message");
      schedule_.violation = std::move(violation);
      tokens_.EndLine();
    }
    if (!tokens_.NextLine()) tokens_.Fail("the file ends here, without 'observed'", "");
    if (tokens_.Peek() == "unwanted") {
      tokens_.Expect("unwanted", "");
      schedule_.unwanted = tokens_.Hash();
      tokens_.EndLine();
      Line("observed");
    } else {
      tokens_.Expect("observed", "after the end come what was unwanted, if anything, and observed");
    }
    schedule_.observed = tokens_.Hash();
    tokens_.EndLine();
  }

  End ReadHowItEnds() {
    const std::string name = tokens_.Name("how it ends");
    for (const End end : {End::kQuiescent, End::kViolation, End::kCutOff, End::kStopped}) {
      if (NameOf(end) == name) return end;
    }
    tokens_.FailAtLast("'" + name + "' is not how an execution ends",
                       "there are quiescent, violation, cut-off and stopped");
  }

  ScheduleTokens tokens_;
  Schedule schedule_;
  std::map<std::string, Word> words_;
};

}  // namespace

Schedule ReadSchedule(std::string_view text, const std::string& filename) {
  return ScheduleReader(text, filename).Read();
}

}  // namespace systematic
