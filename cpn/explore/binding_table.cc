#include "cpn/explore/binding_table.h"

#include <algorithm>

namespace cpn::explore {

BindingIndex BindingTable::Add(BindingElementId element, std::span<const Effect> effects,
                               std::span<const Inhibition> inhibitions) {
  Binding binding;
  binding.element = element;
  binding.effects = static_cast<std::uint32_t>(effects_.size());
  binding.effect_count = static_cast<std::uint32_t>(effects.size());
  effects_.insert(effects_.end(), effects.begin(), effects.end());
  binding.inhibitions = static_cast<std::uint32_t>(inhibitions_.size());
  binding.inhibition_count = static_cast<std::uint32_t>(inhibitions.size());
  inhibitions_.insert(inhibitions_.end(), inhibitions.begin(), inhibitions.end());
  bindings_.push_back(binding);
  return static_cast<BindingIndex>(bindings_.size() - 1);
}

void BindingTable::Compile(const Target& target, bool everything) {
  if (everything) {
    compiled_ = 0;
    word_operations_.clear();
    sparse_operations_.clear();
    id_operations_.clear();
    words_ = target.layout->words();
  }
  if (words_ <= kDenseWords) word_operations_.resize(bindings_.size() * 2 * words_);
  for (; compiled_ < bindings_.size(); ++compiled_) {
    CompileOne(static_cast<BindingIndex>(compiled_), target);
  }
}

void BindingTable::CompileOne(BindingIndex i, const Target& target) {
  Binding& binding = bindings_[i];
  binding.id_operations = static_cast<std::uint32_t>(id_operations_.size());
  binding.sparse_operations = static_cast<std::uint32_t>(sparse_operations_.size());
  for (const Effect& effect : EffectsOf(binding)) {
    const FieldPosition& field = (*target.layout)[effect.place];
    const PlaceTable& place = target.places[effect.place];
    if (place.mode() == PlaceTable::Mode::kRaw) {
      const Delta& delta = place.delta(effect.delta);
      AddOperation(i, field, delta.remove, delta.add);
    } else if (place.mode() == PlaceTable::Mode::kSliced) {
      CompileSlices(i, place.delta(effect.delta), place.tuning().slice_tokens,
                    target.slices[effect.place]);
    } else {
      id_operations_.push_back({effect.place, effect.delta, field});
    }
  }
  binding.id_operation_count =
      static_cast<std::uint32_t>(id_operations_.size()) - binding.id_operations;
  binding.sparse_operation_count =
      static_cast<std::uint32_t>(sparse_operations_.size()) - binding.sparse_operations;
}

void BindingTable::CompileSlices(BindingIndex i, const Delta& delta, std::uint32_t slice_tokens,
                                 std::span<const FieldPosition> slices) {
  for (std::size_t slice = 0; slice < slices.size(); ++slice) {
    std::uint64_t remove = delta.reset ? ~std::uint64_t{0} : 0;
    std::uint64_t add = 0;
    for (const TokenChange& c : delta.changes) {
      if (c.token / slice_tokens != slice) continue;
      (c.change > 0 ? add : remove) |= std::uint64_t{1} << c.token % slice_tokens;
    }
    if ((remove | add) != 0) AddOperation(i, slices[slice], remove, add);
  }
}

void BindingTable::AddOperation(BindingIndex i, const FieldPosition& field, std::uint64_t remove,
                                std::uint64_t add) {
  remove = (remove & field.mask) << field.shift;
  add <<= field.shift;
  if (words_ <= kDenseWords) {
    std::uint64_t* const first = word_operations_.data() + std::size_t{i} * 2 * words_;
    first[field.word] |= remove;
    first[words_ + field.word] |= add;
    return;
  }
  const auto mine = std::span(sparse_operations_).subspan(bindings_[i].sparse_operations);
  const auto at = std::ranges::find(mine, field.word, &SparseOperation::word);
  if (at != mine.end()) {
    at->remove |= remove;
    at->add |= add;
  } else {
    sparse_operations_.push_back({remove, add, field.word});
  }
}

void BindingTable::Clear() {
  bindings_ = {};
  effects_ = {};
  inhibitions_ = {};
  compiled_ = 0;
  word_operations_ = {};
  sparse_operations_ = {};
  id_operations_ = {};
}

std::size_t BindingTable::memory_bytes() const {
  return bindings_.capacity() * sizeof(Binding) + effects_.capacity() * sizeof(Effect) +
         word_operations_.capacity() * sizeof(std::uint64_t) +
         sparse_operations_.capacity() * sizeof(SparseOperation) +
         id_operations_.capacity() * sizeof(IdOperation);
}

}  // namespace cpn::explore
