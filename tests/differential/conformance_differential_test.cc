// The judge of conformance against its definition on random nets under random views, with and
// without the reduction of silent elements that commute: what is accepted, the first event that
// nothing explains, what may come, whether the system may rest, the length of the explaining run,
// and how far a log can be explained of which only the order of each node's events is known.
//
// CPNGEN_CONFORM_NETS sets the number of nets (1,000 without it, 60 with sanitizers),
// CPNGEN_FIRST_NET the first seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/random.h"
#include "conformance/order_search.h"
#include "conformance/tracker.h"
#include "cpn/values/hash.h"
#include "cpn/why/read_value.h"
#include "testing/sanitized.h"
#include "tests/differential/environment.h"
#include "tests/differential/random_model.h"
#include "tests/reference/conformance.h"

namespace differential {
namespace {

using conformance::Event;
using conformance::ExplainedStep;
using conformance::Tracker;
using cpn::lua::ObservationKind;
using cpn::testing::ModelBuilder;
using cpn::testing::RunningNet;

constexpr std::size_t kMostConfigurations = 24;
constexpr std::size_t kMostCommuting = 32;  // of nets that have more of them
constexpr std::size_t kLongestRun = 9;
constexpr std::size_t kLongestMixed = 5;  // all orders are tried

/// "!a" is the stimulus a, "?a" the response.
Event ToEvent(const std::string& text) {
  const bool stimulus = text.front() == '!';
  return {stimulus ? ObservationKind::kStimulus : ObservationKind::kResponse,
          {text.substr(1), {}, ""}};
}

std::string ToText(const Event& event) {
  return (event.kind == ObservationKind::kStimulus ? "!" : "?") + event.what.name;
}

/// What elements of a random net show: a pseudo-random function of transition and binding. Some
/// transitions are silent, some show one event, some several; different elements may look alike.
class RandomView final : public conformance::View {
 public:
  /// Of 8 transitions about `seen` can be seen.
  RandomView(const cpn::Net& net, const cpn::ValueStore& values, std::uint64_t seed,
             std::uint64_t seen)
      : net_(net), values_(values), seed_(seed), seen_(seen) {}

  bool Observes(cpn::TransitionId transition) const override {
    const bool silent = net_.transitions()[transition].name.starts_with("Silent");
    return cpn::CombineHash(seed_, transition) % 8 < (silent ? 1 : seen_);
  }
  std::vector<Event> Observe(const cpn::BindingElement& element) override {
    std::vector<Event> events;
    for (const std::string& text : Texts(element.transition, element.binding)) {
      events.push_back(ToEvent(text));
    }
    return events;
  }

  std::vector<std::string> Texts(std::size_t transition,
                                 std::span<const cpn::Value> binding) const {
    if (!Observes(static_cast<cpn::TransitionId>(transition))) return {};
    std::uint64_t hash = cpn::CombineHash(seed_ + 1, transition);
    for (const cpn::Value value : binding) {
      hash = cpn::HashText(hash, values_.Format(value));
      if (hash % 3 == 0) break;  // the other variables cannot be seen
    }
    static const char* const kEvents[] = {"!a", "!b", "?a", "?b", "?c"};
    std::vector<std::string> texts;
    const std::size_t count = hash % 8 == 0 ? 0 : hash % 8 == 1 ? 3 : hash % 8 == 2 ? 2 : 1;
    for (std::size_t i = 0; i < count; ++i) {
      hash = cpn::MixHash(hash);
      texts.emplace_back(kEvents[hash % 5]);
    }
    return texts;
  }

 private:
  const cpn::Net& net_;
  const cpn::ValueStore& values_;
  std::uint64_t seed_, seen_;
};

/// How much was exercised, so that the test cannot pass on nothing.
struct Counts {
  std::uint64_t nets = 0, given_up = 0, accepted = 0, rejected = 0, events = 0, silent = 0,
                delayed = 0, rests = 0, restless = 0, several = 0, mixed = 0, unmixed = 0,
                commuting = 0, reduced = 0;
};

/// One net, its judge and its reference.
class Comparison {
 public:
  Comparison(std::uint64_t seed, Counts& counts)
      : counts_(counts),
        random_(seed * 7919 + 1),
        model_(seed % 3 == 0   ? RandomGraphModel(seed)
               : seed % 3 == 1 ? RandomCommutingModel(seed)
                               : RandomModel(seed)),
        run_(*model_),
        net_(model_->model, {&model_->model.colour_sets, &model_->values, model_.get()}),
        seed_(seed),
        most_(seed % 3 == 1 ? kMostCommuting : kMostConfigurations) {
    shows_ = [this](const reference::Element& element) {
      std::vector<cpn::Value> binding;
      for (const reference::Colour& colour : element.binding) {
        binding.push_back(reference::ToValue(model_->values, colour));
      }
      return view_->Texts(element.transition, binding);
    };
  }

