#include "examples/systematic/extent_manager/harness/extent_node.h"

#include <string>

namespace extent_manager {

using systematic::Key;
using systematic::OptionKind;
using systematic::Word;

ExtentNode::ExtentNode(NodeId id, World& world)
    : id_(id),
      world_(world),
      machine_(world.scheduler->AddMachine("node " + std::to_string(id))),
      timer_(world.scheduler->Intern("timer")),
      report_(world.scheduler->Intern("report")),
      copy_request_(world.scheduler->Intern("copy request")),
      copy_(world.scheduler->Intern("copy")) {
  StartTimer();
}

void ExtentNode::StartTimer() {
  if (world_.over) return;
  const Word self = world_.scheduler->MachineName(machine_);
  const Key key{timer_, 0, self, report_, 0, world_.scheduler->NextOrdinal(timer_, self, report_)};
  world_.scheduler->Enable(key, machine_, OptionKind::kTimer, [this] {
    if (alive_ && !world_.over) Report();
  });
}

void ExtentNode::Report() {
  world_.messages->Send(machine_, world_.manager_machine, report_,
                        [this, extents = center_.ExtentsOf(id_)] {
                          world_.manager->OnSyncReport(id_, extents);
                          StartTimer();
                        });
}

void ExtentNode::Store(ExtentId extent) {
  center_.Add(id_, extent);
  world_.scheduler->Observe(static_cast<std::uint64_t>(id_));
  world_.on_stored(id_);
}

void ExtentNode::OnRepair(ExtentId extent, ExtentNode& source) {
  if (!alive_) return;
  world_.messages->Send(machine_, source.machine_, copy_request_,
                        [this, extent, &source] { source.OnCopyRequest(extent, *this); });
}

void ExtentNode::OnCopyRequest(ExtentId extent, ExtentNode& asker) {
  if (!alive_ || !center_.NodesOf(extent).contains(id_)) return;
  world_.messages->Send(machine_, asker.machine_, copy_, [&asker, extent] {
    if (asker.alive_) asker.Store(extent);
  });
}

}  // namespace extent_manager
