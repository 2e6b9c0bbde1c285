// A run as a value: of a model, of a schedule of a simulated system, of a real system under test.
// What happened, step by step; what it followed from; what a test case expected; the verdict.
//
// Invariants, which FindFlaw() checks:
//  1. the number of a step is its place in `steps`, from 1; a cause is the number of an earlier
//     step;
//  2. numbers of steps elsewhere (loop, critical, remarks, expectations) are numbers of steps that
//     are there;
//  3. times are microseconds since the run began, not negative.
// Plain values; distinct objects may be used from different threads.
// Source: docs/trace_format.md, which is the file form of these types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace trace {

/// What happened in a step.
enum class Kind {
  kBinding,   ///< a binding element of a net occurred
  kDeliver,   ///< a message reached its node
  kTimer,     ///< a timer of the node went off
  kStimulus,  ///< the test case fed something in
  kEvent,     ///< the node did something that was observed
  kFault,     ///< something was made to fail, or to work again
  kChoice,    ///< one of several possibilities was taken
  kNote,      ///< a remark: nothing happened
};

/// As files have it: "binding", "deliver", ...
std::string_view NameOf(Kind kind);
std::optional<Kind> KindNamed(std::string_view name);
/// All of them, in the order above.
std::vector<Kind> AllKinds();

/// Names and values, in the order in which they were given. A name may be there more than once. A
/// field of a field has a name with a slash: "Vote/WorkerID".
using Fields = std::vector<std::pair<std::string, std::string>>;

/// What a binding element does to one place: multi-sets as the net's language writes them.
struct TokenMove {
  std::string place = {};
  std::string removed = {};  ///< empty: no tokens
  std::string added = {};
  bool operator==(const TokenMove&) const = default;
};

/// The latest time of a step, in microseconds: more than thirty years.
inline constexpr std::int64_t kLatest = 1'000'000'000'000'000;

/// The faults of nodes that charts draw on lifelines, as names of steps of kind kFault.
inline constexpr std::string_view kCrash = "crash";
inline constexpr std::string_view kRestart = "restart";
inline constexpr std::string_view kPause = "pause";
inline constexpr std::string_view kResume = "resume";
/// The name of a fault that loses the message of its cause begins so: "lose request".
inline constexpr std::string_view kLose = "lose";

struct Step {
  Kind kind = Kind::kEvent;
  std::string node = {};  ///< where it happened: a process, a replica, an instance; empty: nowhere
  std::string name =
      {};  ///< of the transition, message, timer, stimulus, event or fault; never empty
  Fields fields = {};
  std::vector<TokenMove> moves = {};  ///< of a binding element
  Fields state = {};  ///< what the step changed of the node's own state, as it is after it; empty
                      ///< values: is no more
  std::size_t cause = 0;                  ///< number of the step that it follows from; 0: not known
  std::string key = {};                   ///< stable name of the choice made; empty: there was none
  std::string hash = {};                  ///< of the state after it; empty: not known
  std::optional<std::int64_t> time = {};  ///< microseconds since the run began
  int part = 0;             ///< the step of the test case that was going on, from 1; 0: none
  bool unexpected = false;  ///< the test case objects to it
  bool operator==(const Step&) const = default;
};

/// Something that a test case expects.
struct Expectation {
  std::string node = {};  ///< where; empty: anywhere
  std::string name = {};  ///< never empty
  Fields fields = {};
  int part = 0;          ///< the step of the test case, from 1; 0: the case as a whole
  int alternative = 0;   ///< of the outcomes that the case allows there, from 1; 0: the only one
  bool came = false;     ///< false: it is missing
  std::size_t step = 0;  ///< number of the step that it came with; 0: none in particular
  std::optional<std::int64_t> time = {};  ///< when the wait for it ended, if it is missing
  bool operator==(const Expectation&) const = default;
};

/// Something to say after so many steps.
struct Remark {
  std::size_t after = 0;
  std::string text = {};
  std::string where = {};  ///< file:line of what it speaks of; may be empty
  bool operator==(const Remark&) const = default;
};

/// Where the run comes from. What is empty is not known, or makes no sense for the run.
struct Header {
  std::string made_by = {};  ///< program and version; never empty
  std::string model = {};    ///< path of the model that was run; this or `system` is not empty
  std::string system = {};   ///< name or path of the system that was run
  std::map<std::string, std::string> parameters = {};  ///< of the model or system, by name
  std::optional<std::uint64_t> seed = {};              ///< that repeats the run
  std::string strategy = {};            ///< how choices were made: "random", "breadth-first"
  std::string property = {};            ///< that the run is a witness or counterexample of
  std::string suite = {};               ///< name of the suite of the test case
  std::string test = {};                ///< id of the test case
  std::vector<std::string> nodes = {};  ///< in the order in which to show them; others may appear
  bool operator==(const Header&) const = default;
};

/// What the run ended with.
enum class Outcome {
  kNone,          ///< nothing judged it
  kPass,          ///< of a test case
  kFail,          ///< of a test case
  kInconclusive,  ///< of a test case
  kHolds,         ///< the run is a witness of the property
  kViolated,      ///< the run is a counterexample of the property
  kError,         ///< the model failed after the last step
};

/// As files have it: "none", "pass", ...
std::string_view NameOf(Outcome outcome);
std::optional<Outcome> OutcomeNamed(std::string_view name);
/// All of them, in the order above.
std::vector<Outcome> AllOutcomes();

struct Trace {
  Header header = {};
  std::vector<Step> steps = {};
  std::optional<std::size_t> loop =
      {};                    ///< after the last step the run goes on with this one, for ever
  bool dead_end = false;     ///< nothing can happen after the last step
  std::size_t critical = 0;  ///< number of the step that put the property out of reach; 0: none
                             ///< is known
  std::vector<Remark> remarks = {};        ///< by `after`
  std::vector<Expectation> expected = {};  ///< in the order of the test case
  Outcome outcome = Outcome::kNone;
  std::string detail = {};  ///< why, in one line; may be empty
  bool operator==(const Trace&) const = default;

  /// Appends a step and returns its number.
  std::size_t Add(Step step) {
    steps.push_back(std::move(step));
    return steps.size();
  }
};

/// What is wrong with a trace.
struct Flaw {
  std::string where = {};   ///< in the file form, as a JSON pointer: "/steps/2/cause"
  std::string what = {};    ///< "7 is no earlier step than 3"
  std::string advice = {};  ///< what would be right
};
/// The first invariant that `trace` breaks; nullopt when it keeps them all.
std::optional<Flaw> FindFlaw(const Trace& trace);

/// Whether a message is lost in it.
inline bool IsLoss(const Step& step) {
  return step.kind == Kind::kFault && step.name.starts_with(kLose);
}

/// "WorkerID 1, DecisionValue 0"; a field without a name is its value alone.
std::string ToString(const Fields& fields);
/// One line without number and time: "worker 1: Decision (WorkerID 1, DecisionValue 0)".
std::string ToString(const Step& step);
std::string ToString(const Expectation& expectation);

}  // namespace trace
