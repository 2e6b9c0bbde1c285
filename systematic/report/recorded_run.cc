#include "systematic/report/recorded_run.h"

#include <utility>

#include "systematic/key_text.h"

namespace systematic {
namespace {

RecordedChoice Described(const Choice& choice, const OptionRecorder::Taken& taken,
                         const Scheduler& scheduler) {
  RecordedChoice described;
  described.text = ToText(choice.key, scheduler.names());
  if (!choice.is_step) {
    described.text += ": " + std::to_string(choice.value) + " of " + std::to_string(choice.n);
  }
  described.kind = scheduler.NameOf(choice.key.kind);
  described.from = scheduler.NameOf(choice.key.from);
  described.what = scheduler.NameOf(choice.key.what);
  described.machine = scheduler.NameOf(scheduler.MachineName(taken.option.machine));
  described.option = taken.option.kind;
  described.is_step = choice.is_step;
  described.value = choice.value;
  described.n = choice.n;
  described.observed = choice.observed;
  described.heats = taken.heats;
  return described;
}

/// The number of the step, from 1, to which the choice of that number belongs.
std::size_t StepOf(const std::vector<OptionRecorder::Taken>& taken, std::size_t number) {
  while (number > 0 && !taken[number - 1].is_step) --number;
  return number;
}

}  // namespace

RecordedRun RecordedRunOf(const Scheduler& scheduler,
                          const std::vector<OptionRecorder::Taken>& taken) {
  RecordedRun run;
  for (std::size_t machine = 1; machine < scheduler.machines(); ++machine) {
    run.machines.emplace_back(
        scheduler.NameOf(scheduler.MachineName(static_cast<MachineId>(machine))));
  }
  for (std::size_t i = 0; i < taken.size(); ++i) {
    RecordedChoice choice = Described(scheduler.log().choices()[i], taken[i], scheduler);
    choice.cause = taken[i].is_step ? StepOf(taken, taken[i].option.born) : StepOf(taken, i);
    run.choices.push_back(std::move(choice));
  }
  for (const NoteLine& note : scheduler.notes()) {
    if (note.choice > taken.size()) break;
    auto& notes = note.choice == 0 ? run.notes_at_start : run.choices[note.choice - 1].notes;
    notes.push_back(note.text);
  }
  return run;
}

}  // namespace systematic