  /// Under a view that hides about half, or less of it where too much is silent for the reference.
  void Compare() {
    ++counts_.nets;
    for (const std::uint64_t seen : {5, 6, 7, 8}) {
      Look(seen);
      try {
        if (CompareRun()) return;
      } catch (const reference::TooMany&) {
      } catch (const reference::ColourError&) {
      }
      if (::testing::Test::HasFailure()) return;
    }
    ++counts_.given_up;
  }

 private:
  void Look(std::uint64_t seen) {
    view_ =
        std::make_shared<RandomView>(run_.net, model_->values, cpn::MixHash(seed_ + seen), seen);
    // Memory for little more than the reference looks at, so that much is forgotten on the way.
    conformance::Limits limits;
    if (seed_ % 4 == 0) limits.max_markings = 16 * most_;
    if (seed_ % 4 == 1) limits.memo_bytes = 2000;
    limits.reduce = false;
    tracker_.emplace(run_.engine, view_, limits);
    limits.reduce = true;
    if (seed_ % 5 == 0) limits.exact_markings = 1;  // then explanations go by what is reduced
    reduced_.emplace(run_.engine, view_, limits);
    exact_ = seed_ % 5 != 0 || !reduced_->automaton().reduces();
    if (reduced_->automaton().reduces()) ++counts_.commuting;
  }

  /// A run, and one changed event of it. False: nothing was seen of the run.
  bool CompareRun() {
    const std::vector<std::string> trace = RandomTrace();
    const std::size_t explained = CompareTrace(trace, false);
    if (::testing::Test::HasFailure()) return false;
    EXPECT_EQ(explained, trace.size()) << "a run of the net is refused";
    if (trace.empty()) return false;
    const std::vector<std::string> changed = Changed(trace);
    if (CompareTrace(changed, true) < changed.size()) ++counts_.rejected;
    if (::testing::Test::HasFailure()) return false;
    if (trace.size() <= kLongestMixed) {
      CompareOrders(trace);
      if (changed.size() <= kLongestMixed) CompareOrders(changed);
    }
    ++counts_.accepted;
    counts_.events += trace.size();
    return true;
  }

  /// What a random run shows, the later events of an element among those of others.
  std::vector<std::string> RandomTrace() {
    std::vector<std::string> trace;
    std::vector<std::vector<std::string>> pending;
    reference::Marking marking = net_.initial();
    for (std::size_t step = 0; step < kLongestRun; ++step) {
      if (!pending.empty() && random_.Below(2) == 0) {
        SeeLater(pending, trace);
        continue;
      }
      const std::vector<reference::Element> enabled = net_.Enabled(marking);
      if (enabled.empty()) break;
      const reference::Element& element =
          enabled[random_.Below(static_cast<std::uint32_t>(enabled.size()))];
      marking = net_.Occur(marking, element);
      const std::vector<std::string> shown = shows_(element);
      if (shown.empty()) {
        ++counts_.silent;
        continue;
      }
      trace.push_back(shown.front());
      if (shown.size() > 1) pending.push_back({shown.begin() + 1, shown.end()});
    }
    return trace;
  }

  void SeeLater(std::vector<std::vector<std::string>>& pending, std::vector<std::string>& trace) {
    ++counts_.delayed;
    const std::size_t which = random_.Below(static_cast<std::uint32_t>(pending.size()));
    trace.push_back(pending[which].front());
    pending[which].erase(pending[which].begin());
    if (pending[which].empty()) pending.erase(pending.begin() + static_cast<std::ptrdiff_t>(which));
  }

  /// One change of an event: another one, one too many, one missing, or two in each other's place.
  std::vector<std::string> Changed(std::vector<std::string> trace) {
    static const char* const kEvents[] = {"!a", "!b", "?a", "?b", "?c"};
    const std::size_t at = random_.Below(static_cast<std::uint32_t>(trace.size()));
    const auto place = trace.begin() + static_cast<std::ptrdiff_t>(at);
    const char* const other = kEvents[random_.Below(5)];
    switch (random_.Below(4)) {
      case 0:
        *place = other;
        break;
      case 1:
        trace.insert(place, other);
        break;
      case 2:
        trace.erase(place);
        break;
      default:
        if (at > 0) std::swap(*place, trace[at - 1]);
    }
    return trace;
  }

