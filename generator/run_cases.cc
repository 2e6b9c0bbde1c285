#include "generator/run_cases.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/random.h"
#include "generator/case_end.h"
#include "generator/observer.h"

namespace generator {
namespace {

using cpn::lua::CaseOrder;
using cpn::lua::CaseScope;

/// An answer that takes longer is none: the system answers for ever.
constexpr std::size_t kMaxAnswer = 10'000;

class RunObserver {
 public:
  RunObserver(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification)
      : engine_(model.engine()),
        specification_(specification),
        observer_(model, specification),
        end_(model, specification) {}

  void Add(const std::vector<cpn::BindingElementId>& run) {
    std::vector<std::uint32_t>& cases = result_.of_run.emplace_back();
    const std::vector<cpn::BindingElementId> steps = UntilAnswered(run);
    if (specification_.scope() == CaseScope::kOccurrence) {
      for (const cpn::BindingElementId element : steps) Keep(Observed(element), cases);
      return;
    }
    RawCase whole;
    for (const cpn::BindingElementId element : steps) {
      const RawCase& more = Observed(element);
      whole.insert(whole.end(), more.begin(), more.end());
    }
    if (specification_.order() == CaseOrder::kSet) {
      std::sort(whole.begin(), whole.end());
      whole.erase(std::unique(whole.begin(), whole.end()), whole.end());
    }
    Keep(whole, cases);
  }

  RunCases Take() {
    result_.raw.observations = observer_.observations();
    return std::move(result_);
  }

 private:
  const RawCase& Observed(cpn::BindingElementId element) {
    return observer_.labels()[observer_.LabelOf(element)];
  }

  bool Feeds(cpn::BindingElementId element) {
    const RawCase& observed = Observed(element);
    return std::any_of(observed.begin(), observed.end(), [this](ObservationId id) {
      return observer_.observations()[id].kind == cpn::lua::ObservationKind::kStimulus;
    });
  }

  std::vector<cpn::BindingElementId> UntilAnswered(const std::vector<cpn::BindingElementId>& run) {
    std::vector<cpn::BindingElementId> steps;
    cpn::Marking marking = engine_.InitialMarking();
    bool over = end_.IsIn(marking);
    const auto take = [&](cpn::BindingElementId element) {
      engine_.Occur(marking, element);
      steps.push_back(element);
      over = end_.IsBehind(element) || end_.IsIn(marking);
    };
    for (auto element = run.begin(); element != run.end() && !over; ++element) take(*element);
    const std::size_t given = steps.size();
    base::Random random(1);
    while (!over && steps.size() < given + kMaxAnswer) {
      std::vector<cpn::BindingElementId> answers;
      for (const cpn::BindingElementId element : engine_.Enabled(marking)) {
        if (!Feeds(element)) answers.push_back(element);
      }
      if (answers.empty()) return steps;
      take(answers[random.Below(static_cast<std::uint32_t>(answers.size()))]);
    }
    if (!over) steps.resize(given);
    return steps;
  }

  void Keep(const RawCase& observed, std::vector<std::uint32_t>& cases) {
    if (observed.empty()) return;
    const auto [entry, is_new] =
        numbers_.emplace(observed, static_cast<std::uint32_t>(result_.raw.cases.size()));
    if (is_new) result_.raw.cases.push_back(observed);
    cases.push_back(entry->second);
  }

  cpn::Engine& engine_;
  cpn::lua::TestSpecification& specification_;
  Observer observer_;
  CaseEnd end_;
  std::map<RawCase, std::uint32_t> numbers_;
  RunCases result_;
};

}  // namespace

RunCases CasesOfRuns(cpn::lua::LuaModel& model, cpn::lua::TestSpecification& specification,
                     const std::vector<std::vector<cpn::BindingElementId>>& runs) {
  RunObserver observer(model, specification);
  for (const std::vector<cpn::BindingElementId>& run : runs) observer.Add(run);
  return observer.Take();
}

}  // namespace generator
