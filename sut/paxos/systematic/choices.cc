#include "sut/paxos/systematic/choices.h"

namespace paxos {
namespace {

// One question in so many is answered the other way, while the budget lasts.
constexpr std::uint64_t kSaveOdds = 32;
constexpr std::uint64_t kFailureOdds = 8;
constexpr std::uint64_t kLeadsOdds = 8;

}  // namespace

Choices::Choices(systematic::Scheduler& scheduler, const systematic::Processes& processes,
                 const WorldOptions& options)
    : scheduler_(scheduler),
      processes_(processes),
      leader_failures_(options.leader_failures),
      failed_saves_(options.failed_saves),
      false_leaders_(options.false_leaders),
      save_word_(scheduler.Intern("save")),
      fail_word_(scheduler.Intern("leader fails")),
      proposal_word_(scheduler.Intern("proposal")),
      leads_word_(scheduler.Intern("leads")) {
  systematic::Key key;
  key.kind = scheduler.Intern("calls itself at once");
  at_once_ = options.may_call_itself_at_once && scheduler.Choose(key, 2) == 1;
}

std::uint64_t Choices::Choose(systematic::Word kind, ReplicaId id, std::uint64_t n) {
  const auto node = static_cast<systematic::Node>(id);
  systematic::Key key;
  key.kind = kind;
  key.to = processes_.word(node);
  key.life = processes_.life(node);
  key.ordinal = scheduler_.NextOrdinal(kind, key.to, 0, key.life);
  return scheduler_.Choose(key, n);
}

SaveFate Choices::Save(ReplicaId id) {
  if (healed_ || failed_saves_ == 0) return SaveFate::kSaved;
  const std::uint64_t fate = Choose(save_word_, id, kSaveOdds);
  if (fate != 1 && fate != 2) return SaveFate::kSaved;
  --failed_saves_;
  return fate == 1 ? SaveFate::kFailed : SaveFate::kFailedYetSaved;
}

Action Choices::Decide(ReplicaId id) {
  if (healed_ || leader_failures_ == 0) return Action::kGo;
  if (Choose(fail_word_, id, kFailureOdds) != 1) return Action::kGo;
  --leader_failures_;
  return Action::kFail;
}

std::size_t Choices::Proposal(ReplicaId id, std::size_t pending) {
  return Choose(proposal_word_, id, pending);
}

bool Choices::Leads(ReplicaId id, bool elected) {
  if (healed_ || false_leaders_ == 0) return elected;
  if (Choose(leads_word_, id, kLeadsOdds) != 1) return elected;
  --false_leaders_;
  return !elected;
}

}  // namespace paxos
