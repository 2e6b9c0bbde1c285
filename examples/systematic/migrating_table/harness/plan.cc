#include "examples/systematic/migrating_table/harness/plan.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace migrating_table {
namespace {

constexpr int kKeys = 6;
constexpr std::uint64_t kKinds = 7;

class Drawing {
 public:
  Drawing(systematic::Scheduler& scheduler, systematic::MachineId service)
      : scheduler_(scheduler),
        choose_(scheduler.Intern("choose")),
        service_(scheduler.MachineName(service)) {}

  Plan DrawCalls() {
    if (Below("call", 2) == 0) return {{PlannedCall::Kind::kStreamedRead, DrawFilter(), {}}};
    return {DrawAtomicCall(), DrawAtomicCall()};
  }

 private:
  PlannedCall DrawAtomicCall() {
    if (Below("query", 2) == 0) return {PlannedCall::Kind::kQuery, DrawFilter(), {}};
    PlannedCall call{PlannedCall::Kind::kBatch, std::nullopt, {}};
    const int first = static_cast<int>(Below("key", kKeys));
    call.batch.push_back(DrawOperation(first));
    if (Below("operations", 2) == 1) {
      const int other = static_cast<int>(Below("other key", kKeys - 1));
      call.batch.push_back(DrawOperation(other < first ? other : other + 1));
    }
    return call;
  }

  PlannedOperation DrawOperation(int key) {
    const auto kind = static_cast<OperationKind>(Below("operation", kKinds));
    PlannedOperation operation{kind, key, false, IfMatch::kAny};
    if (kind != OperationKind::kDelete && kind != OperationKind::kRetrieve) {
      operation.flag = Below("flag", 2) == 1;
    }
    if (kind == OperationKind::kReplace || kind == OperationKind::kMerge ||
        kind == OperationKind::kDelete) {
      operation.if_match = static_cast<IfMatch>(Below("if match", 3));
    }
    return operation;
  }

  std::optional<bool> DrawFilter() {
    static constexpr std::array<std::optional<bool>, 3> kFilters = {std::nullopt, false, true};
    return kFilters[Below("filter", kFilters.size())];
  }

  std::uint64_t Below(std::string_view what, std::uint64_t bound) {
    const systematic::Word word = scheduler_.Intern(what);
    return scheduler_.Choose(
        {choose_, service_, 0, word, 0, scheduler_.NextOrdinal(service_, 0, word)}, bound);
  }

  systematic::Scheduler& scheduler_;
  const systematic::Word choose_;
  const systematic::Word service_;
};

}  // namespace

Plan DrawPlan(systematic::Scheduler& scheduler, systematic::MachineId service) {
  return Drawing(scheduler, service).DrawCalls();
}

}  // namespace migrating_table
