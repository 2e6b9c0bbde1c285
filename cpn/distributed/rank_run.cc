// Rank::TogetherFindRun(): the run to a marking, put together across ranks without a pointer from
// any marking to where it came from.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cpn/distributed/bytes.h"
#include "cpn/distributed/rank.h"

namespace cpn::distributed {

/// All hashes that ranks gave.
Rank::Hashes Rank::TogetherUnite(const std::vector<std::uint64_t>& own) {
  Hashes all;
  for (const std::vector<char>& given : transport_->AllGather(BytesOf(own))) {
    for (const std::uint64_t hash : AllOf<std::uint64_t>(given)) all.insert(hash);
  }
  return all;
}

/// Hashes of those own markings in [first, last) that have a successor in `wanted`.
std::vector<std::uint64_t> Rank::LeadingTo(const Hashes& wanted, NodeId first, NodeId last) {
  std::vector<std::uint64_t> leading;
  for (NodeId node = first; node < last; ++node) {
    while (expander_->ExpandExclusive(node) == explore::Expansion::kStaleLayout) ChangeLayout();
    hash_.NoteBindings();
    const std::uint64_t origin = HashOf(hash_, node);
    origins_.assign(expander_->buffered(), origin);
    bool leads = false;
    for (std::size_t i = 0; i < expander_->buffered() && !leads; ++i) {
      leads = wanted.contains(SuccessorHash(hash_, i));
    }
    if (leads) leading.push_back(origin);
    ForgetBuffered();
    ForgetIfTooMuch();
  }
  return leading;
}

std::vector<BindingElementId> Rank::TogetherFindRun(std::size_t level,
                                                    const std::vector<std::uint64_t>& own_hashes) {
  // An expander that leaves out nothing that it met before.
  UseNewExpander();
  std::vector<Hashes> leading(level + 1);  // by level: what leads to the end
  leading[level] = TogetherUnite(own_hashes);
  for (std::size_t i = level; i-- > 0;) {
    leading[i] = TogetherUnite(LeadingTo(leading[i + 1], levels_[i], levels_[i + 1]));
  }
  expander_->Reset();
  std::vector<BindingElementId> run;
  Marking marking = engine_->InitialMarking();
  for (std::size_t i = 0; i < level; ++i) {
    const std::span<const BindingElementId> enabled = engine_->Enabled(marking);
    const std::vector<BindingElementId> elements(enabled.begin(), enabled.end());
    const std::size_t before = run.size();
    for (const BindingElementId element : elements) {
      Marking next = marking;
      engine_->Occur(next, element);
      if (!leading[i + 1].contains(hash_.OfMarking(next))) continue;
      marking = std::move(next);
      run.push_back(element);
      break;
    }
    if (run.size() == before)
      throw std::logic_error("cpngen's own defect: a run across ranks ends");
  }
  return run;
}

}  // namespace cpn::distributed
