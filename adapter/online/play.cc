#include "adapter/online/play.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "adapter/options.h"

namespace adapter::online {
namespace {

using conformance::Event;
using cpn::lua::ObservationKind;
using std::chrono::milliseconds;

/// How long a run that ends by choice waits for what there is still to tell.
constexpr milliseconds kLastWords{500};

/// The run is over before its end.
struct Stopped {
  Outcome outcome;
  std::string detail;
  std::string key;
};

/// The lines of a misfit behind the first, which says what is known already.
std::string WhyText(const conformance::Misfit& misfit) {
  std::string text;
  for (const conformance::NearMiss& miss : misfit.nearest) {
    text += fmt::format("{}{} would give it, but {}", text.empty() ? "" : "; ", miss.element,
                        fmt::join(miss.reasons, ", "));
  }
  return text.empty() ? "no binding element of the model gives it here" : text;
}

class Player {
 public:
  Player(Subject& subject, const RunInfo& info, const Oracle& oracle, Director& director,
         const std::atomic<bool>* interrupt)
      : subject_(subject),
        info_(info),
        oracle_(oracle),
        director_(director),
        interrupt_(interrupt),
        patience_(subject.patience()),
        tracker_(oracle.start) {}

  PlayedRun Go() {
    try {
      session_ = subject_.Begin(info_);
      PlayOn();
    } catch (const Stopped& stopped) {
      run_.outcome = stopped.outcome;
      run_.detail = stopped.detail;
      run_.key = stopped.key;
    } catch (const Broken& broken) {
      run_.outcome = broken.outcome();
      run_.detail = broken.outcome() == Outcome::kFail ? After() + broken.what() : broken.what();
      run_.key = broken.key();
    }
    if (session_ != nullptr) {
      run_.logs = subject_.End(*session_, run_.outcome == Outcome::kPass && is_over_);
      run_.trace = std::move(session_->trace());
      session_.reset();
    }
    return std::move(run_);
  }

 private:
  // ------------------------------------------------------------------------------------- the run

  void PlayOn() {
    while (true) {
      RequireNoInterrupt();
      Drain();
      const std::vector<Event> possible = tracker_.Possible(ObservationKind::kStimulus);
      const Choice choice = director_.Choose({possible, tracker_, run_.stimuli});
      switch (choice.what) {
        case Choice::What::kSend:
          Send(possible.at(choice.index));
          break;
        case Choice::What::kWait:
          Wait();
          break;
        case Choice::What::kSettle:
          Settle();
          break;
        case Choice::What::kEnd:
          Settle();
          // What came meanwhile may have made stimuli possible.
          if (possible.empty() && !tracker_.Possible(ObservationKind::kStimulus).empty()) break;
          Finish();
          return;
      }
    }
  }

  void Send(const Event& stimulus) {
    ++run_.stimuli;
    tracker_.Take(stimulus);
    run_.seen.push_back({stimulus, std::exchange(waited_, false)});
    session_->Send(oracle_.stimuli.ElementOf(stimulus));
    if (WaitForDone(patience_.step, true)) return;
    const std::string what = fmt::format("stimulus {} ({})", run_.stimuli, stimulus.what.name);
    if (!tracker_.MayRest()) FailMissing(fmt::format("; {} is not done", what));
    NotDone(what);
  }

  /// For the next response: as long as it must come, or a moment if it need not.
  void Wait() {
    waited_ = true;
    const bool rests = tracker_.MayRest();
    if (!Hear(Clock::now() + (rests ? patience_.quiet : patience_.step)) && !rests) FailMissing();
  }

  void Settle() {
    waited_ = true;
    Deadline latest = Deadline::max();
    while (true) {
      if (!tracker_.MayRest()) {
        if (!Hear(Clock::now() + patience_.step)) FailMissing();
        continue;
      }
      // What need not come is given a moment; what goes on coming is not awaited for ever.
      const Deadline now = Clock::now();
      if (!Hear(now + patience_.quiet) || now > latest) return;
      latest = std::min(latest, now + patience_.step);
    }
  }

  /// Where the run ends by choice, a system may be in the middle of something that it gives up when
  /// its users go: what it says then is not judged, nor awaited for long.
  void Finish() {
    const bool is_whole = tracker_.Possible(ObservationKind::kStimulus).empty();
    session_->Finish();
    is_over_ =
        WaitForDone(is_whole ? patience_.step : std::min(patience_.step, kLastWords), is_whole);
    if (!is_whole) return;
    if (!is_over_) {
      if (!tracker_.MayRest()) FailMissing("; the end of the run is not done");
      NotDone("the end of the run");
    }
    Settle();
  }

