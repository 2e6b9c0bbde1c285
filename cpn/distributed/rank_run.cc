// Rank::TogetherFindRun(): the run to a marking, put together across ranks without a pointer from
// any marking to where it came from.
#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "cpn/distributed/rank.h"

namespace cpn::distributed {

/// All hashes that ranks gave.
Rank::Hashes Rank::TogetherUnite(const std::vector<std::uint64_t>& own) {
  std::vector<char> bytes(own.size() * sizeof(std::uint64_t));
  if (!own.empty()) std::memcpy(bytes.data(), own.data(), bytes.size());
  Hashes all;
  for (const std::vector<char>& given : transport_->AllGather(std::move(bytes))) {
    for (std::size_t at = 0; at + sizeof(std::uint64_t) <= given.size();
         at += sizeof(std::uint64_t)) {
      std::uint64_t hash = 0;
      std::memcpy(&hash, given.data() + at, sizeof(hash));
      all.insert(hash);
    }
  }
  return all;
}

/// Hashes of those own markings in [first, last) that have a successor in `wanted`.
std::vector<std::uint64_t> Rank::LeadingTo(const Hashes& wanted, NodeId first, NodeId last) {
  std::vector<std::uint64_t> leading;
  for (NodeId node = first; node < last; ++node) {
    while (expander_->ExpandExclusive(node) == explore::Expansion::kStaleLayout) ChangeLayout();
    hash_.NoteBindings();
    const std::uint64_t origin = HashOf(node);
    bool leads = false;
    for (std::size_t i = 0; i < expander_->buffered() && !leads; ++i) {
      const BindingElementId element = expander_->BufferedElement(i);
      leads =
          wanted.contains(hash_.IsConstant(element) ? origin + hash_.ChangeBy(element)
                                                    : hash_.OfRecord(expander_->BufferedRecord(i)));
    }
    if (leads) leading.push_back(origin);
    expander_->ForgetBuffered();
    tables_.ForgetIfTooMuch();
    if (tables_.bindings().size() == 0) hash_.ForgetBindings();
  }
  return leading;
}

std::vector<BindingElementId> Rank::TogetherFindRun(std::size_t level,
                                                    const std::vector<std::uint64_t>& own_hashes) {
  // An expander that leaves out nothing that it met before.
  expander_ = std::make_unique<explore::Expander>(&tables_, store_.get(), 0, false,
                                                  options_.exploration.tuning.batch);
  expander_->UseLayout();
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