  /// The events spread over three nodes, as a log has them: each node's in order, the nodes mixed
  /// anew. Is there an order in which they are a run?
  void CompareOrders(const std::vector<std::string>& trace) {
    constexpr std::uint32_t kNodes = 3;
    std::vector<std::vector<std::string>> rows(kNodes);
    for (const std::string& event : trace) rows[random_.Below(kNodes)].push_back(event);
    std::vector<conformance::LoggedEvent> log;
    std::vector<std::size_t> next(kNodes, 0);
    while (log.size() < trace.size()) {
      const std::uint32_t row = random_.Below(kNodes);
      if (next[row] == rows[row].size()) continue;
      conformance::LoggedEvent& event = log.emplace_back();
      event.seen.event = ToEvent(rows[row][next[row]++]);
      event.seen.node = std::to_string(row);
      event.seen.step = log.size();
    }
    // TooMany comes first, whatever the order.
    const std::size_t most =
        LongestMix(reference::Explaining(net_, shows_, most_), rows, {0, 0, 0}, 0);
    ++(most == trace.size() ? counts_.mixed : counts_.unmixed);
    const conformance::EventOrder order(log, conformance::OrderKind::kNode);
    for (Tracker* const tracker : {&*tracker_, &*reduced_}) {
      tracker->Restart();
      const conformance::OrderVerdict found =
          conformance::JudgeInSomeOrder(*tracker, log, order, {}, 1'000'000);
      EXPECT_EQ(found.verdict.explained, most);
      EXPECT_EQ(found.verdict.conforms, most == trace.size());
    }
  }

  /// How many events of the rows can be explained in some order, by trying all of them.
  std::size_t LongestMix(const reference::Explaining& now,
                         const std::vector<std::vector<std::string>>& rows,
                         std::vector<std::size_t> next, std::size_t taken) {
    std::size_t longest = taken;
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (next[row] == rows[row].size()) continue;
      reference::Explaining then = now;
      if (!then.Take(rows[row][next[row]])) continue;
      ++next[row];
      longest = std::max(longest, LongestMix(then, rows, next, taken + 1));
      --next[row];
    }
    return longest;
  }

  /// Returns how many events both explain. With `rest`, nothing comes for a while now and then,
  /// which a run need not allow.
  std::size_t CompareTrace(const std::vector<std::string>& trace, bool rest) {
    tracker_->Restart();
    reduced_->Restart();
    reference::Explaining expected(net_, shows_, most_);
    CompareState(expected);
    for (std::size_t i = 0; i < trace.size(); ++i) {
      if (rest && random_.Below(6) == 0) CompareRest(expected);
      const bool taken = expected.Take(trace[i]);
      EXPECT_EQ(tracker_->Take(ToEvent(trace[i])), taken) << "event " << i << ' ' << trace[i];
      EXPECT_EQ(reduced_->Take(ToEvent(trace[i])), taken)
          << "reduced, event " << i << ' ' << trace[i];
      if (::testing::Test::HasFailure()) return Fail();
      CompareState(expected);
      if (::testing::Test::HasFailure()) return Fail();
      if (!taken) return i;
    }
    return trace.size();
  }

  std::size_t Fail() {
    [] { FAIL() << "see above"; }();
    return 0;
  }

  void CompareRest(reference::Explaining& expected) {
    const bool rests = expected.TakeQuiescence();
    ++(rests ? counts_.rests : counts_.restless);
    for (Tracker* const tracker : {&*tracker_, &*reduced_}) {
      EXPECT_EQ(tracker->MayRest(), rests);
      EXPECT_EQ(tracker->TakeQuiescence(), rests);
    }
  }

  void CompareState(const reference::Explaining& expected) {
    const std::size_t size = expected.size();  // TooMany comes first
    EXPECT_EQ(tracker_->size(), size);
    EXPECT_LE(reduced_->size(), size);
    if (size > 1) ++counts_.several;
    if (reduced_->size() < size) ++counts_.reduced;
    const std::set<std::string> possible = expected.Possible();
    EXPECT_EQ(Possible(*tracker_), possible);
    EXPECT_EQ(Possible(*reduced_), possible) << "reduced";
    CompareExplanation(*tracker_, expected.FewestElements(), true);
    CompareExplanation(*reduced_, expected.FewestElements(), exact_);
  }

  static std::set<std::string> Possible(Tracker& tracker) {
    std::set<std::string> possible;
    for (const auto kind : {ObservationKind::kStimulus, ObservationKind::kResponse}) {
      for (const Event& event : tracker.Possible(kind)) possible.insert(ToText(event));
    }
    return possible;
  }