  // ------------------------------------------------------------------------------------- waiting

  void RequireNoInterrupt() const {
    if (interrupt_ == nullptr || !*interrupt_) return;
    throw Stopped{Outcome::kInconclusive, "the run was interrupted", ""};
  }

  /// What has come already.
  void Drain() {
    const Deadline latest = Clock::now() + patience_.step;
    while (Hear(Clock::now())) {
      if (Clock::now() < latest) continue;
      throw Stopped{
          Outcome::kInconclusive,
          fmt::format("the system does not stop answering for {}", DurationText(patience_.step)),
          "endless"};
    }
  }

  /// Judges the next response; false when none comes.
  bool Hear(Deadline deadline) {
    RequireNoInterrupt();
    const std::optional<Occurrence> next = session_->Next(deadline);
    if (!next) return false;
    if (const auto* response = std::get_if<Response>(&*next)) Judge(*response);
    return true;
  }

  /// False at the deadline.
  bool WaitForDone(milliseconds span, bool judges) {
    const Deadline deadline = Clock::now() + span;
    while (const std::optional<Occurrence> next = session_->Next(deadline)) {
      RequireNoInterrupt();
      if (std::holds_alternative<Done>(*next)) return true;
      if (judges) Judge(std::get<Response>(*next));
      if (Clock::now() > deadline) return false;
    }
    return false;
  }

  [[noreturn]] void NotDone(const std::string& what) const {
    throw Stopped{Outcome::kInconclusive,
                  fmt::format("{} is not done after {}", what, DurationText(patience_.step)),
                  "not done"};
  }

  // ------------------------------------------------------------------------------------- judging

  void Judge(const Response& response) {
    Event event{ObservationKind::kResponse, response.what};
    event.what.source.clear();  // the model does not say who answers
    if (tracker_.Take(event)) {
      run_.seen.push_back({event, false});
      return;
    }
    trace::Trace& trace = session_->trace();
    if (response.step > 0) trace.steps[response.step - 1].unexpected = true;
    run_.unexpected = response.what;
    run_.why = WhyText(tracker_.WhyNot(event));
    trace.remarks.push_back({trace.steps.size(), run_.why, ""});
    Fail("unexpected " + response.what.name, ToString(response.what));
  }

  void FailMissing(const std::string& more = "") {
    const std::vector<Event> awaited = tracker_.Possible(ObservationKind::kResponse);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < awaited.size(); ++i) {
      Expect(awaited[i], awaited.size() == 1 ? 0 : static_cast<int>(i) + 1);
      const std::string& name = awaited[i].what.name;
      if (names.empty() || names.back() != name) names.push_back(name);
    }
    Fail(fmt::format("missing {}", fmt::join(names, ", ")),
         fmt::format("nothing more for {}{}", DurationText(patience_.step), more));
  }

  /// "after 3 stimuli: ".
  std::string After() const {
    return fmt::format("after {} stimul{}: ", run_.stimuli, run_.stimuli == 1 ? "us" : "i");
  }

  [[noreturn]] void Fail(const std::string& key, const std::string& observed) {
    std::vector<std::string> texts;
    for (const Event& possible : tracker_.Possible(ObservationKind::kResponse)) {
      texts.push_back(ToString(possible.what));
    }
    if (tracker_.MayRest()) texts.emplace_back("nothing");
    const std::string expected = fmt::format("{}", fmt::join(texts, " or "));
    run_.mismatches.push_back({"response", expected, observed});
    throw Stopped{Outcome::kFail,
                  fmt::format("{}expected {}, observed {}", After(), expected, observed), key};
  }

  void Expect(const Event& awaited, int alternative) {
    trace::Expectation expectation;
    expectation.name = awaited.what.name;
    expectation.fields = awaited.what.fields;
    expectation.alternative = alternative;
    expectation.time = session_->Now();
    session_->trace().expected.push_back(std::move(expectation));
  }

  Subject& subject_;
  const RunInfo& info_;
  const Oracle& oracle_;
  Director& director_;
  const std::atomic<bool>* const interrupt_;
  const Patience patience_;
  conformance::Tracker tracker_;
  std::unique_ptr<Session> session_;
  bool waited_ = false;
  bool is_over_ = false;  ///< the session has nothing more to tell
  PlayedRun run_;
};

}  // namespace

PlayedRun Play(Subject& subject, const RunInfo& info, const Oracle& oracle, Director& director,
               const std::atomic<bool>* interrupt) {
  return Player(subject, info, oracle, director, interrupt).Go();
}

}  // namespace adapter::online