  /// The run must be one of the net and show the events in their order, with as few elements.
  void CompareExplanation(Tracker& tracker, std::size_t fewest, bool exact) {
    const std::vector<ExplainedStep> steps = tracker.Explanation();
    cpn::Marking marking = run_.engine.InitialMarking();
    std::size_t elements = 0, events = 0;
    for (const ExplainedStep& step : steps) {
      if (step.event) ++events;
      if (!step.element) continue;
      ++elements;
      const std::span<const cpn::BindingElementId> enabled = run_.engine.Enabled(marking);
      ASSERT_NE(std::find(enabled.begin(), enabled.end(), *step.element), enabled.end());
      run_.engine.Occur(marking, *step.element);
    }
    if (exact) {
      ASSERT_EQ(elements, fewest);
    } else {
      ASSERT_GE(elements, fewest);
    }
    ASSERT_EQ(events, tracker.taken());
  }

  Counts& counts_;
  base::Random random_;
  std::unique_ptr<ModelBuilder> model_;
  RunningNet run_;
  reference::Net net_;
  std::uint64_t seed_;
  std::size_t most_;  // configurations that the reference looks at
  std::shared_ptr<RandomView> view_;
  reference::Shows shows_;
  std::optional<Tracker> tracker_;  // all orders of silent elements
  std::optional<Tracker> reduced_;  // those that commute in one order
  bool exact_ = true;               // does the latter explain by all orders?
};

constexpr std::uint64_t kNets = test::kSanitized ? 60 : 1000;

TEST(ConformanceDifferentialTest, JudgesAsTheDefinitionDoes) {
  const std::uint64_t first = FromEnvironment("CPNGEN_FIRST_NET", 1);
  const std::uint64_t nets = FromEnvironment("CPNGEN_CONFORM_NETS", kNets);
  Counts counts;
  for (std::uint64_t seed = first; seed < first + nets; ++seed) {
    Comparison(seed, counts).Compare();
    ASSERT_FALSE(HasFailure()) << "net " << seed << "; rerun with CPNGEN_FIRST_NET=" << seed
                               << " CPNGEN_CONFORM_NETS=1";
  }
  std::cout << counts.nets << " nets, " << counts.given_up
            << " without a run to judge: " << counts.accepted << " runs accepted with "
            << counts.events << " events, " << counts.silent << " silent elements and "
            << counts.delayed << " delayed events; changed, " << counts.rejected
            << " of them rejected; " << counts.several << " times several markings; rest "
            << counts.rests << ", no rest " << counts.restless << "; " << counts.mixed
            << " logs have an order, " << counts.unmixed << " have none; " << counts.commuting
            << " times silent elements commute, " << counts.reduced << " times fewer markings\n";
  if (nets < 300) return;
  EXPECT_GT(counts.accepted, nets / 2);
  EXPECT_GT(counts.rejected, nets / 5);
  EXPECT_GT(counts.several, nets / 2);
  EXPECT_GT(counts.delayed, 0u);
  EXPECT_GT(counts.rests, 0u);
  EXPECT_GT(counts.restless, 0u);
  EXPECT_GT(counts.mixed, 0u);
  EXPECT_GT(counts.unmixed, 0u);
  EXPECT_GT(counts.commuting, nets / 5);
  EXPECT_GT(counts.reduced, nets / 2);
}

TEST(ConformanceDifferentialTest, BindingsAreReadBackAsTheyAreWritten) {
  std::uint64_t read = 0;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const std::unique_ptr<ModelBuilder> model = RandomModel(seed);
    RunningNet run(*model);
    for (const cpn::BindingElementId id : run.engine.Enabled(run.engine.InitialMarking())) {
      const cpn::BindingElement element = run.engine.Element(id);
      const cpn::TransitionDeclaration& declaration =
          *run.net.transitions()[element.transition].declaration;
      for (std::size_t v = 0; v < element.binding.size(); ++v) {
        const std::string text = model->values.Format(element.binding[v]);
        const cpn::ColourSetId type = declaration.variables[v].type;
        ASSERT_EQ(cpn::why::ReadValue(text, type, model->colour_sets, model->values),
                  element.binding[v])
            << "net " << seed << ": " << text;
        ASSERT_EQ(cpn::why::ReadValue(text + "x", type, model->colour_sets, model->values),
                  std::nullopt)
            << "net " << seed << ": " << text;
        ++read;
      }
    }
  }
  EXPECT_GT(read, 300u);
}

}  // namespace
}  // namespace differential
